// What a new credential must be. @simplewebauthn/server accepts some of what is refused here.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { encodeCbor } from '@symbolon/test-kit'
import type { CreationTraits } from '@symbolon/test-kit'
import { algorithms, creationOptions } from '../src/webauthn/ceremonies.ts'
import type { Creation } from '../src/webauthn/ceremonies.ts'
import { authenticator, challenge, origin, refused, register, rp, user, verifyCreation } from './authenticators.ts'

/** A number as 32 bytes, the highest first. */
function bytesOf(number: bigint): Uint8Array {
  return Uint8Array.from(number.toString(16).padStart(64, '0').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

describe('registration', () => {
  test('WA-20 the three algorithms are offered explicitly, and a credential of each is registered', async () => {
    const { pubKeyCredParams } = creationOptions('passkey', challenge, rp, user, [])
    assert.deepEqual(
      pubKeyCredParams.map(({ alg }) => alg),
      [-8, -7, -257],
    )
    for (const algorithm of [-8, -7, -257] as const) {
      const { passkey } = await register({
        algorithm,
        backupEligible: true,
        backedUp: true,
        transports: ['hybrid', 'internal'],
        counter: 7,
      })
      assert.equal(passkey.algorithm, algorithm)
      assert.deepEqual(
        { ...passkey, publicKey: undefined, credentialId: undefined, algorithm: undefined },
        {
          userId: 'u1',
          userHandle: user.handle,
          rpId: 'id.example',
          counter: 7,
          transports: ['hybrid', 'internal'],
          aaguid: '00000000-0000-0000-0000-000000000000',
          backupEligible: true,
          backedUp: true,
          uvInitialized: true,
          discoverable: true,
          createdBy: 'user',
          name: 'Passkey',
          createdAt: 1000,
          publicKey: undefined,
          credentialId: undefined,
          algorithm: undefined,
        },
      )
    }
    assert.deepEqual(algorithms, [-8, -7, -257])
  })

  const origins = [
    'https://other.example',
    'https://sub.id.example',
    'https://id.example:8443',
    'http://id.example',
    'https://xn--d-9ja.example',
    'https://id.example.',
    'null',
  ]
  for (const other of origins) {
    test(`WA-02 WA-25 the origin ${other} is refused`, () => refused(register({ origin: other }), 'verification'))
  }

  for (const rpId of ['other.example', 'example', 'sub.id.example']) {
    test(`WA-03 the hash of the RP ID ${rpId} is refused`, () => refused(register({ rpId }), 'verification'))
  }

  test('WA-04 an assertion does not pass as a registration', () => refused(register({ type: 'webauthn.get' }), 'verification'))

  test('another challenge is refused', () => refused(register({ challenge: 'd'.repeat(75) }), 'verification'))

  for (const [label, traits] of [
    ['no user presence', { userPresent: false }],
    ['no user verification', { userVerified: false }],
    ['a backup of a credential that cannot be backed up', { backupEligible: false, backedUp: true }],
  ] as const satisfies readonly (readonly [string, CreationTraits])[]) {
    test(`WA-05 WA-21 ${label} is refused`, () => refused(register(traits), 'verification'))
  }

  for (const [ceremony, traits, isAccepted] of [
    ['security_key', { userVerified: false }, true],
    ['security_key', { userPresent: false }, false],
    ['conditional_passkey', { userVerified: false, userPresent: false }, true],
  ] as const satisfies readonly (readonly [Creation, CreationTraits, boolean])[]) {
    test(`WA-05 WA-21 ${JSON.stringify(traits)} is ${isAccepted ? 'accepted' : 'refused'} of a ${ceremony}`, async () => {
      if (!isAccepted) return await refused(register(traits, ceremony), 'verification')
      const { passkey } = await register(traits, ceremony)
      assert.equal(passkey.uvInitialized, false)
      assert.equal(passkey.createdBy, ceremony === 'conditional_passkey' ? 'conditional' : 'user')
    })
  }

  test('WA-22 a security key counts as never verified, even if it verified the user', async () => {
    const { passkey } = await register({ userVerified: true, discoverable: true }, 'security_key')
    assert.equal(passkey.uvInitialized, false)
    assert.equal(passkey.discoverable, true)
    assert.equal((await register({ discoverable: false }, 'security_key')).passkey.discoverable, false)
  })

  test('WA-08 an algorithm that was not offered is refused', async () => {
    for (const labelledAs of [-35, -37, -47, -48, -65535]) await refused(register({ algorithm: -7, labelledAs }), 'verification')
  })

  test('WA-19 a key that is weak, off its curve or of another type than its algorithm is refused', async () => {
    const alter = (parameter: number, change: (bytes: Uint8Array) => Uint8Array): CreationTraits => ({
      alterKey: (key) => {
        const value = key.get(parameter)
        assert.ok(value instanceof Uint8Array)
        key.set(parameter, change(value))
      },
    })
    const flip = (bytes: Uint8Array): Uint8Array => bytes.with(31, (bytes[31] ?? 0) ^ 1)
    await refused(register({ algorithm: -257, rsaBits: 1024 }), 'public_key')
    await refused(register({ algorithm: -257, ...alter(-1, (bytes) => bytes.with(0, 1)) }), 'public_key')
    await refused(register({ algorithm: -257, ...alter(-2, () => Uint8Array.of(1)) }), 'public_key')
    await refused(register({ algorithm: -7, ...alter(-3, flip) }), 'public_key')
    await refused(register({ algorithm: -7, ...alter(-2, (bytes) => bytes.slice(1)) }), 'public_key')
    await refused(register({ algorithm: -7, alterKey: (key) => key.set(-1, 2) }), 'public_key')
    await refused(register({ algorithm: -8, ...alter(-2, (bytes) => bytes.slice(1)) }), 'public_key')
    await refused(register({ algorithm: -7, labelledAs: -257 }), 'public_key')
    await refused(register({ algorithm: -257, labelledAs: -7 }), 'public_key')
    await refused(register({ algorithm: -8, labelledAs: -7 }), 'public_key')
  })

  test('WA-19 a coordinate that is not below the prime of P-256 is refused, also where the curve has its residue', async () => {
    const p256 = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn
    const y = 0x66485c780e2f83d72433bd5d84a06bb6541c2af31dae871728bf856a174f93f4n
    const point = (x: bigint): CreationTraits => ({
      algorithm: -7,
      alterKey(key) {
        key.set(-2, bytesOf(x)).set(-3, bytesOf(y))
      },
    })
    // The curve has the point with the x 0.
    await register(point(0n))
    await refused(register(point(p256)), 'public_key')
  })

  test('WA-19 an RSA key of more than 8192 bits is refused', async () => {
    const modulus = (bytes: number): CreationTraits => ({
      algorithm: -257,
      alterKey: (key) => void key.set(-1, new Uint8Array(bytes).fill(255)),
    })
    await register(modulus(1024))
    await refused(register(modulus(1025)), 'public_key')
  })

  test('WA-19 a credential id of more than 1,023 bytes is refused', async () => {
    await register({ credentialId: new Uint8Array(1023).fill(7) })
    await refused(register({ credentialId: new Uint8Array(1024).fill(7) }), 'credential_id')
  })

  test('WA-17 the id next to the response equals the id inside it', async () => {
    const { response } = authenticator.create(creationOptions('passkey', challenge, rp, user, []))
    await refused(verifyCreation({ ...response, id: 'b3RoZXI', rawId: 'b3RoZXI' }), 'credential_id')
    await refused(verifyCreation({ ...response, id: 'b3RoZXI' }), 'verification')
  })

  for (const traits of [{ crossOrigin: true }, { topOrigin: origin }, { crossOrigin: true, topOrigin: 'https://other.example' }]) {
    test(`WA-13 WA-16 a creation in a frame is refused: ${JSON.stringify(traits)}`, () => refused(register(traits), 'cross_origin'))
  }

  test('other text than transports is not stored', async () => {
    const { passkey } = await register({ transports: ['<script>', 'usb', 'usb', 7, 'cable', 'smart-card'] })
    assert.deepEqual(passkey.transports, ['usb', 'smart-card'])
  })

  test('WA-09 an attestation statement is not read, so a false one gains nothing', async () => {
    for (const fmt of ['packed', 'fido-u2f', 'tpm', 'apple', 'android-key', 'android-safetynet', 'unknown']) {
      const attStmt = new Map([['x5c', [Uint8Array.of(1, 2, 3)]]])
      const { passkey } = await register({ attestation: { fmt, attStmt } })
      assert.deepEqual(Object.keys(passkey).toSorted(), Object.keys((await register()).passkey).toSorted())
    }
  })

  test('WA-11 input that is not a response is refused', async () => {
    const { response } = authenticator.create(creationOptions('passkey', challenge, rp, user, []))
    const nested = new Uint8Array(20_000).fill(0x81)
    for (const attestationObject of [nested, Uint8Array.of(0xff), encodeCbor(new Map()), encodeCbor('text')]) {
      const encoded = Buffer.from(attestationObject).toString('base64url')
      await refused(verifyCreation({ ...response, response: { ...response.response, attestationObject: encoded } }), 'verification')
    }
    const { attestationObject: _, ...without } = response.response
    await refused(verifyCreation({ ...response, response: without }), 'malformed')
    await refused(verifyCreation({ ...response, type: 'password' }), 'malformed')
    await refused(verifyCreation({ ...response, response: { ...response.response, clientDataJSON: 'e30' } }), 'malformed')
    await refused(verifyCreation({ ...response, response: { ...response.response, attestationObject: 'A'.repeat(33_000) } }), 'malformed')
  })
})
