// Tokens that were signed here verify elsewhere, with every algorithm that there is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeProtectedHeader, generateKeyPair, jwtVerify } from 'jose'
import { signJwt } from '../src/keys/sign-jwt.ts'
import { signingAlgorithms } from '../src/keys/schedule.ts'

for (const algorithm of signingAlgorithms) {
  test(`${algorithm}: the signature verifies, the header names key and type, and members without a value are left out`, async () => {
    const { privateKey, publicKey } = await generateKeyPair(algorithm)
    const jwt = await signJwt('at+jwt', { sub: 'ä', nonce: undefined, none: null }, { kid: 'a-key', algorithm, key: privateKey })
    const { payload } = await jwtVerify(jwt, publicKey, { algorithms: [algorithm], typ: 'at+jwt' })
    assert.deepEqual(payload, { sub: 'ä', none: null })
    assert.deepEqual(decodeProtectedHeader(jwt), { alg: algorithm, kid: 'a-key', typ: 'at+jwt' })
    const [header = '', , signature = ''] = jwt.split('.')
    await assert.rejects(jwtVerify(`${header}.e30.${signature}`, publicKey))
  })
}
