// What the tests of ceremonies share: a software authenticator, the expected values, and the check of a refusal.
import assert from 'node:assert/strict'
import type { Passkey } from '@symbolon/core-protocol'
import { createSoftwareAuthenticator } from '@symbolon/test-kit'
import type { CreationTraits, CredentialJson, ResponseTraits, SoftwareCredential } from '@symbolon/test-kit'
import { creationOptions, requestOptions } from '../src/webauthn/ceremonies.ts'
import type { Authentication, Creation } from '../src/webauthn/ceremonies.ts'
import { CeremonyRefused } from '../src/webauthn/refusal.ts'
import type { RefusalReason } from '../src/webauthn/refusal.ts'
import { readAssertion, readChallenge, readRegistration } from '../src/webauthn/response.ts'
import { verifyAssertion, verifyRegistration } from '../src/webauthn/verify.ts'
import type { RegisteredPasskey, VerifiedAssertion } from '../src/webauthn/verify.ts'

export const origin = 'https://id.example'
export const rp = { id: 'id.example', name: 'Example' }
export const challenge = 'c'.repeat(75)
export const authenticator = createSoftwareAuthenticator(origin)
export const user = { handle: 'aGFuZGxl', loginName: 'ada@acme.example', displayName: 'Ada' }

/** Registers a credential of the authenticator, with the given traits. */
export async function register(traits: CreationTraits = {}, ceremony: Creation = 'passkey'): Promise<Registered> {
  const options = creationOptions(ceremony, challenge, rp, user, [])
  const { credential, response } = authenticator.create(options, { backupEligible: false, ...traits })
  const passkey = await verifyCreation(response, ceremony)
  return { credential, passkey: { ...passkey, userId: 'u1', userHandle: user.handle, name: 'Passkey', createdAt: 1000 } }
}

export interface Registered {
  readonly credential: SoftwareCredential
  readonly passkey: Passkey
}

export async function verifyCreation(response: CredentialJson, ceremony: Creation = 'passkey'): Promise<RegisteredPasskey> {
  const answer = readRegistration(JSON.stringify(response))
  readChallenge(answer)
  return await verifyRegistration(answer, { ceremony, challenge, origins: [origin], rpId: rp.id })
}

/** Signs in with a credential of the authenticator, with the given traits. */
export async function authenticate(
  { credential, passkey }: Registered,
  traits: ResponseTraits = {},
  { ceremony = 'sign_in', userId }: { readonly ceremony?: Authentication; readonly userId?: string } = {},
): Promise<VerifiedAssertion> {
  const response = authenticator.get(requestOptions(ceremony, challenge, rp, undefined), credential, traits)
  const answer = readAssertion(JSON.stringify(response))
  readChallenge(answer)
  return await verifyAssertion(answer, { ceremony, challenge, origins: [origin], rpId: rp.id }, passkey, userId)
}

/** Asserts that the ceremony is refused for the reason, and that the refusal repeats nothing of the answer. */
export async function refused(ceremony: Promise<unknown>, reason: RefusalReason): Promise<void> {
  await assert.rejects(ceremony, (error) => {
    assert.ok(error instanceof CeremonyRefused, String(error))
    assert.equal(error.reason, reason)
    assert.equal(error.message, reason)
    return true
  })
}
