// Attacks on the signature of client assertions. https://www.rfc-editor.org/rfc/rfc8725
import { generateClientKey } from '@symbolon/test-kit'
import type { ClientKeyPair } from '@symbolon/test-kit'
import { base64url, CompactEncrypt, exportJWK, exportSPKI, generateKeyPair, importSPKI } from 'jose'
import { after, before, test } from 'node:test'
import { assertionClaims, clientAssertion, presentAssertion, signJws } from '../../support/jws.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { assertError, assertInvalidClient } from '../../support/signed-in.ts'
import { tokenDocument } from '../../support/token-document.ts'

type Members = Readonly<Record<string, unknown>>

const algorithms = ['RS256', 'ES256', 'EdDSA'] as const
let keys: readonly ClientKeyPair[]
let provider: TestProvider
before(async () => {
  keys = await Promise.all(algorithms.map(async (algorithm) => await generateClientKey(`key-${algorithm}`, algorithm)))
  provider = await startTestProvider({ document: tokenDocument(keys) })
})
after(async () => await provider.close())

function keyOf(algorithm: (typeof algorithms)[number]): ClientKeyPair {
  const key = keys.find((each) => each.algorithm === algorithm)
  if (key === undefined) throw new Error(`No key for ${algorithm}`)
  return key
}

/** Signs the claims of an honest assertion with any header by any key. */
async function forged(header: Members | string, privateKey: CryptoKey | undefined): Promise<string> {
  return await signJws(header, assertionClaims(provider), privateKey)
}

for (const algorithm of algorithms) {
  test(`an assertion signed with ${algorithm} lets the client in, by the id of its key or without`, async () => {
    const key = keyOf(algorithm)
    assertError(await presentAssertion(provider, await clientAssertion(provider, key)), 400, 'invalid_grant')
    assertError(await presentAssertion(provider, await clientAssertion(provider, key, {}, { kid: undefined })), 400, 'invalid_grant')
  })

  test(`CA-13 JW-01 no spelling of none passes for ${algorithm}`, async () => {
    const { id: kid, privateKey } = keyOf(algorithm)
    for (const alg of [
      'none',
      'None',
      'NONE',
      'nOnE',
      '',
      null,
      undefined,
      [],
      ['none'],
      [algorithm],
      0,
      {},
      ` ${algorithm}`,
      algorithm.toLowerCase(),
    ]) {
      assertInvalidClient(await presentAssertion(provider, await forged({ alg, kid }, undefined)))
      if (alg !== 'EdDSA') assertInvalidClient(await presentAssertion(provider, await forged({ alg, kid }, privateKey)))
    }
  })

  test(`CA-13 JW-02 the public key for ${algorithm} does not pass as an HMAC secret in any form`, async () => {
    const key = keyOf(algorithm)
    const spki = atob(key.publicKey)
    const jwk = await exportJWK(await importSPKI(spki, algorithm, { extractable: true }))
    const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
    const body = spki.replaceAll(/-----[^-]+-----|\s/g, '')
    const der = Uint8Array.from(atob(body), (character) => character.charCodeAt(0))
    const raw = new Uint8Array(base64url.decode(jwk.n ?? jwk.x ?? ''))
    const secrets = [
      bytes(spki),
      bytes(spki.trim()),
      bytes(key.publicKey),
      bytes(body),
      der,
      bytes(JSON.stringify(jwk)),
      bytes(JSON.stringify(key.publicJwk)),
      raw,
      bytes(jwk.n ?? jwk.x ?? ''),
    ]
    for (const secret of secrets) {
      for (const [alg, hash] of [
        ['HS256', 'SHA-256'],
        ['HS384', 'SHA-384'],
        ['HS512', 'SHA-512'],
        [algorithm, 'SHA-256'],
      ] as const) {
        const hmac = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash }, false, ['sign'])
        assertInvalidClient(await presentAssertion(provider, await forged({ alg, kid: key.id }, hmac)))
        assertInvalidClient(await presentAssertion(provider, await forged({ alg }, hmac)))
      }
    }
  })

  test(`CA-13 JW-03 the key for ${algorithm} is for no other algorithm`, async () => {
    const { id: kid, privateKey } = keyOf(algorithm)
    for (const alg of [
      'RS256',
      'RS384',
      'RS512',
      'PS256',
      'PS384',
      'PS512',
      'ES256',
      'ES384',
      'ES512',
      'ES256K',
      'EdDSA',
      'Ed448',
      'HS256',
      'RSA-OAEP',
      'dir',
      'unknown',
      '__proto__',
    ]) {
      if (alg !== algorithm) assertInvalidClient(await presentAssertion(provider, await forged({ alg, kid }, privateKey)))
    }
  })

  test(`CA-13 JW-15 a signature for ${algorithm} that is empty, cut, doubled or zero is invalid`, async () => {
    const assertion = await clientAssertion(provider, keyOf(algorithm))
    const [header = '', payload = '', signature = ''] = assertion.split('.')
    const bytes = base64url.decode(signature)
    const altered = [
      new Uint8Array(),
      bytes.slice(0, -3),
      new Uint8Array(bytes.length),
      new Uint8Array([...bytes, ...bytes]),
      new Uint8Array([...bytes, 0]),
      bytes.map((byte, index) => (index === 5 ? byte ^ 1 : byte)),
      new Uint8Array([0x30, 0x06, 2, 1, 1, 2, 1, 1]),
    ]
    for (const each of [...altered.map((some) => base64url.encode(some)), '!!!', `${signature}==`]) {
      assertInvalidClient(await presentAssertion(provider, `${header}.${payload}.${each}`))
    }
    assertError(await presentAssertion(provider, assertion), 400, 'invalid_grant')
  })
}

