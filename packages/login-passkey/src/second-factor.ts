// A passkey or a security key as second factor. It comes after the first factor, so the options may name the user's passkeys.
import { findUserLoginPolicy, isSoleFactor } from '@symbolon/core-protocol'
import type { LoginPolicy, Passkey } from '@symbolon/core-protocol'
import { loginPath } from '@symbolon/login'
import type { FactorCheck, FactorSubject, PasskeyPage, SecondFactor, SecondFactorPage } from '@symbolon/login'
import { acceptAssertion, requireRelyingParty } from './accept-assertion.ts'
import type { PasskeyContext, PasskeyStore } from './accept-assertion.ts'
import type { PasskeyOptions } from './options.ts'
import { bindingOf } from './visit-binding.ts'
import { requestOptions } from './webauthn/ceremonies.ts'
import type { Authentication } from './webauthn/ceremonies.ts'
import { createChallenge } from './webauthn/challenge.ts'
import { CeremonyRefused } from './webauthn/refusal.ts'

/** Where the policy does not accept a key that has not verified its user, the verification is required. */
function ceremonyOf({ forceMfa, forceMfaLocalOnly, secondFactors }: LoginPolicy): Authentication {
  return (forceMfa || forceMfaLocalOnly) && !secondFactors.includes('pop') ? 'verified_second_factor' : 'second_factor'
}

/** A passkey as second factor: its page, and the check of the response. */
export function passkeyFactor(options: PasskeyOptions): SecondFactor<PasskeyStore> {
  return {
    factor: 'passkey',
    method: 'passkey',
    path: `${loginPath}/passkey-factor`,
    page: async (shown, subject, context) => await passkeyPage(shown, subject, options, context),
    check: async (fields, subject, context) => await takeAnswer(fields, subject, options, context),
  }
}

async function passkeyPage(
  shown: SecondFactorPage,
  { user, visit }: FactorSubject,
  options: PasskeyOptions,
  context: PasskeyContext,
): Promise<PasskeyPage> {
  const passkeys = await context.stores.passkeys.list(user.id)
  const ceremony = ceremonyOf(await findUserLoginPolicy(user, context))
  const challenge = createChallenge(ceremony, bindingOf(visit, user.id), context)
  const requested = requestOptions(ceremony, challenge, requireRelyingParty(context.issuer, options), passkeys)
  return { ...shown, kind: 'passkey', passkey: { action: shown.action, ceremony: 'get', options: JSON.stringify(requested) } }
}

async function takeAnswer(
  { credential = '' }: Readonly<Record<string, string>>,
  { user, visit, session }: FactorSubject,
  options: PasskeyOptions,
  context: PasskeyContext,
): Promise<FactorCheck> {
  const ceremony = ceremonyOf(await findUserLoginPolicy(user, context))
  // The verification of a key that was registered without one counts once it comes together with a first factor.
  const confirms = session?.factors.some(({ method, at }) => method === 'pwd' && at >= visit.pending.createdAt) ?? false
  const admit = (_: Passkey): void => undefined
  try {
    const binding = bindingOf(visit, user.id)
    const { passkey, userVerified } = await acceptAssertion(credential, { ceremony, binding, options, admit, confirms }, context)
    // A sign-in with a password asks for a security key, and not for a passkey: only the key keeps out the administrator who set the password.
    const isAlwaysAsked = !isSoleFactor({ ...passkey, uvInitialized: passkey.uvInitialized || (userVerified && confirms) })
    return { kind: 'right', method: userVerified ? 'user' : 'pop', ...(isAlwaysAsked ? { since: passkey.createdAt } : {}) }
  } catch (error) {
    if (!(error instanceof CeremonyRefused)) throw error
    // A page that stayed open too long does not count as an attempt.
    if (error.reason === 'challenge_expired') return { kind: 'refused', refusal: { error: 'passkey_expired' } }
    return { kind: 'refused', refusal: { error: 'passkey_refused' }, failure: { reason: error.reason } }
  }
}
