// Which presented tokens count: ours, unaltered, alive, and meant for the client that presents them.
import { base64url, decodeJwt, exportJWK, generateKeyPair } from 'jose'
import { bob, clientSecret, generateClientKey } from '@symbolon/test-kit'
import type { ClientKeyPair } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { basicHeader, postToken } from '../../support/code-flow.ts'
import {
  acting,
  apply,
  asActor,
  asSubject,
  exchange,
  exchangeDocument,
  exchanged,
  introspect,
  patOf,
  startExchanging,
  tokensOf,
  types,
} from '../../support/exchanging.ts'
import type { ClientId } from '../../support/exchanging.ts'
import { keySetOf } from '../../support/decode.ts'
import { signJws } from '../../support/jws.ts'
import type { TestProvider } from '../../support/provider.ts'
import { requestByCredentials } from '../../support/service-users.ts'
import { assertError, signedIn } from '../../support/signed-in.ts'

type Members = Readonly<Record<string, unknown>>

/** As subject alone, and as actor for Alice. */
async function refusedEverywhere(provider: TestProvider, token: unknown, type: string, clientId: ClientId = 'basic'): Promise<void> {
  const subject = await exchange(provider, asSubject(token, type), clientId)
  assertError(subject, 400, 'invalid_request')
  assert.equal(subject.body['error_description'], 'The subject_token is invalid.')
  const actor = await exchange(provider, acting(asActor(token, type)), clientId)
  assertError(actor, 400, 'invalid_request')
  assert.equal(actor.body['error_description'], 'The actor_token is invalid.')
}

