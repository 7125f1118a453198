// Mistakes in a composition are found when it is put together, by a code that does not change, and never at a request.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createProvider } from '../src/index.ts'
import type { CompositionCode, ProviderOptions } from '../src/index.ts'
import { endpoint, grant, login, options, responseTypeGrant, watchedStorage } from './parts.ts'

async function assertRefused(code: CompositionCode, changes: Partial<ProviderOptions>, text: RegExp = /./): Promise<void> {
  const { storage, opened, closed } = watchedStorage()
  await assert.rejects(createProvider(options({ storage, ...changes })), (error) => {
    assert.ok(error instanceof TypeError)
    assert.equal(error.name, 'CompositionError')
    assert.equal('code' in error && error.code, code)
    assert.match(error.message, text)
    return true
  })
  assert.equal(closed(), opened.length, 'a database was left open')
}

describe('a composition is refused', () => {
  test('duplicate_path: two endpoints of one path, named both', async () => {
    await assertRefused('duplicate_path', { endpoints: [endpoint({ name: 'one' }), endpoint({ name: 'two' })] }, /'one' and 'two'.*\/here/)
  })

  test('duplicate_path: an endpoint in the place of one that is always there, or that a grant or the login brings', async () => {
    await assertRefused('duplicate_path', { endpoints: [endpoint({ path: '/oauth/v2/keys' })] })
    await assertRefused('duplicate_path', { endpoints: [endpoint({ path: '/.well-known/openid-configuration' })] })
    await assertRefused('duplicate_path', { grants: [grant()], endpoints: [endpoint({ path: '/oauth/v2/token' })] })
    await assertRefused('duplicate_path', { grants: [responseTypeGrant()], login: login(), endpoints: [endpoint({ path: '/ui/login' })] })
  })

  test('an endpoint that is given twice is one endpoint', async () => {
    const one = endpoint()
    await (await createProvider(options({ endpoints: [one, one] }))).close()
  })

  test('duplicate_grant: two grants of one grant type', async () => {
    await assertRefused('duplicate_grant', { grants: [grant(), grant({ name: 'another' })] }, /urn:example:grant/)
  })

  test('duplicate_token_origin: two grants that derive authorizations from earlier tokens', async () => {
    const tokenOrigin = { holders: async () => ({}) }
    const grants = [grant({ tokenOrigin }), grant({ tokenOrigin, grantType: 'urn:example:another-grant' })]
    await assertRefused('duplicate_token_origin', { grants }, /earlier tokens/)
  })

  test('duplicate_response_type: two grants of one response type', async () => {
    await assertRefused('duplicate_response_type', { grants: [responseTypeGrant(), responseTypeGrant()], login: login() }, /code/)
  })

  test('duplicate_member: two parts that declare one discovery member differently', async () => {
    const parts = [
      endpoint({ path: '/a', metadata: { claims_parameter_supported: true } }),
      endpoint({ path: '/b', metadata: { claims_parameter_supported: false } }),
    ]
    await assertRefused('duplicate_member', { endpoints: parts }, /claims_parameter_supported/)
    const published = [endpoint({ path: '/a', member: 'userinfo_endpoint' }), endpoint({ path: '/b', member: 'userinfo_endpoint' })]
    await assertRefused('duplicate_member', { endpoints: published }, /userinfo_endpoint/)
    await assertRefused('duplicate_member', { endpoints: [endpoint({ metadata: { issuer: 'https://evil.example' } })] }, /issuer/)
  })

  test('a part that declares another value than what holds by default replaces it in discovery', async () => {
    const provider = await createProvider(options({ endpoints: [endpoint({ metadata: { request_uri_parameter_supported: true } })] }))
    try {
      const response = await provider.fetch(new Request('https://id.example/.well-known/openid-configuration'))
      const { request_uri_parameter_supported: byReference, request_parameter_supported: byValue } = (await response.json()) as Record<
        string,
        unknown
      >
      assert.deepEqual([byReference, byValue], [true, false])
    } finally {
      await provider.close()
    }
  })

  test('parts of any kind in one list count as if each stood in the option of its kind', async () => {
    const parts = [grant(), endpoint(), login(), responseTypeGrant()]
    const provider = await createProvider(options({ parts }))
    try {
      for (const [path, status] of [
        ['/here', 200],
        ['/oauth/v2/keys', 200],
        ['/oauth/v2/token', 405],
        ['/ui/login', 200],
      ] as const)
        assert.equal((await provider.fetch(new Request(`https://id.example${path}`))).status, status, path)
    } finally {
      await provider.close()
    }
    await assertRefused('duplicate_grant', { grants: [grant()], parts: [grant()] })
    await assertRefused('duplicate_part', { parts: [responseTypeGrant(), login(), login()] }, /login/)
    await assertRefused('invalid_part', { parts: [{ kind: 'unknown' } as never] }, /parts\[0\]/)
  })

  test('login_missing: a grant with a response type and no login', async () => {
    await assertRefused('login_missing', { grants: [responseTypeGrant()] })
    await (await createProvider(options({ grants: [grant()] }))).close()
  })

  test('login_missing: an endpoint that shows pages and no login', async () => {
    const endpoints = [endpoint({ takes: 'form' })]
    await assertRefused('login_missing', { endpoints })
    await (await createProvider(options({ endpoints, login: login() }))).close()
  })

  const issuers = [
    'http://id.example',
    'https://id.example/',
    'https://id.example/path/',
    'https://id.example//path',
    'https://id.example/a/../b',
    'https://id.example/%61',
    'https://id.example/a:b',
    'https://id.example/*',
    'https://id.example?a',
    'https://id.example#a',
    'https://user@id.example',
    'https://ID.example',
    'https://id.example:443',
    'HTTPS://id.example',
    'id.example',
    '',
    ' https://id.example',
    'https://id.example ',
    'ftp://id.example',
    'javascript:alert(1)',
    'https://',
    'http://localhost.example',
    'http://127.0.0.2:8080/',
    'http://0.0.0.0',
    'https://id.example\n',
    'https://\u00fc.example',
    'null',
  ]
  for (const issuer of issuers) {
    test(`invalid_issuer: ${JSON.stringify(issuer)}`, async () => await assertRefused('invalid_issuer', { issuer }))
  }

  for (const issuer of [
    'https://id.example',
    'https://id.example:8443',
    'http://localhost',
    'http://localhost:8080',
    'http://127.0.0.1:1',
    'http://[::1]:1',
    'https://example.com/auth',
    'https://example.com/tenants/acme-1.0_~',
    'http://localhost:8080/auth',
  ]) {
    test(`${issuer} is an issuer`, async () => await (await createProvider(options({ issuer }))).close())
  }

  const noKeys: readonly (readonly [CompositionCode, Uint8Array | string])[] = [
    ['master_key_missing', ''],
    ['master_key_missing', new Uint8Array(0)],
    ['master_key_length', new Uint8Array(31)],
    ['master_key_length', new Uint8Array(33)],
    ['master_key_length', btoa('x'.repeat(31))],
    ['master_key_length', btoa('x'.repeat(33))],
    ['master_key_length', 'not base64 at all, but of some length'],
    ['master_key_length', '   '],
    ['master_key_length', 'AAAAA'],
  ]
  for (const [code, masterKey] of noKeys) {
    const shown = typeof masterKey === 'string' ? JSON.stringify(masterKey) : `${masterKey.length} bytes`
    test(`${code}: ${shown}`, async () => await assertRefused(code, { masterKey }, /openssl rand -base64 32/))
  }

  test('master_key_missing: none at all, as plain JavaScript can do', async () => {
    const { masterKey, ...without } = options()
    void masterKey
    await assert.rejects(createProvider(without as ProviderOptions), { code: 'master_key_missing' })
  })

  test('the key may be base64, base64url, padded or not, and never stands in a message', async () => {
    for (const masterKey of [
      btoa('\xff'.repeat(32)),
      btoa('\xfb'.repeat(32)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
      `${btoa('k'.repeat(32))}\n`,
    ]) {
      await (await createProvider(options({ masterKey }))).close()
    }
    const secret = btoa('a secret that is too long to be a key of 32 bytes')
    await assert.rejects(
      createProvider(options({ masterKey: secret })),
      (error) => error instanceof Error && !error.message.includes(secret),
    )
  })

  test('invalid_vendor: a word that would not stand in a URN', async () => {
    for (const vendor of ['', 'Symbolon', '1st', 'a b', 'a:b', 'a_b', '-a', 'ä']) await assertRefused('invalid_vendor', { vendor })
    await (await createProvider(options({ vendor: 'acme-2' }))).close()
  })

  test('invalid_lifetime: no whole number of seconds', async () => {
    for (const accessToken of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
      await assertRefused('invalid_lifetime', { lifetimes: { accessToken } }, /accessToken/)
    await assertRefused('invalid_lifetime', { lifetimes: { session: '60' as unknown as number } }, /session/)
  })

  test('storage_incomplete: a storage that leaves out a store, named', async () => {
    const { storage, opened, closed } = watchedStorage(({ stores, close }) => {
      const { signingKeys, ...others } = stores
      void signingKeys
      return { stores: others, close }
    })
    await assert.rejects(createProvider(options({ storage })), { code: 'storage_incomplete', message: /signingKeys/ })
    assert.equal(closed(), opened.length)
  })
})
