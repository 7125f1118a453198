// A provider whose users and clients are the host's: no document, and no row of a user.
import { clientSource, defineClient, hostPasswords, hostUsers, introspection, revocation, userinfo } from '@symbolon/core-protocol'
import type { ClientDescription, HostUser } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { clientCredentials } from '@symbolon/grants-client-credentials'
import { refreshToken } from '@symbolon/grants-refresh-token'
import { login, password, totp } from '@symbolon/login'
import { documents } from '@symbolon/provisioning'
import { createProvider } from '@symbolon/server'
import type { Provider, ProviderOptions } from '@symbolon/server'
import { libsql } from '@symbolon/storage-libsql'
import { createUserAgent, signIn } from '@symbolon/test-kit'
import type { Page } from '@symbolon/test-kit'
import { templates } from '@symbolon/ui-templates'
import { decodeJwt } from 'jose'
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { basicHeader } from '../../support/code-flow.ts'
import { testHashing } from '../../support/hashing.ts'
import { masterKey } from '../../support/provider.ts'
import '../../support/rsa-keys/ready-made.ts'

const issuer = 'https://id.example'
const startedAt = Date.now()
const secret = 'a secret of at least 32 characters for clients'
const redirectUri = 'https://shop.example/callback'
const ada: HostUser = { id: '1815', userName: 'ada', displayName: 'Ada Lovelace', email: { address: 'ada@example.com', verified: true } }

/** The tables of the host. */
let people: Map<string, HostUser>
let hostClients: Map<string, ClientDescription>
let away = false
let verified: (string | undefined)[]
let provider: Provider

const options: ProviderOptions = {
  issuer,
  masterKey,
  storage: libsql({ url: ':memory:' }),
  timers: false,
  // It stands still: delays after guesses do not pass while the machine is busy.
  now: () => startedAt,
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  grants: [authorizationCode(), refreshToken()],
  endpoints: [userinfo, introspection, revocation],
  clients: [
    defineClient({ clientId: 'shop', clientSecret: secret, redirectUris: [redirectUri], project: 'store' }),
    defineClient({ clientId: 'api', clientSecret: secret, project: 'store' }),
    clientSource({
      find: async (clientId) => hostClients.get(clientId),
      hasOrigin: async (origin) => origin === 'https://from-the-source.example',
    }),
  ],
  users: hostUsers({
    find: async (id) => (away ? await Promise.reject(new Error('no connection')) : people.get(id)),
    findByLoginName: async (name) => [...people.values()].find(({ userName }) => userName === name),
  }),
  login: login({
    ui: templates(),
    authenticators: [
      password({
        hashing: hostPasswords(async (userId, typed) => {
          verified.push(userId)
          return userId === ada.id && typed === 'the difference engine'
        }),
      }),
    ],
  }),
}

before(async () => (provider = await createProvider(options)))
after(async () => await provider.close())
beforeEach(() => {
  people = new Map([[ada.id, ada]])
  hostClients = new Map()
  verified = []
  away = false
})

async function authorize(clientId = 'shop', typed = 'the difference engine', loginName = 'Ada'): Promise<Page> {
  const userAgent = createUserAgent(async (request) => await provider.fetch(request, { remoteAddress: '203.0.113.9' }))
  const query = { client_id: clientId, redirect_uri: redirectUri, response_type: 'code', scope: 'openid profile email offline_access' }
  const start = await userAgent.get(`${issuer}/oauth/v2/authorize?${new URLSearchParams(query)}`)
  return await signIn(userAgent, start, { loginName, password: typed })
}

async function post(path: string, fields: Readonly<Record<string, string>>, clientId: string): Promise<Readonly<Record<string, unknown>>> {
  const headers = { authorization: basicHeader(clientId, secret) }
  const request = new Request(issuer + path, { method: 'POST', headers, body: new URLSearchParams(fields) })
  return (await (await provider.fetch(request)).json()) as Record<string, unknown>
}

async function tokens(clientId = 'shop'): Promise<Readonly<Record<string, unknown>>> {
  const page = await authorize(clientId)
  const code = page.redirectedTo?.searchParams.get('code') ?? assert.fail(page.text.slice(0, 500))
  return await post('/oauth/v2/token', { grant_type: 'authorization_code', code, redirect_uri: redirectUri }, clientId)
}

test('a person of the host signs in by a password that the host verifies, and has the standard claims', async () => {
  const { id_token: idToken, access_token: accessToken } = await tokens()
  assert.equal(decodeJwt(String(idToken)).sub, ada.id)
  const caller = await provider.authenticate({ headers: { authorization: `Bearer ${String(accessToken)}` } }, { audience: 'api' })
  assert.deepEqual(caller?.claims, {
    sub: ada.id,
    name: 'Ada Lovelace',
    preferred_username: 'ada',
    email: 'ada@example.com',
    email_verified: true,
  })
})

