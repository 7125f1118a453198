// What no endpoint answered for: an honest status, nothing about the inside, and one line in the log.
import { isSecretHashingBusy, json, StorageUnavailable } from '@symbolon/core-protocol'
import type { Log } from '@symbolon/core-protocol'

export function boundaryResponse(error: unknown, { log }: { readonly log: Log }): Response {
  if (error instanceof StorageUnavailable) {
    log.error('storage_unavailable', { reason: error.message })
    return json(503, { error: 'server_error', error_description: 'The service is not available at the moment.' }, { 'retry-after': '5' })
  }
  if (isSecretHashingBusy(error)) {
    log.warn('secret_hashing_busy')
    const retryAfter = String(error.retryAfterSeconds)
    return json(503, { error: 'server_error', error_description: 'The service is busy at the moment.' }, { 'retry-after': retryAfter })
  }
  log.error('unexpected_error', { reason: error instanceof Error ? error.stack ?? error.message : String(error) })
  return json(500, { error: 'server_error', error_description: 'An unexpected condition was met.' })
}