test('an Ed25519 key signs under both of its names, and no other key does', async () => {
  assertError(
    await presentAssertion(provider, await clientAssertion(provider, keyOf('EdDSA'), {}, { alg: 'Ed25519' })),
    400,
    'invalid_grant',
  )
  for (const other of ['RS256', 'ES256'] as const) {
    assertInvalidClient(await presentAssertion(provider, await clientAssertion(provider, keyOf(other), {}, { alg: 'Ed25519' })))
    assertInvalidClient(await presentAssertion(provider, await clientAssertion(provider, keyOf(other), {}, { alg: 'EdDSA' })))
  }
})

test('CA-13 a PS256 signature of the RS256 key is refused although the mathematics fits', async () => {
  const { id: kid, privateKey } = keyOf('RS256')
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', privateKey)
  const pss = await crypto.subtle.importKey('pkcs8', pkcs8, { name: 'RSA-PSS', hash: 'SHA-256' }, false, ['sign'])
  for (const alg of ['PS256', 'RS256']) assertInvalidClient(await presentAssertion(provider, await forged({ alg, kid }, pss)))
})

test('CA-13 JW-04 the id of a key is text that is compared and nothing else', async () => {
  const { privateKey } = keyOf('ES256')
  for (const kid of [
    'unknown',
    '',
    "' or 1=1 --",
    '../../dev/null',
    '__proto__',
    'key-RS256',
    'KEY-ES256',
    'key-ES256 ',
    7,
    null,
    ['key-ES256'],
    {},
    'x'.repeat(257),
    '\u0000',
  ]) {
    assertInvalidClient(await presentAssertion(provider, await forged({ alg: 'ES256', kid }, privateKey)))
  }
})