test('EM-02 a wrong password and an unknown name are refused alike, the host compares in both cases, and guesses are delayed', async () => {
  const wrong = await authorize('shop', 'wrong')
  const unknown = await authorize('shop', 'wrong', 'unknown')
  for (const page of [wrong, unknown]) assert.match(page.text, /role="alert"/)
  assert.deepEqual(new Set(verified), new Set([ada.id, undefined]))
  const before = verified.length
  for (let count = 0; count < 8; count += 1) await authorize('shop', 'wrong', 'unknown')
  assert.ok(verified.length - before < 8, `${verified.length - before} of 8 sign-ins were compared`)
})

test('EM-03 a person who is switched off or removed, or whose sessions the host ended, has no valid token left', async () => {
  const headers = { authorization: `Bearer ${String((await tokens())['access_token'])}` }
  const isCaller = async (): Promise<boolean> => (await provider.authenticate({ headers })) !== undefined
  assert.equal(await isCaller(), true)
  for (const changed of [{ ...ada, state: 'inactive' as const }, { ...ada, timesEnded: 1 }, undefined]) {
    if (changed === undefined) people.delete(ada.id)
    else people.set(ada.id, changed)
    assert.equal(await isCaller(), false, JSON.stringify(changed))
    people.set(ada.id, ada)
  }
  assert.equal(await isCaller(), true)
})

test('EM-03 while the database of the host is away, the response is 503, and no user is signed out', async () => {
  const headers = { authorization: `Bearer ${String((await tokens())['access_token'])}` }
  const ask = async (): Promise<number> => (await provider.fetch(new Request(`${issuer}/oidc/v1/userinfo`, { headers }))).status
  away = true
  assert.equal(await ask(), 503)
  away = false
  assert.equal(await ask(), 200)
})

test('a fixed client of the same project may introspect the token, and its secret is checked', async () => {
  const { access_token: token } = await tokens()
  const answer = await post('/oauth/v2/introspect', { token: String(token) }, 'api')
  assert.equal(answer['active'], true)
  assert.equal(answer['username'], 'ada')
  const request = new Request(`${issuer}/oauth/v2/introspect`, {
    method: 'POST',
    headers: { authorization: basicHeader('api', `${secret}!`) },
    body: new URLSearchParams({ token: String(token) }),
  })
  assert.equal((await provider.fetch(request)).status, 401)
})

test('a client of the host is found at each request, and is gone when the host removes it', async () => {
  hostClients.set('late', { clientId: 'late', clientSecret: secret, redirectUris: [redirectUri] })
  const { refresh_token: refresh } = await tokens('late')
  assert.equal(typeof refresh, 'string')
  hostClients.delete('late')
  const refused = await post('/oauth/v2/token', { grant_type: 'refresh_token', refresh_token: String(refresh) }, 'late')
  assert.equal(refused['error'], 'invalid_client')
})

test('scripts of the origins of fixed clients and of the source may read answers, and no others', async () => {
  const allowed = async (origin: string): Promise<string | null> => {
    const answer = await provider.fetch(new Request(`${issuer}/oidc/v1/userinfo`, { headers: { origin } }))
    return answer.headers.get('access-control-allow-origin')
  }
  for (const origin of ['https://shop.example', 'https://from-the-source.example']) assert.equal(await allowed(origin), origin)
  for (const origin of ['https://elsewhere.example', 'null']) assert.equal(await allowed(origin), null)
})

test('EM-02 a browser in which a person of the host signed in is known: guesses from elsewhere do not delay the person there', async () => {
  const userAgent = createUserAgent(async (request) => await provider.fetch(request, { remoteAddress: '203.0.113.9' }))
  const query = new URLSearchParams({
    client_id: 'shop',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    prompt: 'login',
  })
  const signInAgain = async (): Promise<Page> =>
    await signIn(userAgent, await userAgent.get(`${issuer}/oauth/v2/authorize?${query}`), {
      loginName: 'ada',
      password: 'the difference engine',
    })
  assert.ok((await signInAgain()).redirectedTo?.searchParams.has('code'))
  for (let count = 0; count < 8; count += 1) await authorize('shop', 'wrong')
  const elsewhere = await authorize('shop')
  assert.equal(elsewhere.redirectedTo, undefined, 'another browser has to wait')
  assert.ok((await signInAgain()).redirectedTo?.searchParams.has('code'))
})

