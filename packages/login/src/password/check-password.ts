// Checks a password so that neither the answer nor its time tells whether the user exists: unknown users and users without password read
// the same rows, write the same, and pay for one hash, like a wrong password does, and answer when the slowest hash that any user has
// would be verified. A try is counted when its hash is about to be computed: parallel guesses cannot slip past the limit, and what was
// refused because hashing is busy counts for nothing.
// https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html#authentication-and-error-messages
import type { LoginNameMatch, SecretHashing, User } from '@symbolon/core-protocol'
import { type AttemptAdmission, type AttemptCounter, beginAttempt, delays } from '../attempts/begin-attempt.ts'
import type { LoginContext } from '../visit/visit.ts'
import { userByPassword } from './named-user.ts'
import { passwordCounters } from './password-counters.ts'

export interface PasswordTry {
  readonly match: LoginNameMatch | undefined
  /** As it was typed, completed by the organization of the request. */
  readonly loginName: string
  /** Exactly as typed. Imported hashes are of whatever bytes the user once typed, so no other form is tried. */
  readonly password: string
  readonly request: Request
}

export type PasswordOutcome =
  | { readonly kind: 'right', readonly user: User }
  /** The password is right, so its owner may know that the account is switched off. */
  | { readonly kind: 'not_active', readonly user: User }
  /** Not looked at, whoever the name is of. Seconds. */
  | { readonly kind: 'too_early', readonly retryAfter: number }
  | {
    readonly kind: 'refused'
    readonly reason: 'unknown_user' | 'no_password' | 'blocked' | 'wrong_password'
    readonly userId?: string
    /** The policy's number is reached: browsers that the user is not known in have to wait. */
    readonly blocks: boolean
  }

/** @throws SecretHashingBusy, StorageUnavailable */
export async function checkPassword(attempt: PasswordTry, hashing: SecretHashing, context: LoginContext): Promise<PasswordOutcome> {
  const { passwords, policies, signInAttempts } = context.stores
  const policy = await policies.findLoginPolicy(attempt.match?.user.orgId)
  const user = userByPassword(attempt.match, policy)
  const counters = await passwordCounters(attempt.loginName, user, policy, attempt.request, context)
  // No user has an empty id: for unknown names this is the same look-up, with nothing to be found.
  const stored = await passwords.find(user?.id ?? '')
  // Whoever is asked for: a refusal must not be quicker for users without a slow hash.
  const slowest = await passwords.slowest()
  const { shown, hidden } = await delays(counters, signInAttempts, context.now())
  if (shown > 0) return { kind: 'too_early', retryAfter: shown }

  let admission: AttemptAdmission | undefined
  const begin = async (): Promise<boolean> => {
    admission = await beginAttempt(counters, signInAttempts, context.now)
    return admission.kind !== 'too_early'
  }
  const { valid, rehash } = await verify(attempt.password, hidden > 0 ? undefined : stored?.hash, hashing, { slowest, begin })
  if (admission === undefined) throw new TypeError('The hashing of passwords compares before it lets the try be counted.')
  if (admission.kind === 'too_early') return admission
  if (user === undefined) return { kind: 'refused', reason: 'unknown_user', blocks: false }
  if (admission.kind === 'hidden') return { kind: 'refused', reason: 'blocked', userId: user.id, blocks: false }
  if (stored === undefined) return { kind: 'refused', reason: 'no_password', userId: user.id, blocks: false }
  if (!valid) return { kind: 'refused', reason: 'wrong_password', userId: user.id, blocks: reachesNumber(admission, counters) }

  await takeBack(admission, counters, context)
  if (rehash) await replaceHash(user.id, attempt.password, stored.hash, hashing, context)
  return { kind: user.state === 'active' && user.orgActive ? 'right' : 'not_active', user }
}

async function verify(
  password: string,
  hash: string | undefined,
  hashing: SecretHashing,
  options: { readonly slowest: number, readonly begin: () => Promise<boolean> },
): Promise<{ readonly valid: boolean, readonly rehash: boolean }> {
  // A hash that cannot be verified here is none: it costs what none costs.
  if (hash !== undefined && hashing.inspect(hash).supported) return await hashing.verify(password, hash, options)
  await hashing.verifyAbsent(password, options)
  return { valid: false, rehash: false }
}

function reachesNumber({ attempts }: Extract<AttemptAdmission, { kind: 'begun' }>, counters: readonly AttemptCounter[]): boolean {
  return counters.some(({ key, userId, rules: { blocksAfter } }) => (
    userId !== undefined && blocksAfter > 0 && attempts.some((attempt) => attempt.key === key && attempt.failedAttempts >= blocksAfter)
  ))
}

/**
 * The password is right: there are no wrong tries of the user any more. Those under the name stay, but for this one: that they vanish would
 * tell a stranger that somebody signed in.
 */
async function takeBack(
  { attempts }: Extract<AttemptAdmission, { kind: 'begun' }>,
  counters: readonly AttemptCounter[],
  { stores: { signInAttempts } }: LoginContext,
): Promise<void> {
  const isOfName = ({ key }: { readonly key: string }): boolean => counters.length > 1 && counters.some((each) => each.key === key && each.shown)
  await signInAttempts.settle(attempts.filter(isOfName), attempts.filter((each) => !isOfName(each)).map(({ key }) => key))
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
