// Sets a new password after a proof, or in the flow of a mailed code. Sessions and tokens that the old password opened are revoked.
import type { AuditEvent, NewPassword, RequestContext, SecretHashing, User } from '@symbolon/core-protocol'
import { remoteAddressOf } from '../steps/continue-sign-in.ts'

/** The result of {@link setPassword}. */
export type SetPassword =
  | {
      readonly kind: 'set'
      /** As of then. */
      readonly user: User
    }
  /** It is the present password. */
  | { readonly kind: 'unchanged' }
  /** Another password was set since the proof, or the user was locked, deactivated or removed. */
  | { readonly kind: 'outdated' }

/** What belongs to a new password. */
export interface SetPasswordOptions {
  /** What the event in the audit trail contains in addition to the user, such as the application. */
  readonly event: Pick<AuditEvent, 'clientId' | 'details'>
  /** Whether every other factor of the user is removed. Default: false. */
  readonly removesFactors?: boolean
  /** Whether no browser is known for the user any more. Default: false. */
  readonly forgetsBrowsers?: boolean
  /** The roles of other organizations to suspend with it. */
  readonly suspends?: NewPassword['suspends']
}

/**
 * Sets a password that was checked by `readNewPassword`, and records it.
 *
 * @param user as read before the proof was checked
 * @throws SecretHashingBusy when too many hashes are being computed
 */
export async function setPassword(
  user: User,
  password: string,
  { event, removesFactors = false, forgetsBrowsers = false, suspends }: SetPasswordOptions,
  hashing: SecretHashing,
  context: RequestContext<'passwords'>,
): Promise<SetPassword> {
  const { passwords } = context.stores
  const stored = await passwords.find(user.id)
  if (stored !== undefined && hashing.inspect(stored.hash).supported && (await hashing.verify(password, stored.hash)).valid)
    return { kind: 'unchanged' }
  const hash = await hashing.hash(password)
  const replaces = stored === undefined ? 'none' : { hash: stored.hash }
  const after = await passwords.set({
    userId: user.id,
    hash,
    replaces,
    seen: user,
    removesFactors,
    forgetsBrowsers,
    ...(suspends === undefined ? {} : { suspends }),
    now: context.now(),
  })
  if (after === undefined) return { kind: 'outdated' }
  for (const type of ['password_changed', ...(removesFactors ? (['factors_removed'] as const) : [])] as const) {
    context.log.info(type, { userId: user.id })
    const subject = { kind: 'user', id: user.id }
    await context.audit({ type, actorId: user.id, subject, orgId: user.orgId, ...remoteAddressOf(context), ...event })
  }
  return { kind: 'set', user: after }
}
