// The mistakes of who composes in JavaScript: a TypeError with a code at the start, whose message says what to write instead.
import { define, defineClaims, defineClient, endSession, userinfo } from '@symbolon/core-protocol'
import type { ClientDescription, StoreName, TokenKind } from '@symbolon/core-protocol'
import { libsql } from '@symbolon/storage-libsql'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { combineProviders, createProvider, nodeHandler, serve } from '../src/index.ts'
import { endpoint, grant, login, options, responseTypeGrant } from './parts.ts'

/** As JavaScript calls it: no type stands in the way. */
async function compose(changes: Readonly<Record<string, unknown>>): Promise<unknown> {
  const given: unknown = { ...options(), ...changes }
  return await Reflect.apply(createProvider, undefined, [given])
}

function authorizationCode(): unknown {
  return grant()
}

const renewed: TokenKind<StoreName> = {
  member: 'refresh_token',
  scope: 'offline_access',
  admits: () => false,
  make: () => assert.fail('not reached'),
  find: async () => undefined,
}

/** A part of a kind with every function that it may need. */
const part = (kind: string): Record<string, unknown> => {
  const run = async (): Promise<undefined> => undefined
  return { kind, name: kind, stores: [], parameter: 'request', mediaType: 'text/plain', modes: {}, read: run, encode: run }
}
const modes = (given: Readonly<Record<string, unknown>>): Record<string, unknown> => ({ ...part('response_mode'), modes: given })

const startTask = define({ kind: 'task', name: 'seed', stores: [], run: async () => undefined })
const repeatedTask = define({ kind: 'repeated_task', name: 'clean', stores: [], interval: 1000, repeat: async () => undefined })

const plan = defineClaims({ claims: ['plan'], scopes: ['plan'], places: ['id_token'], read: async () => ({}) })

