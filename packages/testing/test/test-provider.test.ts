// The test provider as the tests of an application use it.
import { createRemoteJWKSet, decodeJwt, jwtVerify, customFetch } from 'jose'
import * as openid from 'openid-client'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createTestProvider, defaultClientSecret, TestProviderError } from '../src/index.ts'
import type { IdTokenFault, TestProvider } from '../src/index.ts'

const redirectUri = 'http://localhost:3000/callback'

describe('a provider that answers fetch alone', () => {
  let provider: TestProvider
  before(
    async () =>
      void (provider = await createTestProvider({
        startAt: Date.UTC(2030, 0, 1),
        users: [{ userName: 'ada', firstName: 'Ada', lastName: 'Lovelace', roles: ['reader'] }, { userName: 'bob' }],
        clients: [
          { clientId: 'web', redirectUris: [redirectUri] },
          { clientId: 'spa', redirectUris: [redirectUri], authentication: 'none', app: { accessTokenType: 'OIDC_TOKEN_TYPE_JWT' } },
        ],
        serviceUsers: [{ userName: 'robot', jwtAccessTokens: true }],
      })),
  )
  after(async () => await provider.close())

  const userinfo = async (accessToken: string): Promise<Response> =>
    await provider.fetch(new Request(`${provider.issuer}/oidc/v1/userinfo`, { headers: { authorization: `Bearer ${accessToken}` } }))
  const verified = async (jwt: string): Promise<Readonly<Record<string, unknown>>> => {
    const keySet = createRemoteJWKSet(new URL(`${provider.issuer}/oauth/v2/keys`), {
      [customFetch]: async (url: string) => await provider.fetch(new Request(url)),
    })
    return (await jwtVerify(jwt, keySet, { issuer: provider.issuer, currentDate: new Date(provider.clock.now()) })).payload
  }

  test('a sign-in gives tokens that the provider honours', async () => {
    const tokens = await provider.signIn('ada', 'web', { parameters: { nonce: 'n-1' } })
    const claims = await verified(tokens.idToken ?? '')
    assert.deepEqual([claims['sub'], claims['nonce'], claims['aud']], ['ada', 'n-1', 'web'])
    assert.equal(claims['iat'], Date.UTC(2030, 0, 1) / 1000)
    const person = (await (await userinfo(tokens.accessToken)).json()) as Record<string, unknown>
    assert.deepEqual([person['name'], person['email'], person['email_verified']], ['Ada Lovelace', 'ada@users.test', true])
    assert.deepEqual([tokens.expiresIn, tokens.scope], [43_200, 'openid profile email offline_access'])
  })

  test('tokens expire when the test moves the clock, and a refresh gives new ones', async () => {
    const tokens = await provider.signIn('bob', 'web')
    provider.clock.advance(tokens.expiresIn + 1)
    assert.equal((await userinfo(tokens.accessToken)).status, 401)
    const refreshed = await provider.refresh(tokens.refreshToken ?? '', 'web')
    assert.equal((await userinfo(refreshed.accessToken)).status, 200)
  })

  test('roles are claims of JWT access tokens', async () => {
    const { accessToken } = await provider.signIn('ada', 'spa', { scope: 'openid urn:zitadel:iam:org:projects:roles' })
    assert.equal((await verified(accessToken))['sub'], 'ada')
  })

  test('a service user gets tokens', async () => {
    const { accessToken } = await provider.clientCredentials('robot')
    assert.equal((await verified(accessToken))['sub'], 'robot')
  })

  test('users and clients can be added and changed later', async () => {
    await provider.addUser({ userName: 'eve', password: 'Another password 2' })
    await provider.addClient({ clientId: 'late', redirectUris: [redirectUri], authentication: 'client_secret_post' })
    assert.equal(decodeJwt((await provider.signIn('eve', 'late')).idToken ?? '').sub, 'eve')
    await assert.rejects(provider.signIn('unknown', 'web'), new TestProviderError('There is no user unknown. Added so far: ada, bob, eve.'))
  })

  test('a document says what users and clients cannot, and what it refuses fails the test', async () => {
    await provider.apply({ orgs: [{ orgId: 'test', org: { name: 'Test' }, loginPolicy: { allowUsernamePassword: true, forceMfa: true } }] })
    const at = `${provider.issuer}/oauth/v2/authorize?${new URLSearchParams({ client_id: 'web', redirect_uri: redirectUri, response_type: 'code', scope: 'openid' })}`
    await assert.rejects(provider.signInAt(at, 'ada'), TestProviderError)
    await provider.apply({
      orgs: [{ orgId: 'test', org: { name: 'Test' }, loginPolicy: { allowUsernamePassword: true, mfaInitSkipLifetime: '0s' } }],
    })
    assert.ok((await provider.signInAt(at, 'ada')).searchParams.get('code'))
    await assert.rejects(provider.addClient({ clientId: 'x', redirectUris: ['javascript:alert(1)'] }), /refused/)
  })

  test('an endpoint fails as often as requested', async () => {
    const path = '/oauth/v2/keys'
    provider.fail(path, { status: 503, body: { error: 'temporarily_unavailable' }, headers: { 'retry-after': '1' } }, 2)
    const statuses: number[] = []
    for (let asked = 0; asked < 3; asked++) statuses.push((await provider.fetch(new Request(provider.issuer + path))).status)
    assert.deepEqual(statuses, [503, 503, 200])
  })
})