test('CA-13 JW-05 a key that the header brings is never used', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(publicKey)
  const spki = (await exportSPKI(publicKey)).replaceAll(/-----[^-]+-----|\s/g, '')
  const kid = keyOf('ES256').id
  for (const more of [{ jwk }, { jku: 'https://evil.example/keys' }, { x5u: 'https://evil.example/cert' }, { x5c: [spki] }]) {
    assertInvalidClient(await presentAssertion(provider, await forged({ alg: 'ES256', ...more }, privateKey)))
    assertInvalidClient(await presentAssertion(provider, await forged({ alg: 'ES256', kid, ...more }, privateKey)))
  }
})

test('CA-13 JW-06 critical and unencoded members are refused', async () => {
  const { id: kid, privateKey } = keyOf('ES256')
  for (const more of [
    { crit: ['exp'] },
    { crit: [] },
    { crit: ['b64'], b64: false },
    { crit: ['b64'], b64: true },
    { b64: false },
    { crit: ['absent'] },
    { crit: 'exp' },
    { zip: 'DEF' },
  ]) {
    assertInvalidClient(await presentAssertion(provider, await forged({ alg: 'ES256', kid, ...more }, privateKey)))
  }
})

test('CA-13 JW-08 a repeated member is refused, in the header and in the claims', async () => {
  const { id: kid, privateKey } = keyOf('ES256')
  const claims = JSON.stringify(assertionClaims(provider))
  const header = JSON.stringify({ alg: 'ES256', kid })
  for (const repeated of ['"sub":"key"', '"sub":"basic"', '"exp":1', '"\\u0073ub":"key"', '"nested":{"a":1,"a":1}']) {
    for (const payload of [`${claims.slice(0, -1)},${repeated}}`, `{${repeated},${claims.slice(1)}`]) {
      assertInvalidClient(await presentAssertion(provider, await signJws(header, payload, privateKey)))
    }
  }
  for (const repeated of ['"alg":"ES256"', '"alg":"none"', `"kid":"${kid}"`]) {
    assertInvalidClient(await presentAssertion(provider, await signJws(`${header.slice(0, -1)},${repeated}}`, claims, privateKey)))
  }
  for (const payload of [
    '[]',
    'null',
    '"key"',
    '7',
    '',
    '{',
    `${claims}x`,
    `\ufeff${claims}`,
    `{"a":${'['.repeat(40)}${']'.repeat(40)},${claims.slice(1)}`,
  ]) {
    assertInvalidClient(await presentAssertion(provider, await signJws(header, payload, privateKey)))
  }
})

test('CA-13 JW-09 an encrypted token is not a signed one', async () => {
  const { publicKey } = await generateKeyPair('RSA-OAEP-256')
  const text = new TextEncoder().encode(JSON.stringify(assertionClaims(provider)))
  const jwe = await new CompactEncrypt(text).setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM' }).encrypt(publicKey)
  assertInvalidClient(await presentAssertion(provider, jwe))
})

test('CA-13 JW-11 JW-14 one text for one token: no floods, no other encodings', async () => {
  const key = keyOf('EdDSA')
  const assertion = await clientAssertion(provider, key)
  const [header = '', payload = '', signature = ''] = assertion.split('.')
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const looser = signature.slice(0, -1) + (alphabet[alphabet.indexOf(signature.at(-1) ?? '') + 1] ?? 'B')
  const others = [
    `${assertion}\n`,
    ` ${assertion}`,
    `${assertion}.`,
    `.${assertion}`,
    `${header}..${signature}`,
    `${header}=.${payload}.${signature}`,
    `${header}.${payload}.${looser}`,
    `${header}.${payload}.${signature}\n`,
    `${header}. ${payload}.${signature}`,
    '.'.repeat(10_000),
    '..',
    '.',
    'a',
    `${assertion.replaceAll('-', '+').replaceAll('_', '/')} `,
  ]
  for (const other of others) assertInvalidClient(await presentAssertion(provider, other))
  assertError(await presentAssertion(provider, `${'a'.repeat(17_000)}`), 400, 'invalid_request')
  assertError(await presentAssertion(provider, assertion), 400, 'invalid_grant')
})
