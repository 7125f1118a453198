// Rate limits, per client, address and caller.
export { defaultRates } from './limits.ts'
export type { LimitName } from './limits.ts'
export { rateLimiting } from './rate-limiting.ts'
export type { RateLimitingOptions } from './rate-limiting.ts'
export type { Rate } from '@symbolon/core-protocol'