describe('tokens of others, and altered ones', () => {
  let provider: TestProvider
  const keys: ClientKeyPair[] = []
  before(async () => {
    keys.push(await generateClientKey('the-key', 'ES256'))
    provider = await startExchanging({}, keys)
  })
  after(async () => await provider.close())

  test('TX-04 a token that is not meant for the client is refused, opaque or JWT, as subject and as actor', async () => {
    for (const client of ['basic', 'jwt'] as const) {
      const tokens = await tokensOf(provider, await signedIn(provider, bob), client)
      await refusedEverywhere(provider, tokens['access_token'], types.accessToken, 'elsewhere')
      await refusedEverywhere(provider, tokens['id_token'], types.idToken, 'elsewhere')
    }
    const theirs = await tokensOf(provider, await signedIn(provider, bob), 'elsewhere')
    await refusedEverywhere(provider, theirs['access_token'], types.accessToken, 'public')
    await refusedEverywhere(provider, theirs['id_token'], types.idToken, 'public')
  })

  test('TX-04 a token that names the project of the client is meant for it', async () => {
    const scope = 'openid urn:symbolon:iam:org:project:id:other:aud'
    const { access_token: token } = await tokensOf(provider, await signedIn(provider), 'basic', scope)
    const body = await exchanged(provider, asSubject(token), 'elsewhere')
    const { client_id: clientId, sub } = await introspect(provider, body['access_token'], 'other-api')
    assert.deepEqual([clientId, sub], ['elsewhere', 'alice'])
  })

  test('TX-04 an ID token is for the one client that it was issued to, also within the project', async () => {
    const { id_token: token, access_token: accessToken } = await tokensOf(provider, await signedIn(provider), 'basic')
    for (const client of ['post', 'public', 'jwt', 'elsewhere'] as const) await refusedEverywhere(provider, token, types.idToken, client)
    assert.equal((await exchange(provider, asSubject(accessToken), 'public')).status, 200)
  })

  test('TX-04 a service user acts with a token that is meant for itself alone, and with none that is meant for others', async () => {
    const tokenFor = async (scope: string): Promise<unknown> =>
      (await requestByCredentials(provider, { scope }, { authorization: basicHeader('robot', clientSecret) })).body['access_token']
    const byRobot = async (scope: string, client: ClientId): Promise<number> =>
      (await exchange(provider, acting({ actor_token: String(await tokenFor(scope)) }), client)).status
    assert.equal(await byRobot('openid', 'basic'), 200)
    assert.equal(await byRobot('openid urn:symbolon:iam:org:project:id:portal:aud', 'basic'), 200)
    assert.equal(await byRobot('openid urn:symbolon:iam:org:project:id:other:aud', 'basic'), 400)
    assert.equal(await byRobot('openid urn:symbolon:iam:org:project:id:symbolon:aud', 'basic'), 400)
    // As subject it is what any other token is: not meant for the client.
    assertError(await exchange(provider, asSubject(await tokenFor('openid'))), 400, 'invalid_request')
  })

  test("TX-04 a user whom the client's project does not admit is not exchanged for it, whatever the actor", async () => {
    const withCheck = async (projectRoleCheck: boolean): Promise<void> =>
      await apply(provider, {
        orgs: [
          { orgId: 'acme', org: { name: 'Acme' }, projects: [{ projectId: 'portal', project: { name: 'Portal', projectRoleCheck } }] },
        ],
      })
    const tokens = await tokensOf(provider, await signedIn(provider, bob), 'basic')
    await withCheck(true)
    for (const parameters of [asSubject(tokens['access_token']), acting({ subject_token: 'bob' }, 'admin-impersonator')]) {
      const answer = await exchange(provider, parameters)
      assertError(answer, 400, 'invalid_request')
      assert.equal(answer.body['error_description'], 'The user may not use this application.')
    }
    // Alice has a role of the project.
    assert.equal((await exchange(provider, acting())).status, 200)
    await withCheck(false)
    assert.equal((await exchange(provider, asSubject(tokens['access_token']))).status, 200)
  })

  test('TX-11 a client assertion is not a subject token of another client, and a JWT signed by the client is not a client assertion', async () => {
    const [key] = keys
    assert.ok(key !== undefined)
    const now = Math.floor(provider.clock.now() / 1000)
    const claims: Members = { iss: 'key', sub: 'alice', aud: provider.issuer, iat: now, exp: now + 60 }
    const ask = async (header: Members, overrides: Members, client: ClientId = 'key'): Promise<number> => {
      const token = await signJws({ alg: 'ES256', kid: key.id, ...header }, { ...claims, ...overrides }, key.privateKey)
      return (await exchange(provider, acting({ subject_token: token, subject_token_type: types.jwt }), client, keys)).status
    }
    assert.equal(await ask({}, {}), 200)
    assert.equal(await ask({ typ: 'JWT' }, {}), 200)
    for (const typ of ['client-authentication+jwt', 'authorization-grant+jwt', 'at+jwt', 'logout+jwt']) {
      assert.equal(await ask({ typ }, {}), 400, typ)
    }
    const overrides: readonly Members[] = [
      { sub: 'key' },
      { sub: 'unknown' },
      { sub: 7 },
      { sub: '' },
      { sub: undefined },
      { iss: 'basic' },
      { iss: provider.issuer },
      { iss: undefined },
      { aud: 'https://other.example' },
      { aud: [provider.issuer, 'https://other.example'] },
      { aud: undefined },
      { exp: undefined },
      { exp: now - 60 },
      { exp: now + 7200 },
      { exp: '9999999999' },
      { iat: now - 7200 },
      { iat: now + 60 },
      { nbf: now + 60 },
    ]
    for (const claim of overrides) assert.equal(await ask({}, claim), 400, JSON.stringify(claim))
    assert.equal(await ask({}, {}, 'basic'), 400, 'by the key of another client')
    assert.equal(await ask({}, { jti: 'once' }), 200)
    assert.equal(await ask({}, { jti: 'once' }), 400)
    const posing = await signJws({ alg: 'ES256', kid: key.id }, claims, key.privateKey)
    assertError(
      await postToken(provider, {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: posing,
        subject_token: patOf('robot'),
        subject_token_type: types.accessToken,
      }),
      401,
      'invalid_client',
    )
  })

  test('TX-11 JWTs that are not ours, or are ours no more: other keys, other algorithms, other types, altered claims', async () => {
    const tokens = await tokensOf(provider, await signedIn(provider, bob), 'jwt')
    const foreign = await generateKeyPair('RS256', { extractable: true })
    const published = await keySetOf(provider)
    for (const [token, type] of [
      [tokens['access_token'], types.accessToken],
      [tokens['id_token'], types.idToken],
    ] as const) {
      const [header = '', payload = '', signature = ''] = String(token).split('.')
      const decode = (part: string): Members => JSON.parse(new TextDecoder().decode(base64url.decode(part))) as Members
      const { kid, typ } = decode(header)
      const bytes = new TextEncoder().encode(JSON.stringify(published.keys[0]))
      const secret = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
      const otherType = typ === 'JWT' ? 'at+jwt' : 'JWT'
      const encode = (members: Members): string => base64url.encode(JSON.stringify(members))
      const bad = [
        `${encode({ alg: 'none', typ })}.${payload}.`,
        `${encode({ alg: 'none', typ })}.${payload}.${signature}`,
        await signJws({ alg: 'HS256', kid, typ }, decode(payload), secret),
        await signJws({ alg: 'RS256', kid, typ }, decode(payload), foreign.privateKey),
        await signJws({ alg: 'RS256', kid: 'x', typ, jwk: await exportJWK(foreign.publicKey) }, decode(payload), foreign.privateKey),
        await signJws({ alg: 'RS256', typ, jku: 'https://evil.example/keys' }, decode(payload), foreign.privateKey),
        `${encode({ ...decode(header), typ: otherType })}.${payload}.${signature}`,
        `${header}.${encode({ ...decode(payload), sub: 'admin-impersonator' })}.${signature}`,
        `${header}.${payload}.${signature}=`,
        `${header}.${payload}.${signature}\n`,
        `${header}.${payload}.`,
        `${header}.${payload}`,
        `${header}.${payload}.${signature}.${signature}.x`,
      ]
      for (const each of bad) {
        assert.equal((await exchange(provider, asSubject(each, type), 'jwt')).status, 400, each.slice(0, 80))
        assert.equal((await exchange(provider, acting(asActor(each, type)), 'jwt')).status, 400, each.slice(0, 80))
      }
      assert.equal((await exchange(provider, asSubject(token, type), 'jwt')).status, 200)
    }
  })

  test('TX-11 a token of another provider with the same issuer is rejected', async () => {
    const other = await startExchanging()
    try {
      const tokens = await tokensOf(other, await signedIn(other, bob), 'jwt')
      await refusedEverywhere(provider, tokens['access_token'], types.accessToken, 'jwt')
      await refusedEverywhere(provider, tokens['id_token'], types.idToken, 'jwt')
    } finally {
      await other.close()
    }
  })

  test('TX-11 refresh tokens, codes and secrets are not accepted as a token of any type', async () => {
    const { refresh_token: refreshToken } = await tokensOf(provider, await signedIn(provider), 'basic', 'openid offline_access')
    const code = await (await signedIn(provider)).code()
    for (const text of [refreshToken, code, clientSecret]) {
      for (const type of [types.accessToken, types.idToken]) await refusedEverywhere(provider, text, type)
    }
  })
})

