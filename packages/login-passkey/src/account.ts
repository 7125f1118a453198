// The operations of an account page on the passkeys of its signed-in user. Each function acts on passkeys of that user alone.
import type { OtherWays, RequestContext, User } from '@symbolon/core-protocol'
import { findUserLoginPolicy, isSoleFactor } from '@symbolon/core-protocol'
import { demandedFactors } from '@symbolon/login'
import { recordPasskeyChange } from './enrolment.ts'
import { readName } from './passkey-name.ts'

/** A passkey as its owner sees it. */
export interface ListedPasskey {
  readonly credentialId: string
  readonly name: string
  /** `passkey`: signs in alone. `security_key`: comes after a password. */
  readonly kind: 'passkey' | 'security_key'
  /** Whether it is kept on several devices. */
  readonly synced: boolean
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** Absent until its first use. */
  readonly lastUsedAt?: number
}

/** Lists the passkeys and security keys of a user, the oldest first. */
export async function listPasskeys({ id }: Pick<User, 'id'>, { stores }: RequestContext<'passkeys'>): Promise<readonly ListedPasskey[]> {
  return (await stores.passkeys.list(id)).map((each) => ({
    credentialId: each.credentialId,
    name: each.name,
    kind: isSoleFactor(each) ? 'passkey' : 'security_key',
    synced: each.backedUp,
    createdAt: each.createdAt,
    ...(each.lastUsedAt === undefined ? {} : { lastUsedAt: each.lastUsedAt }),
  }))
}

/**
 * Renames a passkey of the user.
 *
 * @param typed control characters are removed, and it is cut to 64 characters
 * @returns `missing_name` for an empty name, `absent` when the user has no such passkey
 */
export async function renamePasskey(
  { id }: Pick<User, 'id'>,
  credentialId: string,
  typed: string,
  { stores }: RequestContext<'passkeys'>,
): Promise<'renamed' | 'missing_name' | 'absent'> {
  const name = readName(typed)
  if (name === undefined) return 'missing_name'
  return (await stores.passkeys.rename(id, credentialId, name)) ? 'renamed' : 'absent'
}

/**
 * Removes a passkey of the user, unless nothing would be left to sign in with, or no second factor where the policy requires one. Records it
 * in the audit trail.
 *
 * @param composed the other sign-in methods of the login; methods that the user's login policy does not allow do not count. The RP ID is the
 *   host of the issuer unless it is given
 */
export async function removePasskey(
  user: User,
  credentialId: string,
  composed: OtherWays,
  context: RequestContext<'memberships' | 'passkeys' | 'policies'>,
): Promise<'removed' | 'absent' | 'last_way_in' | 'factor_required' | 'last_owner'> {
  const { passkeys } = context.stores
  const policy = await findUserLoginPolicy(user, context)
  const { allowUsernamePassword, allowExternalIdp } = policy
  const passkey = await passkeys.find(credentialId)
  if (passkey?.userId !== user.id) return 'absent'
  const others: OtherWays = {
    password: composed.password && allowUsernamePassword,
    externalAccount: composed.externalAccount && allowExternalIdp,
    rpId: composed.rpId ?? new URL(context.issuer).hostname,
  }
  const outcome = await passkeys.remove(user.id, credentialId, others, demandedFactors(policy, true))
  if (outcome === 'removed') await recordPasskeyChange('passkey_removed', user, passkey, context)
  return outcome
}
