// Which acts are dangerous. They need a fresh proof of the person who acts (`staleProofOf`).
import type { ResourceKind } from '@symbolon/core-protocol'
import type { JsonObject } from '@symbolon/schema-v2'
import type { Changed } from './change.ts'
import type { Management } from './context.ts'

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

/** Members that prove an identity, that proofs are sent to, or by which people are found or locked out. */
const proves =
  /(?:^|\.)(?:clientSecret|clientSecretHash|formerClientSecretHash|password|hashedPassword|otpCode|issuer)$|^user\.(?:email|phone)(?:\.|$)|^user\.userName$|^orgState$/

/** An object before and after a change; absent where there is none. */
interface Contents {
  readonly before?: JsonObject | undefined
  readonly after?: JsonObject | undefined
}

/** @returns whether a change that the engine of documents planned needs a fresh proof */
export function isDangerous(
  { kind, key }: { readonly kind: ResourceKind; readonly key: readonly string[] },
  { action, changed }: Pick<Changed, 'action' | 'changed'>,
  { before, after }: Contents,
): boolean {
  if (action === 'same') return false
  if (givesRights.has(kind)) return true
  // Its tokens are for this API, wherever its redirect URIs lead.
  if (before?.['managementAccess'] === true || after?.['managementAccess'] === true) return true
  if (kind === 'orgPolicy' || kind === 'instancePolicy') return ofSignIn.has(key.at(-1) ?? '')
  if (action === 'removed') return takesMuch.has(kind)
  // Users of a domain sign in by addresses in it, and providers of its organization prove these.
  if (kind === 'orgDomain') return after?.['isVerified'] === true
  return action === 'changed' && changed.some((name) => proves.test(name))
}
