// A fresh proof of the person who acts, so that a stolen token, or an unattended browser, is not enough for an action that
// is dangerous. The console asks for it by a separate sign-in; the API by the challenge of RFC 9470. Service users have no second proof to
// give: their tokens are bound to an operator who keeps their keys. https://www.rfc-editor.org/rfc/rfc9470
import type { AccessToken, Context, User } from '@symbolon/core-protocol'
import { RestError } from './rest-error.ts'

/** Seconds for which a proof counts as fresh. */
const freshness = 300

/**
 * @param authentication how and when the user signed in for the token: with an application, the command or the console. A personal access token
 *   has none, and only service users have those.
 * @param hasPasskey whether the user has a passkey or a security key that opens this server
 * @returns the challenge to a person whose sign-in is too old, or was with one factor where the person has two; undefined for a fresh proof, and
 *   for service users
 */
export function staleProofOf(
  { kind, secondFactors }: Pick<User, 'kind' | 'secondFactors'>,
  authentication: AccessToken['authentication'],
  now: number,
  hasPasskey = false,
): RestError | undefined {
  if (kind === 'machine') return undefined
  const needsTwo = secondFactors.length > 0 || hasPasskey
  const isFresh = authentication !== undefined && Math.abs(now - authentication.at) < freshness * 1000
  if (isFresh && (!needsTwo || authentication.acr === '2')) return undefined
  return freshProofNeeded()
}

/** @returns the challenge to a person who has to give a fresh proof */
export function freshProofNeeded(): RestError {
  // https://www.rfc-editor.org/rfc/rfc9470#section-3
  return new RestError(
    'insufficient_user_authentication',
    'This act needs a sign-in in the last five minutes, with a second factor where you have one. Sign in with acr_values=2 and max_age=300, and use the new token.',
    {
      challenge: {
        error: 'insufficient_user_authentication',
        error_description: 'A fresh sign-in is required',
        acr_values: '2',
        max_age: String(freshness),
      },
    },
  )
}

/** @returns the challenge to a person with an administrative role who signed in with one factor, where the instance demands two */
export function secondFactorNeeded(): RestError {
  return new RestError(
    'insufficient_user_authentication',
    'This instance demands a second factor of users with an administrative role. Sign in with it, with acr_values=2, and use the new token.',
    {
      challenge: {
        error: 'insufficient_user_authentication',
        error_description: 'A sign-in with a second factor is required',
        acr_values: '2',
      },
    },
  )
}

/**
 * Asks a person for a fresh proof, after the rights. Where it is not known which passkeys open the server, only the other second factors count.
 * @throws RestError insufficient_user_authentication
 */
export function requireFreshProof(
  caller: Pick<User, 'kind' | 'secondFactors'>,
  { authentication, now }: Pick<AccessToken, 'authentication'> & Pick<Context, 'now'>,
): void {
  const stale = staleProofOf(caller, authentication, now())
  if (stale !== undefined) throw stale
}
