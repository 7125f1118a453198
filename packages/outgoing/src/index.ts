// The one way in which this server sends requests to addresses that others choose.
export { guardedFetch } from './guarded-fetch.ts'
export type { GuardedFetch, OutgoingOptions } from './guarded-fetch.ts'
export { OutgoingRequestRefused } from './refused.ts'
