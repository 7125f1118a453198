// Challenges that need no storage until they are used: each carries its expiry and a MAC over everything that it is bound to. So a page can be
// loaded without a write, two tabs do not replace each other's challenge, and a challenge of another browser, request, user or kind of
// ceremony is refused. https://www.w3.org/TR/webauthn-3/#sctn-cryptographic-challenges
import type { AssertionIdStore, Context } from '@symbolon/core-protocol'
import { digest, equalDigests } from '@symbolon/core-protocol'
import { ceremonyTimeout } from './ceremonies.ts'
import type { Ceremony } from './ceremonies.ts'
import { CeremonyRefused } from './refusal.ts'

/** The values that a challenge is bound to. */
export interface ChallengeBinding {
  /** The authorization request, or a substitute for it. */
  readonly requestId: string
  /** The digest of the cookie that binds the request to the browser. */
  readonly browser: string
  /** Absent before a user has signed in. */
  readonly userId?: string
}

/** The members of the context that the functions here use. */
type ChallengeContext = Pick<Context, 'now' | 'randomToken' | 'sealing'>

/** 144 random bits, the expiry in seconds in base 36, and the MAC, each a whole number of base64url groups: https://www.rfc-editor.org/rfc/rfc4648#section-5 */
const form = /^(?<random>[\w-]{24})(?<expiry>[\da-z]{8})(?<mac>[\w-]{43})$/

/** Creates a challenge, as base64url. It is valid for five minutes. */
export function createChallenge(ceremony: Ceremony, binding: ChallengeBinding, context: ChallengeContext): string {
  const random = context.randomToken().slice(0, 24)
  const expiry = Math.ceil((context.now() + ceremonyTimeout) / 1000)
    .toString(36)
    .padStart(8, '0')
  return random + expiry + macOf(ceremony, binding, random, expiry, context)
}

/** A challenge of this server. */
export interface OwnChallenge<C extends Ceremony> {
  readonly ceremony: C
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/**
 * Checks a challenge that came back.
 *
 * @param ceremonies the kinds that the form takes
 * @throws CeremonyRefused `challenge` or `challenge_expired`
 */
export function checkChallenge<const C extends Ceremony>(
  challenge: string,
  ceremonies: readonly C[],
  binding: ChallengeBinding,
  context: ChallengeContext,
): OwnChallenge<C> {
  const { random = '', expiry = '', mac = '' } = form.exec(challenge)?.groups ?? {}
  const ceremony = ceremonies.find((each) => equalDigests(mac, macOf(each, binding, random, expiry, context)))
  if (ceremony === undefined) throw new CeremonyRefused('challenge')
  const expiresAt = Number.parseInt(expiry, 36) * 1000
  if (expiresAt <= context.now()) throw new CeremonyRefused('challenge_expired')
  return { ceremony, expiresAt }
}

/**
 * Makes a challenge unusable, after everything else was verified.
 *
 * @throws CeremonyRefused `challenge_used`; of parallel calls exactly one does not throw
 */
export async function burnChallenge(
  challenge: string,
  { expiresAt }: OwnChallenge<Ceremony>,
  assertionIds: AssertionIdStore,
): Promise<void> {
  if (!(await assertionIds.add(digest(`passkey challenge ${challenge}`), expiresAt))) throw new CeremonyRefused('challenge_used')
}

function macOf(ceremony: Ceremony, binding: ChallengeBinding, random: string, expiry: string, { sealing }: ChallengeContext): string {
  const { requestId, browser, userId = '' } = binding
  return sealing.derive('passkey challenge', JSON.stringify([ceremony, requestId, browser, userId, random, expiry]))
}
