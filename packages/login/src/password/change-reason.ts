// Decides whether a user must change the password, or is advised to. Pure.
import type { Password, Session, User } from '@symbolon/core-protocol'
import type { PasswordPolicy } from '@symbolon/schema-v2'

/** The reason for a due change. */
export type ChangeReason =
  | { readonly kind: 'demanded' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'expiring'; readonly daysLeft: number }

const day = 86_400_000

/**
 * Decides why the password of a session has to be changed. A user who signed in without the password is not asked: only the user knows whether
 * the password is still in use.
 *
 * @param password does not expire without the time of its last change
 * @param now milliseconds since the epoch
 * @returns undefined when it may stay
 */
export function changeReason(
  { factors }: Pick<Session, 'factors'>,
  { passwordChangeRequired = false }: Pick<User, 'passwordChangeRequired'>,
  { changedAt }: Pick<Password, 'changedAt'>,
  { maxAge, warnBefore = 0 }: PasswordPolicy,
  now: number,
): ChangeReason | undefined {
  if (!factors.some(({ method }) => method === 'pwd')) return undefined
  if (passwordChangeRequired) return { kind: 'demanded' }
  if (maxAge === undefined || changedAt === undefined) return undefined
  // A time in the future comes from a clock that ran ahead. Such a password lasts no longer than one that is as far in the past.
  const left = maxAge - Math.abs(now - changedAt)
  if (left <= 0) return { kind: 'expired' }
  return left <= warnBefore ? { kind: 'expiring', daysLeft: Math.ceil(left / day) } : undefined
}
