// Checks a password so that neither the response nor its time reveals whether the user exists. Unknown users and users without a password lead
// to the same reads and writes and pay for one hash, like a wrong password. Every response takes as long as the slowest hash of any user.
// An attempt is counted right before its hash is computed: parallel guesses cannot get around the limit, and an attempt that is refused
// because the hashing is busy does not count.
// https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html#authentication-and-error-messages
import type { HttpRequest, LoginNameMatch, LoginPolicy, SecretHashing, User } from '@symbolon/core-protocol'
import { canonicalLoginName, digest, domainOfName } from '@symbolon/core-protocol'
import { blockTime, unknownBrowserRules } from '../attempts/attempt-rules.ts'
import { beginAttempt, readDelays } from '../attempts/begin-attempt.ts'
import type { AttemptCounter, AttemptDecision, TooEarly } from '../attempts/begin-attempt.ts'
import type { InstanceLimits } from '../attempts/instance-limits.ts'
import { knownBrowserCounter } from '../attempts/known-browser.ts'
import type { KnownBrowserCounter } from '../attempts/known-browser.ts'
import { userByPolicy } from './find-user.ts'
import type { LoginContext } from '../visit/visit.ts'

/** A password that was typed for a login name. */
export interface PasswordAttempt {
  /** The user that the login name identifies. */
  readonly match: LoginNameMatch | undefined
  /** As typed, completed by the organization of the authorization request. */
  readonly loginName: string
  /** Exactly as typed. Imported hashes are of the bytes that the user once typed, so no normalised form is tried. */
  readonly password: string
  readonly request: HttpRequest
  /** The limits of the instance on failed sign-ins; absent where the user is already signed in. */
  readonly instanceLimits?: InstanceLimits
}

/** The result of the check. */
export type PasswordOutcome =
  | { readonly kind: 'right'; readonly user: User }
  /** The password is right, so the user may learn that the account is locked or inactive. */
  | { readonly kind: 'not_active'; readonly user: User }
  | TooEarly
  | {
      readonly kind: 'refused'
      readonly reason: 'unknown_user' | 'no_password' | 'blocked' | 'wrong_password'
      /** Absent for an unknown name. */
      readonly user?: User
      /** Whether this attempt reached the policy's number, so that browsers in which the user is not known are blocked. */
      readonly blocks: boolean
    }

/**
 * Checks a password.
 *
 * @throws SecretHashingBusy when too many hashes are being computed
 * @throws StorageUnavailable when the database does not answer
 */
export async function checkPassword(attempt: PasswordAttempt, hashing: SecretHashing, context: LoginContext): Promise<PasswordOutcome> {
  const { passwords, policies, signInAttempts } = context.stores
  const policy = await policies.findLoginPolicy(attempt.match?.user.orgId)
  const user = userByPolicy(attempt.match, policy)
  const ofBrowser = await knownBrowserCounter('password', user?.id ?? '', policy.maxPasswordAttempts, attempt.request, context)
  const known = ofBrowser?.isSpent === false ? ofBrowser : undefined
  const counters = known === undefined ? await countersElsewhere(attempt.loginName, user, policy, context) : [known]
  // No user has an empty id. For an unknown user this is the same lookup without a result.
  const stored = await passwords.find(user?.id ?? '')
  // Read for every attempt: a refusal must not be faster for users without a slow hash.
  const slowest = await passwords.slowest()
  const { shown, hidden } = await readDelays(counters, signInAttempts, context.now())
  if (shown > 0) return { kind: 'too_early', retryAfter: shown }

  const admission = known === undefined ? attempt.instanceLimits?.admit(attempt.password, context) : undefined
  if (admission?.kind === 'refused') return { kind: 'too_early', retryAfter: admission.retryAfter }
  let decision: AttemptDecision | undefined
  const begin = async (): Promise<boolean> => {
    decision = await beginAttempt(counters, signInAttempts, context.now)
    return decision.kind !== 'too_early'
  }
  const { valid, rehash } = await verify(attempt.password, hidden > 0 ? undefined : stored?.hash, hashing, { slowest, begin }).catch(
    (error: unknown) => {
      // Nothing was verified.
      admission?.withdraw()
      throw error
    },
  )
  if (decision === undefined) throw new TypeError('The SecretHashing verified a password without calling `begin` first.')
  if (decision.kind === 'too_early') {
    admission?.withdraw()
    return decision
  }
  if (user === undefined) return { kind: 'refused', reason: 'unknown_user', blocks: false }
  if (decision.kind === 'hidden') return { kind: 'refused', reason: 'blocked', user, blocks: false }
  if (stored === undefined) return { kind: 'refused', reason: 'no_password', user, blocks: false }
  if (!valid) return { kind: 'refused', reason: 'wrong_password', user, blocks: reachesPolicyNumber(decision, counters) }

  admission?.withdraw()
  await clearCounts(decision, counters, ofBrowser, context)
  if (rehash) await replaceHash(user.id, attempt.password, stored.hash, hashing, context)
  return { kind: user.state === 'active' && user.orgActive ? 'right' : 'not_active', user }
}

