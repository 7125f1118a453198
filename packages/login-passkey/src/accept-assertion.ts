// Accepts the response of an authenticator to a sign-in: checks the challenge and the response, uses the challenge up, and records the use. Each of
// the last two is one conditional write, so that of several responses with one challenge or one counter the first is accepted.
import type { Passkey, RequestContext } from '@symbolon/core-protocol'
import type { LoginStore } from '@symbolon/login'
import type { PasskeyOptions } from './options.ts'
import { expectedOrigins, relyingParty } from './options.ts'
import type { Authentication, RelyingParty } from './webauthn/ceremonies.ts'
import { burnChallenge, checkChallenge } from './webauthn/challenge.ts'
import type { ChallengeBinding } from './webauthn/challenge.ts'
import { CeremonyRefused } from './webauthn/refusal.ts'
import { readAssertion, readChallenge } from './webauthn/response.ts'
import { verifyAssertion } from './webauthn/verify.ts'

/** The stores of a passkey sign-in in addition to those of every step. */
export const passkeyStores = ['assertionIds', 'passkeys'] as const

/** The name of such a store. */
export type PasskeyStore = (typeof passkeyStores)[number]

/** The context of a passkey sign-in. */
export type PasskeyContext = RequestContext<LoginStore | PasskeyStore>

/** The expectations of the response. */
export interface ExpectedAssertion {
  readonly ceremony: Authentication
  readonly binding: ChallengeBinding
  readonly options: PasskeyOptions
  /** Decides by the record whether this passkey may be used here, after its signature was verified. */
  readonly admit: (passkey: Passkey) => Promise<void> | void
  /** Whether the user has proven another factor for this request, so that the passkey's own verification counts from now on. */
  readonly confirms: boolean
}

/** An accepted response. */
export interface AcceptedAssertion {
  readonly passkey: Passkey
  readonly userVerified: boolean
}

/**
 * Accepts a response.
 *
 * @param field the form field `credential`
 * @throws CeremonyRefused
 */
export async function acceptAssertion(field: string, expected: ExpectedAssertion, context: PasskeyContext): Promise<AcceptedAssertion> {
  const { ceremony, binding, options, admit, confirms } = expected
  const { passkeys, assertionIds } = context.stores
  const answer = readAssertion(field)
  const challenge = readChallenge(answer)
  const own = checkChallenge(challenge, [ceremony], binding, context)
  const passkey = await passkeys.find(answer.id)
  if (passkey === undefined) throw new CeremonyRefused('unknown_credential')
  const { id: rpId } = requireRelyingParty(context.issuer, options)
  const origins = expectedOrigins(context.issuer, options)
  const verified = await verifyAssertion(answer, { ceremony, challenge, origins, rpId }, passkey, binding.userId)
  await admit(passkey)
  await burnChallenge(challenge, own, assertionIds)
  const { userVerified, counter, backedUp } = verified
  const use = { counter, backedUp, uvInitialized: userVerified && confirms, usedAt: context.now() }
  // Copies of a synced credential may have separate counters. https://www.w3.org/TR/webauthn-3/#sctn-sign-counter
  if (!(await passkeys.recordUse(passkey.credentialId, use, passkey.backupEligible))) throw new CeremonyRefused('counter')
  if (counter > 0 && counter <= passkey.counter) context.log.warn('passkey_counter_not_higher', { userId: passkey.userId })
  return { passkey, userVerified }
}

/**
 * The relying party of an issuer that has passkeys.
 *
 * @throws CeremonyRefused `verification` when the host of the issuer is an IP address
 */
export function requireRelyingParty(issuer: string, options: PasskeyOptions): RelyingParty {
  const rp = relyingParty(issuer, options)
  if (rp === undefined) throw new CeremonyRefused('verification')
  return rp
}
