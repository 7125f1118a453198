// Checks a password so that neither the answer nor its time tells whether the user exists: unknown users, users without password
// and tries that come too early read the same rows, write one row, and pay for one hash, like a wrong password does,
// and answer when the slowest hash that any user has would be verified.
// A try is counted before its hash is computed, so that parallel guesses cannot slip past the limit.
// https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html#authentication-and-error-messages
import type { LoginNameMatch, SecretHashing, User } from '@symbolon/core-protocol'
import { remainingDelay } from '../attempt-delay.ts'
import type { LoginContext } from '../authenticator.ts'
import { userByPassword } from './named-user.ts'

export interface PasswordTry {
  readonly match: LoginNameMatch | undefined
  /** Exactly as typed. Imported hashes are of whatever bytes the user once typed, so no other form is tried. */
  readonly password: string
  /** Whether the user has a session in this very browser. */
  readonly knownBrowser: boolean
  /** Writes one row: where there are no tries to count, it takes the place of counting. */
  readonly writeAnyway: () => Promise<void>
}

export type PasswordOutcome =
  | { readonly kind: 'right', readonly user: User }
  /** The password is right, so its owner may know that the account is switched off. */
  | { readonly kind: 'not_active', readonly user: User }
  | { readonly kind: 'refused', readonly reason: 'unknown_user' | 'no_password' | 'too_early' | 'wrong_password', readonly userId?: string }

/** Tries to count a try while others are counted at the same time. */
const countingRounds = 3

/** @throws SecretHashingBusy, StorageUnavailable */
export async function checkPassword(attempt: PasswordTry, hashing: SecretHashing, context: LoginContext): Promise<PasswordOutcome> {
  const { passwords, policies } = context.stores
  const policy = await policies.findLoginPolicy(attempt.match?.user.orgId)
  const user = userByPassword(attempt.match, policy)
  // Whoever is asked for: a refusal must not be quicker for users without a slow hash.
  const slowest = await passwords.slowest()
  const counted = await countTry(user?.id ?? '', attempt.knownBrowser, context)
  if (user === undefined || typeof counted === 'string') {
    await attempt.writeAnyway()
    await hashing.verifyAbsent(attempt.password, { slowest })
    if (user === undefined) return { kind: 'refused', reason: 'unknown_user' }
    return { kind: 'refused', reason: typeof counted === 'string' ? counted : 'no_password', userId: user.id }
  }
  const { valid, rehash } = await hashing.verify(attempt.password, counted.hash, { slowest })
  if (!valid) {
    if (policy.maxPasswordAttempts > 0 && counted.failedAttempts >= policy.maxPasswordAttempts) {
      await passwords.lock(user.id)
      context.log.warn('user_locked', { userId: user.id, failedAttempts: counted.failedAttempts })
      await context.audit({ type: 'user_locked', subject: { kind: 'user', id: user.id }, orgId: user.orgId })
    }
    return { kind: 'refused', reason: 'wrong_password', userId: user.id }
  }
  await passwords.clearAttempts(user.id)
  if (rehash) await replaceHash(user.id, attempt.password, counted.hash, hashing, context)
  return { kind: user.state === 'active' && user.orgActive ? 'right' : 'not_active', user }
}

/** @returns the hash and the count with this try, or why the password is not looked at */
async function countTry(
  userId: string,
  knownBrowser: boolean,
  context: LoginContext,
): Promise<{ readonly hash: string, readonly failedAttempts: number } | 'no_password' | 'too_early'> {
  const { passwords } = context.stores
  for (let round = 0; round < countingRounds; round++) {
    // No user has an empty id: for unknown names this is the same look-up, with nothing to be found.
    const stored = await passwords.find(userId)
    if (stored === undefined) return 'no_password'
    const now = context.now()
    // Too early looks like wrong: a page of its own would say that there is such a user.
    if (remainingDelay(stored, knownBrowser ? 'knownBrowser' : 'stranger', now) > 0) return 'too_early'
    if (await passwords.beginAttempt(userId, stored.failedAttempts, now)) {
      return { hash: stored.hash, failedAttempts: stored.failedAttempts + 1 }
    }
  }
  // So many tries at once are nobody's typing.
  return 'too_early'
}

/** Brings an old hash up to date. Whatever goes wrong, the user is signed in, and the next login tries again. */
async function replaceHash(
  userId: string,
  password: string,
  oldHash: string,
  hashing: SecretHashing,
  context: LoginContext,
): Promise<void> {
  try {
    // Compare and swap: a password that is changed at the same time must not be undone.
    const replaced = await context.stores.passwords.replaceHash(userId, oldHash, await hashing.hash(password))
    context.log.info('password_rehashed', { userId, replaced })
  } catch (error) {
    context.log.warn('password_rehash_failed', { userId, reason: error instanceof Error ? error.name : 'unknown' })
  }
}