test('EM-06 service users of documents coexist with the users of the host, and no stored roles reach a person', async () => {
  const hashing = testHashing
  const combined = await createProvider({
    ...options,
    storage: libsql({ url: ':memory:' }),
    grants: [authorizationCode(), clientCredentials()],
    users: hostUsers({
      find: async (id) => people.get(id),
      findByLoginName: async (name) => [...people.values()].find(({ userName }) => userName === name),
      stored: 'service_users',
    }),
    documents: documents({ hashing }),
  })
  try {
    const { counts } = await combined.apply({
      orgs: [
        {
          orgId: 'acme',
          org: { name: 'Acme' },
          projects: [{ projectId: 'store', project: { name: 'Store' } }],
          projectRoles: [{ projectId: 'store', roleKey: 'reader', displayName: 'Reader' }],
          machineUsers: [{ userId: 'robot', clientSecret: secret, user: { userName: 'robot', name: 'Robot' } }],
          humanUsers: [
            { userId: 'eve', user: { userName: 'eve', password: 'correct horse battery', profile: { firstName: 'Eve', lastName: 'E' } } },
          ],
          userGrants: [{ userId: 'robot', projectId: 'store', roleKeys: ['reader'] }],
        },
      ],
    })
    assert.equal(counts.refused, 0)
    const scope = 'openid urn:symbolon:iam:org:project:id:store:aud urn:symbolon:iam:org:project:role:reader'
    const ask = async (): Promise<Record<string, unknown>> => {
      const headers = { authorization: basicHeader('robot', secret) }
      const body = new URLSearchParams({ grant_type: 'client_credentials', scope })
      return (await (await combined.fetch(new Request(`${issuer}/oauth/v2/token`, { method: 'POST', headers, body }))).json()) as Record<
        string,
        unknown
      >
    }
    assert.equal((await ask())['scope'], scope)
    // A person of the host takes the id of the service user, and its roles with it?
    people.set('robot', { id: 'robot', userName: 'robot' })
    assert.equal((await ask())['error'], 'invalid_scope')

    const userAgent = createUserAgent(combined.fetch)
    const query = new URLSearchParams({ client_id: 'shop', redirect_uri: redirectUri, response_type: 'code', scope: 'openid' })
    const start = await userAgent.get(`${issuer}/oauth/v2/authorize?${query}`)
    const stranger = await signIn(userAgent, start, { loginName: 'eve', password: 'correct horse battery' })
    assert.match(stranger.text, /role="alert"/)
    const page = await signIn(userAgent, await userAgent.get(`${issuer}/oauth/v2/authorize?${query}`), {
      loginName: 'ada',
      password: 'the difference engine',
    })
    assert.ok(page.redirectedTo?.searchParams.has('code'))
  } finally {
    await combined.close()
  }
})

describe('stored users together with the users of the host', () => {
  let combined: Provider
  const eve = {
    userId: 'eve',
    user: { userName: 'eve', password: 'Correct horse battery 1', profile: { firstName: 'Eve', lastName: 'E' } },
  }

  // Failed attempts are counted for a user: each test begins without.
  beforeEach(async () => {
    const composed = await createProvider({
      ...options,
      storage: libsql({ url: ':memory:' }),
      users: hostUsers({
        find: async (id) => people.get(id),
        findByLoginName: async (name) => [...people.values()].find(({ userName }) => userName === name),
        stored: 'all',
      }),
      login: login({
        ui: templates(),
        authenticators: [
          password({
            hashing: hostPasswords(
              async (userId, typed) => {
                verified.push(userId)
                return userId !== undefined && people.has(userId) && typed === 'the difference engine'
              },
              { stored: testHashing },
            ),
          }),
        ],
      }),
      documents: documents({ hashing: testHashing }),
    })
    combined = composed
    const { counts } = await composed.apply({
      orgs: [
        {
          orgId: 'acme',
          org: { name: 'Acme' },
          domains: [{ orgId: 'acme', domainName: 'acme.example', isVerified: true, isPrimary: true }],
          projects: [{ projectId: 'store', project: { name: 'Store' } }],
          projectRoles: [{ projectId: 'store', roleKey: 'manager', displayName: 'Manager' }],
          humanUsers: [eve],
          userGrants: [{ userId: 'eve', projectId: 'store', roleKeys: ['manager'] }],
        },
      ],
    })
    assert.equal(counts.refused, 0)
  })
  afterEach(async () => await combined.close())

  async function subjectOf(loginName: string, typed: string): Promise<string | undefined> {
    const userAgent = createUserAgent(async (request) => await combined.fetch(request))
    const scope = 'openid urn:symbolon:iam:org:project:id:store:aud urn:symbolon:iam:org:projects:roles'
    const query = new URLSearchParams({ client_id: 'shop', redirect_uri: redirectUri, response_type: 'code', scope })
    const page = await signIn(userAgent, await userAgent.get(`${issuer}/oauth/v2/authorize?${query}`), { loginName, password: typed })
    const code = page.redirectedTo?.searchParams.get('code')
    if (code === undefined || code === null) return undefined
    const answer = await combined.fetch(
      new Request(`${issuer}/oauth/v2/token`, {
        method: 'POST',
        headers: { authorization: basicHeader('shop', secret) },
        body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
      }),
    )
    const { id_token: idToken } = (await answer.json()) as { readonly id_token: string }
    return decodeJwt(idToken).sub
  }

  test('both sign in, each by their own password, and no one by that of the other kind', async () => {
    assert.equal(await subjectOf('ada', 'the difference engine'), ada.id)
    assert.equal(await subjectOf('eve', eve.user.password), 'eve')
    assert.equal(await subjectOf('eve@acme.example', eve.user.password), 'eve')
    assert.equal(await subjectOf('eve', 'the difference engine'), undefined)
    assert.equal(await subjectOf('ada', eve.user.password), undefined)
  })

  test('EM-07 the host is asked to compare for every name, so that the time does not reveal whose it is', async () => {
    for (const name of ['eve', 'unknown']) {
      verified = []
      await subjectOf(name, 'wrong')
      assert.deepEqual(new Set(verified), new Set([undefined]), name)
    }
    verified = []
    await subjectOf('ada', 'wrong')
    assert.deepEqual(new Set(verified), new Set([ada.id]))
  })

  test('EM-07 a person of the host takes neither the full login name nor the roles of a stored one', async () => {
    people.set('squatter', { id: 'squatter', userName: 'eve@acme.example' })
    assert.equal(await subjectOf('eve@acme.example', 'the difference engine'), undefined)
    assert.equal(await subjectOf('eve@acme.example', eve.user.password), 'eve')
    // A bare name is the host's first.
    people.set('other', { id: 'other', userName: 'eve' })
    assert.equal(await subjectOf('eve', 'the difference engine'), 'other')
    // With the id, everything that is stored about it counts no more, the password included.
    people.set('eve', { id: 'eve', userName: 'mallory' })
    assert.equal(await subjectOf('eve@acme.example', eve.user.password), undefined)
    assert.equal(await subjectOf('mallory', 'the difference engine'), 'eve')
    assert.equal(await subjectOf('mallory', eve.user.password), undefined)
  })
})

