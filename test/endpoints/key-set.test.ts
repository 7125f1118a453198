// The published keys: public members only, enough to verify everything that is signed. https://www.rfc-editor.org/rfc/rfc7517
import { createProviderKeys, createSealing, defaultKeyPolicy, MasterKeyMismatch } from '@symbolon/core-protocol'
import type { ProviderKeys, SigningKeyStore } from '@symbolon/core-protocol'
import { libsql } from '@symbolon/storage-libsql'
import { createClock } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { keySetOf } from '../support/decode.ts'
import { masterKey, startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'

const clock = createClock()
let provider: TestProvider
before(async () => void (provider = await startTestProvider()))
after(async () => await provider.close())

/** A store of signing keys on a separate database. */
async function withStore(run: (store: SigningKeyStore) => Promise<void>): Promise<void> {
  const open = await libsql({ url: ':memory:' }).open(['signingKeys'])
  assert.ok(open.stores.signingKeys !== undefined)
  await run(open.stores.signingKeys)
  await open.close()
}

async function keysOn(store: SigningKeyStore, key: Uint8Array = masterKey): Promise<ProviderKeys> {
  return await createProviderKeys({
    store,
    sealing: await createSealing(key),
    policy: defaultKeyPolicy,
    now: clock.now,
    randomToken: () => crypto.randomUUID().replaceAll('-', ''),
  })
}

test('JW-19 the key set holds public members only, each key with a unique id, its use and its algorithm', async () => {
  const { keys } = await keySetOf(provider)
  assert.deepEqual(keys.map(({ alg }) => alg).sort(), ['ES256', 'EdDSA', 'RS256'])
  assert.equal(new Set(keys.map(({ kid }) => kid)).size, keys.length)
  const members: Readonly<Record<string, readonly string[]>> = { RSA: ['e', 'n'], EC: ['crv', 'x', 'y'], OKP: ['crv', 'x'] }
  for (const key of keys) {
    assert.equal(key.use, 'sig')
    assert.match(key.kid ?? '', /^[A-Za-z0-9_-]{8,}$/)
    assert.deepEqual(Object.keys(key).sort(), ['alg', 'kid', 'kty', 'use', ...(members[key.kty ?? ''] ?? [])].sort())
  }
  const rsa = keys.find(({ kty }) => kty === 'RSA')
  assert.ok(atob((rsa?.n ?? '').replaceAll('-', '+').replaceAll('_', '/')).length >= 256, '2048 bits')
  assert.equal(rsa?.e, 'AQAB')
})

test('the key set is open to every origin, without credentials, and may be cached for a short while', async () => {
  const url = `${provider.issuer}/oauth/v2/keys`
  const response = await provider.fetch(new Request(url, { headers: { origin: 'https://any.example' } }))
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type') ?? '', /^application\/(jwk-set\+)?json/)
  assert.equal(response.headers.get('access-control-allow-origin'), '*')
  assert.equal(response.headers.get('access-control-allow-credentials'), null)
  assert.match(response.headers.get('cache-control') ?? '', /max-age=300/)
  const preflight = await provider.fetch(
    new Request(url, { method: 'OPTIONS', headers: { origin: 'https://any.example', 'access-control-request-method': 'GET' } }),
  )
  assert.equal(preflight.status, 204)
  assert.equal(preflight.headers.get('access-control-allow-origin'), '*')
})

test('the key set is read with GET or HEAD alone', async () => {
  const url = `${provider.issuer}/oauth/v2/keys`
  const head = await provider.fetch(new Request(url, { method: 'HEAD' }))
  assert.equal(head.status, 200)
  assert.equal(await head.text(), '')
  for (const method of ['POST', 'PUT', 'DELETE']) assert.equal((await provider.fetch(new Request(url, { method }))).status, 405, method)
})

test('a client that holds the key set gets 304 while it has not changed, with the same headers', async () => {
  const url = `${provider.issuer}/oauth/v2/keys`
  const etag = (await provider.fetch(new Request(url))).headers.get('etag') ?? ''
  assert.match(etag, /^"[A-Za-z0-9_-]{43}"$/)
  for (const header of [etag, `W/${etag}`, `"other", ${etag}`, `"other" ,  ${etag} `, '*', '"other", *']) {
    const response = await provider.fetch(new Request(url, { headers: { 'if-none-match': header } }))
    assert.equal(response.status, 304, header)
    assert.equal(response.headers.get('etag'), etag)
    assert.match(response.headers.get('cache-control') ?? '', /^public, max-age=300\b/)
    assert.equal(await response.text(), '')
  }
  for (const header of ['"other"', etag.slice(1, -1), '']) {
    assert.equal((await provider.fetch(new Request(url, { headers: { 'if-none-match': header } }))).status, 200, header)
  }
})

test('JW-18 discovery lists the algorithms of the key set, and never none', async () => {
  const response = await provider.fetch(new Request(`${provider.issuer}/.well-known/openid-configuration`))
  const metadata = (await response.json()) as Record<string, unknown>
  const algorithms = (await keySetOf(provider)).keys.map(({ alg }) => alg).sort()
  // Clients may use the newer name of EdDSA; here the older one is written. https://www.rfc-editor.org/rfc/rfc9864#section-2.2
  const lists = {
    id_token_signing_alg_values_supported: algorithms,
    token_endpoint_auth_signing_alg_values_supported: [...algorithms, 'Ed25519'],
  }
  for (const [member, expected] of Object.entries(lists)) {
    const listed = metadata[member]
    assert.ok(Array.isArray(listed))
    assert.deepEqual([...listed].sort(), [...expected].sort())
  }
  assert.equal(metadata['jwks_uri'], `${provider.issuer}/oauth/v2/keys`)
})

test('every start finds the same keys', async () => {
  await withStore(async (store) => {
    const first = await (await keysOn(store)).publicKeySet()
    const second = await (await keysOn(store)).publicKeySet()
    assert.deepEqual(second, first)
  })
})

test('of several starts at once one makes the keys, and all sign with them', async () => {
  await withStore(async (store) => {
    const starts = await Promise.all([keysOn(store), keysOn(store), keysOn(store)])
    assert.equal((await store.list()).length, 3)
    for (const algorithm of ['RS256', 'ES256', 'EdDSA'] as const) {
      const ids = await Promise.all(starts.map(async (keys) => (await keys.signingKey(algorithm)).kid))
      assert.equal(new Set(ids).size, 1)
    }
  })
})

test('CR-07 private keys are stored sealed, and open under their master key alone', async () => {
  await withStore(async (store) => {
    await keysOn(store)
    for (const key of await store.list()) {
      assert.equal('d' in key.publicJwk, false)
      const [header, encryptedKey, ...sealed] = (key.sealedPrivateJwk ?? '').split('.').map((part) => Buffer.from(part, 'base64url'))
      assert.equal((JSON.parse(String(header)) as { enc: string }).enc, 'A256GCM')
      assert.deepEqual([encryptedKey?.length, sealed.length], [0, 3], 'a compact JWE, encrypted with the master key directly')
      // With the quotes, a member name does not occur in random bytes by chance.
      for (const part of [header, ...sealed]) assert.doesNotMatch(String(part), /"(d|kty)":/)
    }
    await assert.rejects(keysOn(store, new Uint8Array(32).fill(8)), MasterKeyMismatch)
  })
})

test('a key verifies what its private half signed, and an unknown id verifies nothing', async () => {
  await withStore(async (store) => {
    const keys = await keysOn(store)
    const { kid, key } = await keys.signingKey('EdDSA')
    const signature = await crypto.subtle.sign('Ed25519', key, new TextEncoder().encode('text'))
    const verification = await keys.verificationKey(kid)
    assert.equal(verification?.algorithm, 'EdDSA')
    assert.ok(
      verification !== undefined && (await crypto.subtle.verify('Ed25519', verification.key, signature, new TextEncoder().encode('text'))),
    )
    for (const unknown of ['', 'unknown', '__proto__', `${kid} `, kid.toUpperCase()]) {
      if (unknown !== kid) assert.equal(await keys.verificationKey(unknown), undefined)
    }
    assert.equal(key.extractable, false, 'a key that signs cannot be read out of memory by way of WebCrypto')
  })
})