const mistakes: readonly (readonly [string, Readonly<Record<string, unknown>>, string, RegExp])[] = [
  ['no storage', { storage: undefined }, 'storage_missing', /storage: libsql\(\{ url: /],
  ['a storage that is null', { storage: null }, 'storage_missing', /libsql\(/],
  ['a storage without a method', { storage: {} }, 'storage_missing', /no method open/],
  ['a storage that was not called', { storage: libsql }, 'part_not_called', /Call it, e\.g\. storage: libsql\(/],
  [
    'a grant that was not called',
    { grants: [authorizationCode] },
    'part_not_called',
    /grants\[0\] is the function authorizationCode\. Call it, as authorizationCode\(\)/,
  ],
  ['a login that was not called', { login }, 'part_not_called', /login is the function login\. Call it, as login\(\)/],
  ['a misspelt option', { endpoint: [] }, 'unknown_option', /Unknown option 'endpoint'\. Did you mean 'endpoints'\?/],
  ['an option in another case', { masterkey: 'x' }, 'unknown_option', /Did you mean 'masterKey'\?/],
  ['an unknown option', { databaseUrl: 'x' }, 'unknown_option', /Unknown option 'databaseUrl'\. The known ones are issuer, storage/],
  [
    'a misspelt lifetime',
    { lifetimes: { accesToken: 60 } },
    'unknown_option',
    /Unknown lifetime 'accesToken'\. Did you mean 'accessToken'\?/,
  ],
  ['a misspelt option of the keys', { keys: { maxage: 60 } }, 'unknown_option', /Did you mean 'maxAge'\?/],
  [
    'an endpoint among the grants',
    { grants: [userinfo] },
    'part_misplaced',
    /grants\[0\] \('userinfo endpoint'\) is an endpoint. Move it to endpoints/,
  ],
  [
    'a grant among the endpoints',
    { endpoints: [endSession, grant()] },
    'part_misplaced',
    /endpoints\[1\] \('a grant'\) is a grant. Move it to grants/,
  ],
  ['a login among the endpoints', { endpoints: [login()] }, 'part_misplaced', /Move it to login/],
  ['a part without a kind', { grants: [{}] }, 'invalid_part', /grants\[0\] is not a part/],
  ['a hole in a list', { endpoints: [undefined] }, 'invalid_part', /endpoints\[0\]/],
  ['a promise', { grants: [Promise.resolve(grant())] }, 'invalid_part', /grants\[0\]/],
  ['a part instead of a list', { grants: grant() }, 'invalid_part', /grants must be a list/],
  ['proxies that are not a list', { trustedProxies: true }, 'invalid_trusted_proxy', /must be a list of addresses/],
  ['a proxy that is not a text', { trustedProxies: [1] }, 'invalid_trusted_proxy', /must be an address or a network/],
  ['an unknown store', { endpoints: [declaring(['nope'])] }, 'unknown_store', /endpoints\[0\] \('an endpoint'\) declares the store 'nope'/],
  ['a misspelt store', { endpoints: [declaring(['user'])] }, 'unknown_store', /Did you mean 'users'\?/],
  ['a store with the name of a built-in member', { endpoints: [declaring(['constructor'])] }, 'unknown_store', /'constructor'/],
  ['an unknown store of a grant', { grants: [grant({ stores: ['__proto__' as 'users'] })] }, 'unknown_store', /grants\[0\]/],
  [
    'stores that are not a list',
    { endpoints: [declaring('users')] },
    'invalid_part',
    /The member stores of endpoints\[0\] .* a list of texts/,
  ],
  ['a part without stores', { endpoints: [declaring(undefined)] }, 'invalid_part', /The member stores/],
  ['an endpoint without a function', { endpoints: [bare(endpoint(), 'handle')] }, 'invalid_part', /handle of endpoints\[0\] .* a function/],
  ['an endpoint without a path', { endpoints: [bare(endpoint(), 'path')] }, 'invalid_part', /begins with \//],
  ['an endpoint without methods', { endpoints: [{ ...endpoint(), methods: [] }] }, 'invalid_part', /HTTP methods/],
  ['a grant without a grant type', { grants: [bare(grant(), 'grantType')] }, 'invalid_part', /grantType/],
  [
    'a grant without methods of authentication',
    { grants: [bare(grant(), 'clientAuthenticationMethods')] },
    'invalid_part',
    /a list of texts/,
  ],
  [
    'response types that are not objects',
    { grants: [{ ...grant(), responseTypes: [null] }] },
    'invalid_part',
    /responseTypes .* a list of objects/,
  ],
  ['a source of an unknown parameter', { requestSources: [bare(part('request_source'), 'parameter')] }, 'invalid_part', /request_uri/],
  ['a response mode without a carrier', { responseModes: [modes({ jwt: 'header' })] }, 'invalid_part', /query, fragment or form_post/],
  [
    'a response mode that stands for an unknown one',
    { responseModes: [modes({ jwt: { query: 'query.jwt', fragment: 'fragment.jwt' } })] },
    'invalid_part',
    /name such members/,
  ],
  [
    'a format with a parameter',
    { introspectionFormats: [{ ...part('introspection_format'), mediaType: 'text/plain; charset=utf-8' }] },
    'invalid_part',
    /without parameters/,
  ],
  ['a task that does nothing', { tasks: [bare(startTask, 'run')] }, 'invalid_part', /run of tasks\[0\]/],
  [
    'a limit that guards nothing',
    { limits: [{ kind: 'limit', name: 'few', stores: [] }] },
    'invalid_part',
    /guard of limits\[0\] \('few'\)/,
  ],
  ['an interval that is not a number', { tasks: [{ ...repeatedTask, interval: '1h' }] }, 'invalid_part', /interval .* milliseconds/],
  ['a clock that is not a function', { now: 5 }, 'invalid_option', /now must be of the type function/],
  ['a log without methods', { log: {} }, 'invalid_option', /log must be an object with the methods info, warn, error/],
  ['metrics without methods', { metrics: true }, 'invalid_option', /declare/],
  ['lifetimes that are not an object', { lifetimes: 60 }, 'invalid_option', /lifetimes must be of the type object/],
  ['an issuer that is not a text', { issuer: Symbol('id') }, 'invalid_option', /issuer must be of the type string/],
  ['a master key that is null', { masterKey: null }, 'master_key_missing', /openssl rand/],
  ['a master key that is an object', { masterKey: {} }, 'master_key_length', /openssl rand/],
  ['a list of master keys with a hole', { masterKey: [null] }, 'master_key_missing', /openssl rand/],
  ['a storage that opens nothing', { storage: { open: async () => undefined } }, 'storage_missing', /an object with stores and close/],
  ['a login that no user sees', { login: login(), grants: [] }, 'login_unused', /Pass grants: \[authorizationCode\(\)\]/],
  ['an empty list of grants', { grants: [] }, 'grants_missing', /leave grants out/],
  [
    'refreshed tokens next to grants for service users alone',
    { grants: [grant({ clientKinds: ['service_user'] }), grant({ name: 'renewal', grantType: 'renewal', tokenKinds: [renewed] })] },
    'tokens_unissued',
    /for applications/,
  ],
  ['tokens that no grant issues', { grants: [grant({ name: 'renewal', tokenKinds: [renewed] })] }, 'tokens_unissued', /'renewal' redeems/],
  ['a misspelt place of claims', { claims: [{ ...plan, places: ['idToken'] }] }, 'invalid_claim', /'idToken'. The places are .*id_token/],
  [
    'a misspelt grant type',
    usedBy({ grantTypes: ['authorisation'] }),
    'client_unusable',
    /'authorisation', .* Did you mean 'authorization'\?/,
  ],
  ['a grant type that is not composed', usedBy({ grantTypes: ['refresh_token'] }), 'client_unusable', /Composed are: authorization/],
  ['a response type that is not composed', usedBy({ responseTypes: ['id_token'] }), 'client_unusable', /the response type 'id_token'/],
  ['a grant of service users', usedBy({ grantTypes: ['robots'] }), 'client_unusable', /'robots', which no application may use/],
]

/** An endpoint that declares these stores. */
function declaring(stores: unknown): unknown {
  return { ...endpoint(), stores }
}

/** The part without one of its members. */
function bare(part: object, member: string): unknown {
  return Object.fromEntries(Object.entries(part).filter(([name]) => name !== member))
}

function usedBy(changes: Partial<ClientDescription>): Readonly<Record<string, unknown>> {
  return {
    grants: [grant({ grantType: 'authorization' }), grant({ grantType: 'robots', clientKinds: ['service_user'] }), responseTypeGrant()],
    login: login(),
    clients: [defineClient({ clientId: 'shop', redirectUris: ['https://shop.example/'], grantTypes: ['authorization'], ...changes })],
  }
}

for (const [what, changes, code, message] of mistakes) {
  test(`${what} is ${code}, and the message says what to write`, async () => {
    await assert.rejects(compose(changes), (error) => {
      assert.ok(error instanceof TypeError && 'code' in error)
      assert.equal(error.code, code)
      assert.match(error.message, message)
      return true
    })
  })
}

test('no options at all are a TypeError with a code', async () => {
  for (const given of [undefined, null, 'x', []]) {
    await assert.rejects(async () => await Reflect.apply(createProvider, undefined, [given]), {
      name: 'CompositionError',
      code: 'unknown_option',
    })
  }
})

test('a promise of a provider is mounted by nothing, and the message says that it has to be awaited', async () => {
  const promised: unknown = Promise.resolve()
  const missing = { code: 'provider_missing', message: /write await createProvider/ }
  assert.throws(() => Reflect.apply(nodeHandler, undefined, [promised]), missing)
  await assert.rejects(async () => await Reflect.apply(serve, undefined, [promised, { hostname: 'localhost', port: 0 }]), missing)
  await assert.rejects(async () => await Reflect.apply(combineProviders, undefined, [[promised]]), missing)
  await assert.rejects(async () => await Reflect.apply(combineProviders, undefined, [undefined]), { code: 'provider_missing' })
})
