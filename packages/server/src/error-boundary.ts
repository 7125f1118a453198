// The answer to an error that no endpoint handled: a correct status, no internal detail, one log record. A browser gets a page.
import {
  DisplayedError,
  errorAnswer,
  isSecretHashingBusy,
  json,
  OAuthError,
  StorageUnavailable,
  TooManyRequests,
  tooManyRequestsAnswer,
} from '@symbolon/core-protocol'
import type { Answer, BoundLogin, HttpRequest, Log, OAuthErrorCode } from '@symbolon/core-protocol'

interface Failure {
  readonly status: 500 | 503
  readonly error: OAuthErrorCode
  /** Public. */
  readonly description: string
  readonly retryAfter?: number
}

/** Where errors are recorded, and who renders pages. */
export interface BoundaryOptions {
  readonly log: Log
  readonly login: BoundLogin | undefined
  readonly issuer: string
}

/** @returns the response to an `OAuthError`, which is a mistake of the sender; 503 when the database or the hashing is unavailable, else 500; as a page for a browser */
export async function boundaryAnswer(error: unknown, request: HttpRequest, { log, login, issuer }: BoundaryOptions): Promise<Answer> {
  if (error instanceof OAuthError) {
    log.info('request_refused', { error: error.error, description: error.description, reason: error.reason })
    if (login !== undefined && wantsPage(request)) {
      const shown = error instanceof DisplayedError ? error : new DisplayedError(error.error, error.description)
      return { ...(await login.displayError(shown, request)), error: error.error }
    }
    return error instanceof TooManyRequests ? tooManyRequestsAnswer(error) : errorAnswer(error, request, issuer)
  }
  const failure = describe(error, log)
  const { status, description, retryAfter } = failure
  if (login !== undefined && wantsPage(request)) {
    return { ...(await login.displayError(new DisplayedError(failure.error, description), request)), error: failure.error }
  }
  const fields: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  return { ...json(status, { error: 'server_error', error_description: description }, fields), error: failure.error }
}

/** Whether a browser navigates: only then is HTML asked for. */
export function wantsPage(request: HttpRequest): boolean {
  return /\btext\/html\b/.test(request.header('accept') ?? '')
}

function describe(error: unknown, log: Log): Failure {
  if (error instanceof StorageUnavailable) {
    log.error('storage_unavailable', { reason: error.message })
    return { status: 503, error: 'temporarily_unavailable', description: 'The service is temporarily unavailable.', retryAfter: 5 }
  }
  if (isSecretHashingBusy(error)) {
    log.warn('secret_hashing_busy')
    return {
      status: 503,
      error: 'temporarily_unavailable',
      description: 'The service is temporarily overloaded.',
      retryAfter: error.retryAfterSeconds,
    }
  }
  log.error('unexpected_error', { reason: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  return { status: 500, error: 'server_error', description: 'The server met an unexpected condition.' }
}
