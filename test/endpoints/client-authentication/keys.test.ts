// The keys of clients: whose they are, when they stop counting, and which are refused at registration.
import { generateClientKey } from '@symbolon/test-kit'
import type { ClientKeyPair } from '@symbolon/test-kit'
import { exportJWK, exportPKCS8, exportSPKI, generateKeyPair } from 'jose'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertionClaims, clientAssertion, presentAssertion, signJws } from '../../support/jws.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { assertError, assertInvalidClient } from '../../support/signed-in.ts'
import { tokenDocument } from '../../support/token-document.ts'
import type { Overrides } from '../../support/token-document.ts'

let mine: ClientKeyPair
let second: ClientKeyPair
let theirs: ClientKeyPair
let provider: TestProvider

/** The app `key` has two keys, the app `other-key` has a separate key. */
function document(overrides: Overrides = {}): ReturnType<typeof tokenDocument> {
  const [org] = tokenDocument([mine, second], overrides).orgs ?? []
  if (org === undefined) throw new Error('no organization')
  const app = org.oidcApps?.find(({ appId }) => appId === 'key')
  if (app === undefined) throw new Error('no app')
  return {
    orgs: [
      {
        ...org,
        oidcApps: [...(org.oidcApps ?? []), { ...app, appId: 'other-key', clientId: 'other-key' }],
        appKeys: [
          ...(org.appKeys ?? []),
          {
            id: 'theirs',
            projectId: 'portal',
            appId: 'other-key',
            clientId: 'other-key',
            type: 'KEY_TYPE_JSON',
            publicKey: theirs.publicKey,
          },
        ],
      },
    ],
  }
}

before(async () => {
  mine = await generateClientKey('mine', 'ES256')
  second = await generateClientKey('second', 'ES256')
  theirs = await generateClientKey('theirs', 'ES256')
  provider = await startTestProvider({ document: document() })
})
after(async () => await provider.close())

const accepted = async (key: ClientKeyPair, header = {}): Promise<void> =>
  assertError(await presentAssertion(provider, await clientAssertion(provider, key, {}, header)), 400, 'invalid_grant')
const refused = async (key: ClientKeyPair, header = {}): Promise<void> =>
  assertInvalidClient(await presentAssertion(provider, await clientAssertion(provider, key, {}, header)))

test('a client may have several keys, and need not say which one it used', async () => {
  for (const key of [mine, second]) {
    await accepted(key)
    await accepted(key, { kid: undefined })
  }
  await refused(mine, { kid: 'second' })
})

test('CA-14 the key of another client does not count, by whatever id', async () => {
  for (const kid of ['theirs', 'mine', undefined]) await refused(theirs, { kid })
  const own = assertionClaims(provider, { iss: 'other-key', sub: 'other-key' })
  assertError(
    await presentAssertion(provider, await signJws({ alg: 'ES256', kid: 'theirs' }, own, theirs.privateKey)),
    400,
    'invalid_grant',
  )
  const foreign = assertionClaims(provider, { iss: 'other-key', sub: 'other-key' })
  assertInvalidClient(await presentAssertion(provider, await signJws({ alg: 'ES256', kid: 'mine' }, foreign, mine.privateKey)))
})

test('an id of an assertion is the client’s own: another client may use the same', async () => {
  const jti = crypto.randomUUID()
  assertError(await presentAssertion(provider, await clientAssertion(provider, mine, { jti })), 400, 'invalid_grant')
  const other = await clientAssertion(provider, theirs, { iss: 'other-key', sub: 'other-key', jti })
  assertError(await presentAssertion(provider, other), 400, 'invalid_grant')
})

test('CA-17 a key that is switched off or removed counts no more, at once', async () => {
  await provider.apply(document({ keys: { second: { state: 'STATE_INACTIVE' } } }))
  await refused(second)
  await refused(second, { kid: undefined })
  await accepted(mine)
  await provider.apply(document({ keys: { second: { state: 'STATE_ACTIVE' } } }))
  await accepted(second)
  await provider.apply(document({ keys: { second: { state: 'STATE_REMOVED' } } }))
  await refused(second)
  await refused(second, { kid: undefined })
  await accepted(mine)
  await provider.apply(document({ keys: { second: { state: 'STATE_ACTIVE' } } }))
  await accepted(second)
})

test('CA-17 a key that has expired counts no more, to the second', async () => {
  const at = provider.clock.now()
  await provider.apply(document({ keys: { second: { expirationDate: new Date(at + 30_000).toISOString() } } }))
  await accepted(second)
  provider.clock.advance(29)
  await accepted(second)
  provider.clock.advance(1)
  await refused(second)
  await refused(second, { kid: undefined })
  await accepted(mine)
})

test('CA-17 the keys of an app that is switched off count no more', async () => {
  await provider.apply(document({ apps: { key: { state: 'STATE_INACTIVE' } } }))
  await refused(mine)
  await provider.apply(document({ apps: { key: { state: 'STATE_ACTIVE' } } }))
  await accepted(mine)
})

test('CA-18 a key that is weak, private or of no use is refused, and nothing is stored', async () => {
  const base64 = (text: string): string => btoa(text)
  const rsa = async (modulusLength: number, exponent: readonly number[]): Promise<string> => {
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength, publicExponent: new Uint8Array(exponent) }
    const { publicKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
    return await exportSPKI(publicKey)
  }
  const pair = await generateKeyPair('ES256', { extractable: true })
  const spki = await exportSPKI(pair.publicKey)
  const [begin = '', ...lines] = spki.split('\n')
  const body = lines.slice(0, -1).join('')
  const offCurve = `${begin}\n${body.slice(0, -6)}${body.at(-6) === 'A' ? 'B' : 'A'}${body.slice(-5)}\n-----END PUBLIC KEY-----`
  const bad: Readonly<Record<string, string>> = {
    'RSA of 1024 bits': base64(await rsa(1024, [1, 0, 1])),
    'RSA with the exponent 3': base64(await rsa(2048, [3])),
    'P-384': base64(await exportSPKI((await generateKeyPair('ES384', { extractable: true })).publicKey)),
    'a point off the curve': base64(offCurve),
    'a private key': base64(await exportPKCS8(pair.privateKey)),
    'a private JWK': base64(JSON.stringify(await exportJWK(pair.privateKey))),
    'a symmetric JWK': base64(JSON.stringify({ kty: 'oct', k: 'c2VjcmV0' })),
    'no key': base64('-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----'),
    'no PEM': base64('hello'),
  }
  for (const [name, publicKey] of Object.entries(bad)) {
    const { entries } = await provider.apply(document({ keys: { second: { id: `bad ${name}`, publicKey } } }))
    const entry = entries.find(({ kind, key }) => kind === 'appKey' && key[0] === `bad ${name}`)
    assert.equal(entry?.action, 'refused', name)
    assert.match(String(entry?.reason), /^key_/, name)
  }
  const good = await provider.apply(document({ keys: { second: { id: 'good', publicKey: base64(spki) } } }))
  assert.equal(good.entries.find(({ key }) => key[0] === 'good')?.action, 'created')
})
