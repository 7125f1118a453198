// The provider is a fold over its parts: their endpoints, what they say in discovery, and the stores that they declare.
import { userinfo } from '@symbolon/core-protocol'
import type { Answer, Context, HttpRequest, StoreName } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ProviderOptions } from '../src/index.ts'
import { endpoint, get, grant, issuer, login, responseTypeGrant, task, text, watchedStorage, withProvider } from './parts.ts'

async function metadataOf(changes: Partial<ProviderOptions>): Promise<Readonly<Record<string, unknown>>> {
  let metadata: Readonly<Record<string, unknown>> = {}
  await withProvider(changes, async (provider) => {
    metadata = (await (await get(provider, '/.well-known/openid-configuration')).json()) as Record<string, unknown>
  })
  return metadata
}

describe('discovery', () => {
  test('nothing composed: issuer and key set, and no endpoint that is not there', async () => {
    const metadata = await metadataOf({})
    assert.equal(metadata['issuer'], issuer)
    assert.equal(metadata['jwks_uri'], `${issuer}/oauth/v2/keys`)
    assert.deepEqual(
      Object.keys(metadata).filter((name) => name.endsWith('_endpoint')),
      [],
    )
    assert.deepEqual(metadata['grant_types_supported'], [])
    assert.deepEqual(metadata['response_types_supported'], [])
  })

  test('a grant adds its grant type, its methods and the token endpoint', async () => {
    const metadata = await metadataOf({
      grants: [grant({ clientAuthenticationMethods: ['none', 'private_key_jwt'] }), grant({ grantType: 'urn:example:two' })],
    })
    assert.deepEqual(metadata['grant_types_supported'], ['urn:example:grant', 'urn:example:two'])
    assert.deepEqual(metadata['token_endpoint_auth_methods_supported'], ['none', 'private_key_jwt'])
    assert.equal(metadata['token_endpoint'], `${issuer}/oauth/v2/token`)
    assert.equal(metadata['authorization_endpoint'], undefined)
  })

  test('a response type adds the authorization endpoint and the login, not the token endpoint', async () => {
    const metadata = await metadataOf({
      grants: [responseTypeGrant('id_token')],
      login: login({ metadata: { ui_locales_supported: ['de'] } }),
    })
    assert.deepEqual(metadata['response_types_supported'], ['id_token'])
    assert.equal(metadata['authorization_endpoint'], `${issuer}/oauth/v2/authorize`)
    assert.equal(metadata['token_endpoint'], undefined)
    assert.deepEqual(metadata['ui_locales_supported'], ['de'])
  })

  test('lists are united without repetition, other members have one value', async () => {
    const metadata = await metadataOf({
      endpoints: [
        endpoint({ path: '/a', metadata: { scopes_supported: ['openid', 'a'], claims_parameter_supported: true } }),
        endpoint({ path: '/b', metadata: { scopes_supported: ['b', 'a'], claims_parameter_supported: true } }),
      ],
    })
    assert.deepEqual(metadata['scopes_supported'], ['openid', 'a', 'b'])
    assert.equal(metadata['claims_parameter_supported'], true)
  })

  test('objects are united member by member, and a member of them has one value', async () => {
    const saying = (path: string, aliases: Readonly<Record<string, unknown>>) =>
      endpoint({ path, metadata: { mtls_endpoint_aliases: aliases } as object })
    const token = { token_endpoint: 'https://mtls.example/token' }
    const endpoints = [saying('/one', token), saying('/two', { ...token, userinfo_endpoint: 'https://mtls.example/userinfo' })]
    const metadata = await metadataOf({ endpoints })
    assert.deepEqual(metadata['mtls_endpoint_aliases'], { ...token, userinfo_endpoint: 'https://mtls.example/userinfo' })
    for (const other of [{ token_endpoint: 'https://other.example/token' }, { token_endpoint: [] }])
      await assert.rejects(metadataOf({ endpoints: [saying('/one', token), saying('/two', other)] }), { code: 'duplicate_member' })
  })

  test('an endpoint is published under its member, at the issuer', async () => {
    assert.equal((await metadataOf({ endpoints: [userinfo] }))['userinfo_endpoint'], `${issuer}/oidc/v1/userinfo`)
  })
})

describe('what is not composed', () => {
  test('is not there: no token, authorization, userinfo or login path without its part', async () => {
    await withProvider({}, async (provider) => {
      for (const path of ['/oauth/v2/token', '/oauth/v2/authorize', '/oauth/v2/authorize/resume', '/oidc/v1/userinfo', '/ui/login']) {
        assert.equal((await get(provider, path)).status, 404, path)
        assert.equal((await get(provider, path, { method: 'POST' })).status, 404, path)
      }
    })
  })

  test('has no tables: the storage is asked for the declared stores alone', async () => {
    const { storage, opened } = watchedStorage()
    await withProvider({ storage }, async () => undefined)
    assert.deepEqual([...(opened.at(-1) ?? [])].toSorted(), ['instance', 'signingKeys'])
    const wider = watchedStorage()
    await withProvider({ storage: wider.storage, endpoints: [endpoint({ stores: ['users'], cors: 'registered' })] }, async () => undefined)
    assert.deepEqual([...(wider.opened.at(-1) ?? [])].toSorted(), ['clients', 'instance', 'signingKeys', 'users'])
  })
})

describe('a context', () => {
  const seenBy = async (stores: readonly StoreName[]): Promise<Context<StoreName> | undefined> => {
    let seen: Context<StoreName> | undefined
    const handle = async (_: HttpRequest, context: Context<StoreName>): Promise<Answer> => {
      seen = context
      return text('')
    }
    await withProvider(
      { endpoints: [endpoint({ stores, handle }), endpoint({ path: '/other', stores: ['users', 'sessions'] })] },
      async (provider) => {
        await get(provider, '/here')
      },
    )
    return seen
  }

  test('holds the stores that its part declared, and no others', async () => {
    assert.deepEqual(Object.keys((await seenBy([]))?.stores ?? { missing: true }), [])
    assert.deepEqual(Object.keys((await seenBy(['clients']))?.stores ?? {}), ['clients'])
    assert.equal((await seenBy(['clients']))?.stores.users, undefined)
  })

  test('cannot be changed by the part that has it', async () => {
    const context = await seenBy(['clients'])
    assert.ok(context !== undefined && Object.isFrozen(context.stores))
    assert.throws(() => Object.assign(context.stores, { users: {} }), TypeError)
  })

  test('a start task has its own, before the first request', async () => {
    const seen: string[] = []
    await withProvider({ tasks: [task(async ({ stores }) => void seen.push(...Object.keys(stores)), ['directory'])] }, async () => {
      assert.deepEqual(seen, ['directory'])
    })
  })

  test('makes tokens of 256 bits, never the same', async () => {
    const context = await seenBy([])
    const tokens = Array.from({ length: 100 }, () => context?.randomToken())
    assert.equal(new Set(tokens).size, 100)
    for (const token of tokens) assert.match(token ?? '', /^[A-Za-z0-9_-]{43}$/)
  })
})

test('a part that stands in parts and in its option is composed once', async () => {
  let runs = 0
  const counted = task(async () => void (runs += 1))
  await withProvider({ tasks: [counted], parts: [counted, counted] }, async () => assert.equal(runs, 1))
})
