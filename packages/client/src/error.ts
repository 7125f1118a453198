// Errors of the API as errors of the program.

/** A member of the body that is at fault. */
export interface FieldViolation {
  /** The path of the member, e.g. `app.redirectUris[1]`; empty for the whole body. */
  readonly field: string
  /** A stable code for programs. */
  readonly reason: string
  readonly description: string
}

/** What an error contains in addition to its message. */
export interface ApiErrorDetails {
  readonly id: string
  readonly status: number
  readonly fieldViolations: readonly FieldViolation[]
  readonly retryAfter: number | undefined
}

/** The server refused a request. The message is that of the server. */
export class ApiError extends Error implements ApiErrorDetails {
  override readonly name = 'ApiError'
  /** A stable code for programs, e.g. `entry_invalid`; `unexpected_answer` if the response does not come from the API. */
  readonly id: string
  /** The HTTP status. */
  readonly status: number
  /** The members of the body that are at fault. */
  readonly fieldViolations: readonly FieldViolation[]
  /** Seconds after which the same request may succeed, if the server states it. */
  readonly retryAfter: number | undefined

  constructor(message: string, { id, status, fieldViolations, retryAfter }: ApiErrorDetails) {
    super(message)
    this.id = id
    this.status = status
    this.fieldViolations = fieldViolations
    this.retryAfter = retryAfter
  }
}

/** @returns the error for a response; a proxy in front of the server may send anything */
export function errorOf({ status, headers }: Response, body: unknown): ApiError {
  const { message = `The server answered ${status}.`, details = [] } = isErrorBody(body) ? body : {}
  const detail = Object.assign({ id: 'unexpected_answer', fieldViolations: [] }, ...details.toReversed())
  const { id, fieldViolations } = detail as Pick<ApiErrorDetails, 'id' | 'fieldViolations'>
  const retryAfter = headers.get('retry-after')
  return new ApiError(message, { id, status, fieldViolations, retryAfter: retryAfter === null ? undefined : Number(retryAfter) })
}

interface ErrorBody {
  readonly message: string
  readonly details: readonly object[]
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'details' in body && Array.isArray(body.details)
}
