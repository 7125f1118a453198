// Ids and domain names.
import type { Problem } from '../report/reason.ts'

/**
 * Checks ids. They are opaque. Control characters could forge lines of a log, unpaired surrogates cannot be stored as UTF-8, and clients remove the
 * segments `.` and `..` from the path of a request, however they are encoded (https://url.spec.whatwg.org/#double-dot-path-segment).
 *
 * @returns undefined when each of them is an id
 */
export function identifierProblem(ids: readonly string[]): Problem | undefined {
  return ids.every(
    (id) => !['', '.', '..'].includes(id) && id.length <= 400 && [...id].length <= 200 && id.isWellFormed() && !/\p{Cc}/u.test(id),
  )
    ? undefined
    : { reason: 'id_malformed' }
}

/**
 * "It MUST NOT exceed 255 ASCII characters in length": a user's id is the `sub` of tokens.
 * https://openid.net/specs/openid-connect-core-1_0.html#IDToken
 */
export function userIdProblem(userId: string): Problem | undefined {
  return /^[\x21-\x7e]{1,255}$/.test(userId) ? identifierProblem([userId]) : { reason: 'user_id_not_ascii' }
}

/**
 * Host names of organizations: https://www.rfc-editor.org/rfc/rfc1123#section-2.1. International names are stored in ASCII, so that names that look
 * alike cannot be confused in login names.
 *
 * @param domainName as `canonicalDomain` returns it
 */
export function domainNameProblem(domainName: string): Problem | undefined {
  const labels = domainName.split('.')
  return domainName.length <= 253 && labels.every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))
    ? undefined
    : { reason: 'domain_malformed', member: 'domainName' }
}