describe('a provider that listens', () => {
  let provider: TestProvider
  let configuration: openid.Configuration
  before(async () => {
    provider = await createTestProvider({
      port: 0,
      users: [{ userName: 'ada' }],
      clients: [{ clientId: 'web', redirectUris: [redirectUri] }],
    })
    configuration = await openid.discovery(new URL(provider.issuer), 'web', defaultClientSecret, undefined, {
      execute: [openid.allowInsecureRequests],
    })
    openid.enableNonRepudiationChecks(configuration)
  })
  after(async () => await provider.close())

  /** The code flow of a foreign client. */
  async function codeFlow(): Promise<openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers> {
    const verifier = openid.randomPKCECodeVerifier()
    const expected = { expectedState: openid.randomState(), expectedNonce: openid.randomNonce() }
    const url = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid',
      state: expected.expectedState,
      nonce: expected.expectedNonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    const answer = await provider.signInAt(url, 'ada')
    return await openid.authorizationCodeGrant(configuration, answer, { pkceCodeVerifier: verifier, ...expected })
  }

  test('a foreign client signs in', async () => {
    assert.equal((await codeFlow()).claims()?.sub, 'ada')
  })

  const faults: readonly IdTokenFault[] = [
    'wrong_issuer',
    'wrong_audience',
    'wrong_nonce',
    'expired',
    'unsigned',
    'unknown_key',
    'wrong_signature',
  ]
  for (const fault of faults) {
    test(`an ID token with the fault ${fault} is refused by a foreign client, and the next one is right`, async () => {
      provider.spoilIdToken(fault)
      await assert.rejects(codeFlow())
      assert.equal((await codeFlow()).claims()?.sub, 'ada')
    })
  }
})

test('an issuer that is not reserved for tests is refused', async () => {
  await assert.rejects(createTestProvider({ issuer: 'https://id.acme.com' }), /must not be the issuer https:\/\/id\.acme\.com/)
})

test('two test providers share nothing', async () => {
  const [one, two] = await Promise.all([
    createTestProvider({ users: [{ userName: 'ada' }], clients: [{ clientId: 'web', redirectUris: [redirectUri] }] }),
    createTestProvider(),
  ])
  await one.signIn('ada', 'web')
  await assert.rejects(two.signIn('ada', 'web'), /There is no user ada/)
  await one.close()
  await two.close()
})