async function verify(
  password: string,
  hash: string | undefined,
  hashing: SecretHashing,
  options: { readonly slowest: number; readonly begin: () => Promise<boolean> },
): Promise<{ readonly valid: boolean; readonly rehash: boolean }> {
  // A hash of an unsupported scheme is treated like no hash, and costs the same time.
  if (hash !== undefined && hashing.inspect(hash).supported) return await hashing.verify(password, hash, options)
  await hashing.verifyAbsent(password, options)
  return { valid: false, rehash: false }
}

function reachesPolicyNumber({ attempts }: Extract<AttemptDecision, { kind: 'begun' }>, counters: readonly AttemptCounter[]): boolean {
  return counters.some(
    ({ key, userId, rules: { blocksAfter } }) =>
      userId !== undefined && blocksAfter > 0 && attempts.some((attempt) => attempt.key === key && attempt.failedAttempts >= blocksAfter),
  )
}

/**
 * Clears the counts after a right password. The count of the user, or of the known browser, is removed; a browser that had too many failed
 * attempts counts separately again. On the count of the typed name only this attempt is taken back: if the count vanished, an attacker would
 * learn that the user has signed in.
 */
async function clearCounts(
  { attempts }: Extract<AttemptDecision, { kind: 'begun' }>,
  counters: readonly AttemptCounter[],
  ofBrowser: KnownBrowserCounter | undefined,
  { stores: { signInAttempts } }: LoginContext,
): Promise<void> {
  const isOfName = ({ key }: { readonly key: string }): boolean =>
    counters.length > 1 && counters.some((counter) => counter.key === key && counter.shown)
  const cleared = attempts.filter((attempt) => !isOfName(attempt)).map(({ key }) => key)
  await signInAttempts.settle(attempts.filter(isOfName), ofBrowser?.isSpent === true ? [...cleared, ofBrowser.key] : cleared)
}

/** Replaces a hash of an outdated scheme or cost. A failure does not stop the sign-in: the next sign-in tries again. */
async function replaceHash(
  userId: string,
  password: string,
  oldHash: string,
  hashing: SecretHashing,
  context: LoginContext,
): Promise<void> {
  try {
    // Compare and swap: a password that is changed at the same time must not be overwritten.
    const replaced = await context.stores.passwords.replaceHash(userId, oldHash, await hashing.hash(password))
    context.log.info('password_rehashed', { userId, replaced })
  } catch (error) {
    context.log.warn('password_rehash_failed', { userId, reason: error instanceof Error ? error.name : 'unknown' })
  }
}

/**
 * Selects the counters of an attempt outside a known browser: one counter of the typed name, known or not, and one of the user whom the name
 * identifies. Only the delay of the name's counter is shown: the delay of the user's counter would reveal that two names identify one
 * user, and the number of an organization's policy would reveal that a name is one of its users'. An unknown user has the same counters as a
 * known one, so that both lead to the same reads and writes.
 *
 * @param name as typed, completed by the organization of the authorization request
 * @param policy of the user's organization, or of the instance for an unknown user
 */
async function countersElsewhere(
  name: string,
  user: User | undefined,
  policy: LoginPolicy,
  context: LoginContext,
): Promise<readonly AttemptCounter[]> {
  const canonical = canonicalLoginName(name)
  const policyOfName = await context.stores.policies.findLoginPolicyOfDomain(domainOfName(canonical))
  return [
    {
      key: digest(`password name ${canonical}`),
      method: 'password',
      rules: unknownBrowserRules(policyOfName),
      shown: true,
      keptFor: blockTime,
    },
    {
      key: digest(user === undefined ? `password unknown ${canonical}` : `password user ${user.id}`),
      method: 'password',
      ...(user === undefined ? {} : { userId: user.id }),
      rules: unknownBrowserRules(policy),
      shown: false,
      keptFor: blockTime,
    },
  ]
}
