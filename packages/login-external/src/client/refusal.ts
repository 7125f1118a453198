// Turns what openid-client throws into the refusal of a sign-in. Its errors hold responses with tokens and personal data, so the log gets
// the code and the short message alone.
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import * as v from 'valibot'
import { ExternalSignInRefused } from '../identity/external-identity.ts'
import { OutgoingRequestRefused } from '@symbolon/outgoing'

/**
 * Runs a call of openid-client.
 *
 * @throws ExternalSignInRefused for whatever the call throws
 */
export async function orRefuse<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw toRefusal(error)
  }
}

function toRefusal(error: unknown): ExternalSignInRefused {
  if (error instanceof ExternalSignInRefused) return error
  // https://openid.net/specs/openid-connect-core-1_0.html#AuthError; Apple calls it `user_cancelled_authorize`.
  if (error instanceof AuthorizationResponseError) {
    const denied = error.error === 'access_denied' || error.error.startsWith('user_cancel')
    return new ExternalSignInRefused(denied ? 'denied' : 'failed', `authorization response: ${codeOf(error.error)}`)
  }
  if (error instanceof ResponseBodyError) return new ExternalSignInRefused('failed', `token response: ${codeOf(error.error)}`)
  const refused = causeOf(error, OutgoingRequestRefused)
  if (refused !== undefined) return new ExternalSignInRefused('failed', refused.message)
  if (error instanceof ClientError)
    return new ExternalSignInRefused('failed', [error.code, error.message, differenceIn(error)].filter(Boolean).join(': '))
  return new ExternalSignInRefused('failed', error instanceof Error ? error.name : 'unknown')
}

/** An error code of a response, which is untrusted text. https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1 */
function codeOf(error: string): string {
  return /^[a-z_]{1,60}$/.test(error) ? error : 'unknown error'
}

/** Members that show a wrong configuration. The others, such as the nonce, are secrets or about the user. */
const comparedMembers: readonly string[] = ['iss', 'aud', 'azp', 'exp', 'iat', 'nbf', 'auth_time', 'issuer']

/**
 * The member that differs, with both values: an issuer with a slash at its end resembles one without.
 * @returns undefined for other errors, and for a member whose value is not for the log
 */
function differenceIn(error: Error): string | undefined {
  let cause: unknown = error
  for (let depth = 0; cause instanceof Error && depth < 4; depth += 1) cause = cause.cause
  const read = v.safeParse(comparison, cause)
  if (!read.success) return undefined
  const { claim, attribute, claims, body, expected } = read.output
  const member = claim ?? attribute ?? ''
  if (!comparedMembers.includes(member)) return claim === 'nonce' ? 'nonce' : undefined
  const found = (claims ?? body)?.[member]
  return `${member} is ${shown(found)}${expected === undefined ? '' : `, expected ${shown(expected)}`}`
}

const object = v.record(v.string(), v.unknown())
/** The details that oauth4webapi reports about a comparison. */
const comparison = v.object({
  claim: v.optional(v.string()),
  attribute: v.optional(v.string()),
  claims: v.optional(object),
  body: v.optional(object),
  expected: v.optional(v.unknown()),
})

/** An untrusted value, in one line. */
function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'absent').slice(0, 300)
}

function causeOf<T extends Error>(error: unknown, type: abstract new (...given: never[]) => T): T | undefined {
  for (let each = error, depth = 0; each instanceof Error && depth < 4; each = each.cause, depth++) if (each instanceof type) return each
  return undefined
}