describe('tokens that are dead', () => {
  let provider: TestProvider
  beforeEach(async () => {
    provider = await startExchanging()
  })
  afterEach(async () => await provider.close())

  test('TX-03 a token that has expired', async () => {
    const tokens = await tokensOf(provider, await signedIn(provider, bob), 'basic')
    provider.clock.advance(43_199.5)
    for (const [member, type] of [
      ['access_token', types.accessToken],
      ['id_token', types.idToken],
    ] as const) {
      await refusedEverywhere(provider, tokens[member], type)
      provider.clock.advance(1)
      await refusedEverywhere(provider, tokens[member], type)
    }
  })

  test('TX-03 an access token that was revoked, and every token of an authorization that was', async () => {
    const user = await signedIn(provider, bob)
    const revoke = async (token: unknown): Promise<void> => {
      const body = new URLSearchParams({ token: String(token) }).toString()
      const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization: basicHeader('basic', clientSecret) }
      assert.equal((await provider.fetch(new Request(`${provider.issuer}/oauth/v2/revoke`, { method: 'POST', headers, body }))).status, 200)
    }
    const one = await tokensOf(provider, user, 'basic')
    await revoke(one['access_token'])
    await refusedEverywhere(provider, one['access_token'], types.accessToken)
    const all = await tokensOf(provider, user, 'basic', 'openid offline_access')
    await revoke(all['refresh_token'])
    await refusedEverywhere(provider, all['access_token'], types.accessToken)
    await refusedEverywhere(provider, all['id_token'], types.idToken)
  })

  test('TX-03 tokens of a session that has ended', async () => {
    const user = await signedIn(provider, bob)
    const tokens = await tokensOf(provider, user, 'basic')
    const { sid } = decodeJwt(String(tokens['id_token']))
    await provider.storage.stores.revocations?.add([String(sid)], provider.clock.now() + 1e9)
    await refusedEverywhere(provider, tokens['access_token'], types.accessToken)
    await refusedEverywhere(provider, tokens['id_token'], types.idToken)
  })

  test('TX-03 tokens of people, organizations and apps that are switched off, locked or made again', async () => {
    const [org, ...others] = exchangeDocument().orgs ?? []
    assert.ok(org !== undefined)
    const withBob = (state: NonNullable<NonNullable<typeof org.humanUsers>[number]['state']>): Promise<void> =>
      apply(provider, {
        orgs: [
          { ...org, humanUsers: (org.humanUsers ?? []).map((each) => (each.userId === 'bob' ? { ...each, state } : each)) },
          ...others,
        ],
        instanceMembers: state === 'USER_STATE_ACTIVE' ? [{ userId: 'bob', roles: ['IAM_END_USER_IMPERSONATOR'] }] : [],
      })
    const withApp = (state: 'STATE_ACTIVE' | 'STATE_INACTIVE' | 'STATE_REMOVED'): Promise<void> =>
      apply(provider, {
        orgs: [{ ...org, oidcApps: (org.oidcApps ?? []).map((each) => (each.appId === 'post' ? { ...each, state } : each)) }],
      })
    const tokens = async (): Promise<Members> => await tokensOf(provider, await signedIn(provider, bob), 'basic')
    for (const state of ['USER_STATE_LOCKED', 'USER_STATE_INACTIVE', 'USER_STATE_DELETED'] as const) {
      const held = await tokens()
      await withBob(state)
      await refusedEverywhere(provider, held['access_token'], types.accessToken)
      await refusedEverywhere(provider, held['id_token'], types.idToken)
      assertError(await exchange(provider, acting({ subject_token: 'bob' }, 'admin-impersonator')), 400, 'invalid_request')
      await withBob('USER_STATE_ACTIVE')
      // A new user has the id: nothing of the previous user belongs to the new one.
      if (state === 'USER_STATE_DELETED') await refusedEverywhere(provider, held['access_token'], types.accessToken)
      if (state === 'USER_STATE_DELETED') await refusedEverywhere(provider, held['id_token'], types.idToken)
    }
    const held = await tokens()
    await apply(provider, { orgs: [{ orgId: 'acme', orgState: 'ORG_STATE_INACTIVE' }] })
    const answer = await exchange(provider, { subject_token: String(held['access_token']), subject_token_type: types.accessToken })
    assert.ok(answer.status === 401, 'the client is of the organization, too')
    await apply(provider, { orgs: [{ orgId: 'acme', orgState: 'ORG_STATE_ACTIVE' }] })

    const ofPost = await tokensOf(provider, await signedIn(provider, bob), 'post')
    for (const state of ['STATE_INACTIVE', 'STATE_REMOVED'] as const) {
      await withApp(state)
      await refusedEverywhere(provider, ofPost['access_token'], types.accessToken)
    }
    await withApp('STATE_ACTIVE')
    await refusedEverywhere(provider, ofPost['access_token'], types.accessToken)
    await refusedEverywhere(provider, ofPost['id_token'], types.idToken, 'post')
    // What was meant for the app before is not meant for the one that has its id now.
    const ofPublic = await tokensOf(provider, await signedIn(provider, bob), 'public')
    assert.equal((await exchange(provider, asSubject(ofPublic['access_token']), 'post')).status, 200)
    await withApp('STATE_REMOVED')
    await withApp('STATE_ACTIVE')
    await refusedEverywhere(provider, ofPublic['access_token'], types.accessToken, 'post')
  })

  test('TX-03 a personal access token that was switched off or has expired', async () => {
    const [org, ...others] = exchangeDocument().orgs ?? []
    assert.ok(org !== undefined)
    const id = 'pat-of-end-user-impersonator'
    const withToken = (more: Members): Promise<void> =>
      apply(provider, {
        orgs: [
          {
            ...org,
            personalAccessTokens: (org.personalAccessTokens ?? []).map((each) => (each.tokenId === id ? { ...each, ...more } : each)),
          },
          ...others,
        ],
      })
    const token = patOf('end-user-impersonator')
    assert.equal((await exchange(provider, acting())).status, 200)
    await withToken({ state: 'STATE_INACTIVE' })
    await refusedEverywhere(provider, token, types.accessToken)
    await withToken({ state: 'STATE_ACTIVE', expirationDate: new Date(provider.clock.now() + 60_000).toISOString() })
    assert.equal((await exchanged(provider, acting()))['expires_in'], 58)
    provider.clock.advance(60)
    await refusedEverywhere(provider, token, types.accessToken)
  })
})