describe('refused at the start', () => {
  const refusal = async (changes: Partial<ProviderOptions>): Promise<unknown> =>
    await createProvider({ ...options, storage: libsql({ url: ':memory:' }), ...changes }).then(
      () => assert.fail('it started'),
      (error: unknown) => error,
    )

  test('a part that needs stored users, which is named', async () => {
    const hashing = hostPasswords(async () => false)
    const withTotp = login({ ui: templates(), authenticators: [password({ hashing }), totp()] })
    const error = await refusal({ login: withTotp })
    assert.ok(error instanceof TypeError)
    assert.match(error.message, /'totp' of the login needs stored users \(oneTimeCodes\), but the users are the host's/)
  })

  test('two clients of one id', async () => {
    const twice = defineClient({ clientId: 'shop', redirectUris: [redirectUri] })
    const error = await refusal({ clients: [twice, twice] })
    assert.equal((error as { code?: unknown }).code, 'duplicate_client')
  })
})

describe('a description of a client names the member that is wrong', () => {
  const base = { clientId: 'shop', redirectUris: [redirectUri] }
  for (const [title, description, message] of [
    [
      'a short secret, which is not shown',
      { ...base, clientSecret: 'geheim' },
      /'shop' has a wrong member clientSecret: it must have at least 32/,
    ],
    [
      'a relative redirect URI',
      { ...base, redirectUris: ['/callback'] },
      /member redirectUris\.0: it must be absolute URIs without fragment/,
    ],
    ['a wildcard', { ...base, redirectUris: ['https://*.shop.example/'] }, /member redirectUris\.0: it must not have a wildcard/],
    ['a script as redirect URI', { ...base, redirectUris: ['javascript:alert(1)'] }, /member redirectUris\.0/],
    ['http elsewhere', { ...base, redirectUris: ['http://shop.example/'] }, /'shop' has a redirect URI over http, which needs devMode/],
    ['a misspelt member', { ...base, redirectUrls: [] }, /member redirectUrls: it is missing, misspelt or of another type/],
    ['no use at all', { clientId: 'shop' }, /'shop' has neither redirectUris nor a clientSecret nor grantTypes/],
    ['no client id', { redirectUris: [redirectUri] }, /\(without clientId\) has a wrong member clientId/],
  ] as const) {
    test(title, () => {
      assert.throws(
        () => defineClient(description as never),
        (error) => error instanceof TypeError && message.test(error.message) && !error.message.includes('geheim'),
      )
    })
  }

  test('http on this machine needs nothing more', () => {
    defineClient({ clientId: 'shop', redirectUris: ['http://localhost:3000/callback'] })
  })
})
