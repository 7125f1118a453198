// Pushed authorization requests. https://www.rfc-editor.org/rfc/rfc9126
export { pushedRequests } from './pushed-requests.ts'
export type { PushedRequestOptions } from './pushed-requests.ts'
export { pushedRequestStore } from './sql-store.ts'
export type { PushedRequest, PushedRequestStore } from './pushed-request-store.ts'
