// Sets a new password of a user who may: after a proof, or in the flow of a mailed code. Whoever set the old one loses what it opened.
import type { AuditEvent, RequestContext, SecretHashing, User } from '@symbolon/core-protocol'
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

/**
 * Sets a password that was checked by `readNewPassword`, and records it.
 *
 * @param user as read before the proof was checked
 * @param event what the event in the audit trail says beside the user, such as the application
 * @throws SecretHashingBusy when too many hashes are being computed
 */
export async function setPassword(
  user: User,
  password: string,
  event: Pick<AuditEvent, 'clientId' | 'details'>,
  hashing: SecretHashing,
  context: RequestContext<'passwords'>,
): Promise<SetPassword> {
  const { passwords } = context.stores
  const stored = await passwords.find(user.id)
  if (stored !== undefined && hashing.inspect(stored.hash).supported && (await hashing.verify(password, stored.hash)).valid)
    return { kind: 'unchanged' }
  const hash = await hashing.hash(password)
  const replaces = stored === undefined ? 'none' : { hash: stored.hash }
  const after = await passwords.set({ userId: user.id, hash, replaces, seen: user, now: context.now() })
  if (after === undefined) return { kind: 'outdated' }
  context.log.info('password_changed', { userId: user.id })
  await context.audit({
    type: 'password_changed',
    actorId: user.id,
    subject: { kind: 'user', id: user.id },
    orgId: user.orgId,
    ...remoteAddressOf(context),
    ...event,
  })
  return { kind: 'set', user: after }
}
