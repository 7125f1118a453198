// Dangerous acts need a fresh proof of the person who acts, so that a token that somebody else got hold of, or a browser that was left alone,
// is not enough. The console asks for it by a sign-in of its own; the API by the challenge of RFC 9470. Service users have no second proof to
// give: their tokens are bound to an operator who keeps their keys. https://www.rfc-editor.org/rfc/rfc9470
import { RestError } from '@symbolon/admin-api'
import type { AccessToken, ResourceKind, User } from '@symbolon/core-protocol'
import type { JsonObject } from '@symbolon/schema-v2'
import type { Changed } from './change.ts'
import type { Management } from './context.ts'

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

/**
 * Every operation that is dangerous calls it, after it asked for the rights.
 * @throws RestError insufficient_user_authentication
 */
export function requireFreshProof({ staleProof }: Management): void {
  if (staleProof !== undefined) throw staleProof
}

/** Objects by which somebody gets rights, or acts as somebody else: every change of one is dangerous. */
const givesRights: ReadonlySet<ResourceKind> = new Set([
  'instanceMember',
  'orgMember',
  'projectMember',
  'projectGrantMember',
  'personalAccessToken',
  'machineKey',
  'appKey',
  'userLink',
])

/** Objects that take much with them. */
const takesMuch: ReadonlySet<ResourceKind> = new Set([
  'org',
  'humanUser',
  'machineUser',
  'project',
  'projectGrant',
  'oidcApp',
  'apiApp',
  'oidcIdp',
  'instanceOidcIdp',
])

/** Policies that say who may sign in, and how. */
const ofSignIn: ReadonlySet<string> = new Set([
  'loginPolicy',
  'lockoutPolicy',
  'passwordAgePolicy',
  'passwordComplexityPolicy',
  'securityPolicy',
])

/** Members that prove an identity, or that proofs are sent to. */
const proves =
  /(?:^|\.)(?:clientSecret|clientSecretHash|formerClientSecretHash|password|hashedPassword|otpCode|issuer)$|^user\.(?:email|phone)(?:\.|$)|^managementAccess$/

/** @returns whether a change that the engine of documents planned needs a fresh proof */
export function isDangerous(
  { kind, key }: { readonly kind: ResourceKind; readonly key: readonly string[] },
  { action, changed }: Pick<Changed, 'action' | 'changed'>,
  entry: JsonObject | undefined,
): boolean {
  if (action === 'same') return false
  if (givesRights.has(kind)) return true
  if (kind === 'orgPolicy' || kind === 'instancePolicy') return ofSignIn.has(key.at(-1) ?? '')
  if (action === 'removed') return takesMuch.has(kind)
  return action === 'created' ? entry?.['managementAccess'] === true : changed.some((name) => proves.test(name))
}
