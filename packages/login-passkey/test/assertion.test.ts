// What an assertion must be. @simplewebauthn/server accepts some of what is refused here.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ResponseTraits } from '@symbolon/test-kit'
import { requestOptions } from '../src/webauthn/ceremonies.ts'
import { readAssertion } from '../src/webauthn/response.ts'
import { verifyAssertion } from '../src/webauthn/verify.ts'
import { authenticate, authenticator, challenge, origin, refused, register, rp } from './authenticators.ts'

describe('assertion', () => {
  test('a credential of each algorithm signs in', async () => {
    for (const algorithm of [-8, -7, -257] as const) {
      const registered = await register({ algorithm, backupEligible: true })
      assert.deepEqual(await authenticate(registered, { counter: 9, backupEligible: true, backedUp: true }), {
        userVerified: true,
        counter: 9,
        backedUp: true,
      })
    }
  })

  const origins = [
    'https://other.example',
    'https://sub.id.example',
    'https://id.example:8443',
    'http://id.example',
    'https://xn--d-9ja.example',
  ]
  for (const other of origins) {
    test(`WA-02 WA-25 the origin ${other} is refused`, async () =>
      refused(authenticate(await register(), { origin: other }), 'verification'))
  }

  for (const rpId of ['other.example', 'example', 'sub.id.example']) {
    test(`WA-03 the hash of the RP ID ${rpId} is refused`, async () => refused(authenticate(await register(), { rpId }), 'verification'))
  }

  test('WA-04 a registration does not pass as an assertion', async () =>
    refused(authenticate(await register(), { type: 'webauthn.create' }), 'verification'))

  test('WA-05 the user must be present, and verified where the ceremony requires it', async () => {
    const registered = await register()
    await refused(authenticate(registered, { userVerified: false }), 'verification')
    await refused(authenticate(registered, { userPresent: false }), 'verification')
    await refused(authenticate(registered, { userVerified: false }, { ceremony: 'verified_second_factor', userId: 'u1' }), 'verification')
    await refused(authenticate(registered, { userPresent: false }, { ceremony: 'second_factor', userId: 'u1' }), 'verification')
    await refused(authenticate(registered, { backedUp: true }), 'verification')
    const { userVerified } = await authenticate(registered, { userVerified: false }, { ceremony: 'second_factor', userId: 'u1' })
    assert.equal(userVerified, false)
  })

  test('WA-06 a counter that did not rise is left to the storage, which decides in one statement', async () => {
    const registered = await register({ counter: 10 })
    for (const counter of [0, 5, 10]) assert.equal((await authenticate(registered, { counter })).counter, counter)
  })

  test('WA-07 WA-17 the record is that of the answer, and of the user who has to answer', async () => {
    const ada = await register()
    const bob = { ...(await register()) }
    await refused(authenticate({ ...ada, passkey: bob.passkey }), 'credential_id')
    await refused(authenticate({ ...ada, passkey: { ...bob.passkey, credentialId: ada.passkey.credentialId } }), 'verification')
    await refused(authenticate(ada, {}, { ceremony: 'second_factor', userId: 'u2' }), 'other_user')
    await refused(authenticate({ ...ada, passkey: { ...ada.passkey, rpId: 'example' } }), 'other_user')
  })

  test('WA-07 WA-17 the user handle is that of the record, and present where no user is known', async () => {
    const registered = await register()
    await refused(authenticate(registered, { userHandle: 'b3RoZXI' }), 'user_handle')
    await refused(authenticate(registered, { userHandle: 'b3RoZXI' }, { ceremony: 'second_factor', userId: 'u1' }), 'user_handle')
    await refused(authenticate(registered, { userHandle: null }), 'user_handle')
    await authenticate(registered, { userHandle: null }, { ceremony: 'second_factor', userId: 'u1' })
  })

  test('WA-18 the backup eligibility never changes', async () => {
    await refused(authenticate(await register({ backupEligible: false }), { backupEligible: true }), 'backup_eligibility')
    await refused(authenticate(await register({ backupEligible: true }), { backupEligible: false }), 'backup_eligibility')
  })

  for (const traits of [{ crossOrigin: true }, { topOrigin: origin }] satisfies readonly ResponseTraits[]) {
    test(`WA-13 WA-16 an assertion from a frame is refused: ${JSON.stringify(traits)}`, async () =>
      refused(authenticate(await register(), traits), 'cross_origin'))
  }

  test('a signature by another key, of no key, or over another challenge is refused', async () => {
    const registered = await register()
    const other = await register()
    await refused(authenticate({ ...registered, credential: { ...other.credential, id: registered.credential.id } }), 'verification')
    await refused(authenticate(registered, { signature: new Uint8Array(64) }), 'verification')
    await refused(authenticate(registered, { challenge: 'd'.repeat(75) }), 'verification')
  })

  test('WA-11 input that is not a response is refused', async () => {
    const { credential, passkey } = await register()
    const { response, ...rest } = authenticator.get(requestOptions('sign_in', challenge, rp, undefined), credential)
    const verify = async (more: object): Promise<unknown> =>
      verifyAssertion(
        readAssertion(JSON.stringify({ ...rest, response: { ...response, ...more } })),
        { ceremony: 'sign_in', challenge, origins: [origin], rpId: rp.id },
        passkey,
        undefined,
      )
    await refused(verify({ authenticatorData: 'AAAA' }), 'verification')
    await refused(verify({ signature: 'A' }), 'verification')
    await refused(verify({ signature: 'no base64url' }), 'malformed')
    await refused(verify({ clientDataJSON: 'e30' }), 'verification')
    await refused(verify({ userHandle: 7 }), 'malformed')
    for (const field of ['', '{', 'null', '[]', '{"id":1}']) assert.throws(() => readAssertion(field), { reason: 'malformed' })
  })
})
