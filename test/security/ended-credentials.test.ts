// A new password revokes what the old password opened, and a reactivated user, client or setting does not restore it. Every
// kind of credential, every change; the clock stands still throughout, so that no time can distinguish before from after.
import { revocation, userinfo, introspection, endSession, authorizationResumePath } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { clientCredentials } from '@symbolon/grants-client-credentials'
import { implicit } from '@symbolon/grants-implicit'
import { jwtProfile } from '@symbolon/grants-jwt-profile'
import { refreshToken } from '@symbolon/grants-refresh-token'
import { tokenExchange } from '@symbolon/grants-token-exchange'
import type { OrgDocument } from '@symbolon/schema-v2'
import { secretHashing } from '@symbolon/secret-hashing'
import { acmeDocument, alice, bob, clientSecret, redirectUri, signIn } from '@symbolon/test-kit'
import type { Credentials } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { acmeWith, portalApp } from '../support/acme.ts'
import { authorizationUrl, authorize, basicHeader, codeOf, postToken, redeem, userinfoOf } from '../support/code-flow.ts'
import { exchangeGrant, setFeature, types } from '../support/exchanging.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'
import { signedIn } from '../support/signed-in.ts'
import type { SignedIn } from '../support/signed-in.ts'

type Org = NonNullable<OrgDocument['orgs']>[number]

const robotToken = 'symbolon_pat_robot-0123456789-0123456789-0123456789'
const otherToken = 'symbolon_pat_other-0123456789-0123456789-0123456789'
const newPassword = 'another horse, another battery'
const everything = {
  redirectUris: [redirectUri],
  responseTypes: ['OIDC_RESPONSE_TYPE_CODE', 'OIDC_RESPONSE_TYPE_ID_TOKEN', 'OIDC_RESPONSE_TYPE_ID_TOKEN_TOKEN'],
  grantTypes: [
    'OIDC_GRANT_TYPE_AUTHORIZATION_CODE',
    'OIDC_GRANT_TYPE_IMPLICIT',
    'OIDC_GRANT_TYPE_REFRESH_TOKEN',
    'OIDC_GRANT_TYPE_TOKEN_EXCHANGE',
  ],
} satisfies Parameters<typeof portalApp>[1]
const apps = [
  portalApp('app', everything, { clientSecret }),
  portalApp('app-jwt', { ...everything, accessTokenType: 'OIDC_TOKEN_TYPE_JWT' }, { clientSecret }),
]
const hashing = secretHashing()

let provider: TestProvider
const opened: TestProvider[] = []
beforeEach(async () => {
  provider = await startTestProvider({
    document: {
      ...acmeWith({
        oidcApps: apps,
        apiApps: [
          {
            appId: 'api',
            clientId: 'api',
            clientSecret,
            app: { projectId: 'portal', name: 'API', authMethodType: 'API_AUTH_METHOD_TYPE_BASIC' },
          },
        ],
        machineUsers: [{ userId: 'robot', user: { userName: 'robot', name: 'Robot' }, clientSecret }],
        personalAccessTokens: [
          { tokenId: 'pat', userId: 'robot', token: robotToken },
          { tokenId: 'other-pat', userId: 'robot', token: otherToken },
        ],
      }),
      instance: { securityPolicy: { enableImpersonation: true } },
      instanceMembers: [{ userId: 'robot', roles: ['IAM_END_USER_IMPERSONATOR'] }],
    },
    hashing,
    grants: [authorizationCode(), refreshToken(), implicit(), clientCredentials(), jwtProfile(), tokenExchange()],
    endpoints: [userinfo, introspection, revocation, endSession],
  })
  opened.push(provider)
  await provider.storage.stores.features?.set({ oidcTokenExchange: true }, provider.clock.now())
  await setFeature(provider, true)
})
after(async () => {
  for (const each of opened) await each.close()
})

const as = (clientId: string): Readonly<Record<string, string>> => ({ authorization: basicHeader(clientId, clientSecret) })

async function change(org: Partial<Org>): Promise<void> {
  const { counts } = await provider.apply({ orgs: [{ orgId: 'acme', ...org }] })
  assert.equal(counts.refused, 0)
}

/** The fixture's entry of a person, with this in it. */
function person(who: Credentials & { readonly id: string }, user: object, more: object = {}): Partial<Org> {
  const entry = acmeDocument().orgs?.[0]?.humanUsers?.find(({ userId }) => userId === who.id)
  if (entry === undefined) throw new Error('no such person')
  return { humanUsers: [{ ...entry, user: { ...entry.user, ...user }, ...more }] }
}

async function isActive(token: string): Promise<boolean> {
  const response = await provider.fetch(
    new Request(`${provider.issuer}/oauth/v2/introspect`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...as('api') },
      body: new URLSearchParams({ token }).toString(),
    }),
  )
  const introspected = ((await response.json()) as { active: boolean }).active
  const { status } = await userinfoOf(provider, token)
  // What an ID token was exchanged for is meant for the app alone.
  if (introspected) assert.equal(status, 200, 'what is active at introspection counts at userinfo')
  return status === 200
}

async function exchange(
  subject: string,
  type: string,
  more: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }> {
  return await postToken(
    provider,
    { grant_type: exchangeGrant, subject_token: subject, subject_token_type: type, scope: 'openid', ...more },
    as('app'),
  )
}

/** Uses of a user's credentials; each returns whether it works. A use may happen twice: before a change and after it. */
type Uses = Readonly<Record<string, () => Promise<boolean>>>

/** What one person has from signing in, of every kind. */
async function whatSignInGives(who: Credentials): Promise<Uses> {
  const session: SignedIn = await signedIn(provider, who)
  const scope = 'openid offline_access'
  const [opaque, jwt] = [await session.tokens('app', { scope }), await session.tokens('app-jwt', { scope })]
  const front = await session.userAgent.get(authorizationUrl(provider, { client_id: 'app', response_type: 'id_token token', nonce: 'n' }))
  const fragment = new URLSearchParams(front.redirectedTo?.hash.slice(1))
  const accessToken = String(opaque['access_token'])
  const idToken = String(opaque['id_token'])
  const exchanged = (await exchange(accessToken, types.accessToken, { scope })).body
  const exchangedJwt = (await exchange(accessToken, types.accessToken, { requested_token_type: types.jwt })).body
  const fromIdToken = (await exchange(idToken, types.idToken)).body
  const acting = (
    await exchange(who.loginName.startsWith('alice') ? 'alice' : 'bob', types.userId, {
      actor_token: robotToken,
      actor_token_type: types.accessToken,
    })
  ).body
  const codes = [await session.code({ client_id: 'app' }), await session.code({ client_id: 'app' })]
  const waiting = await session.userAgent.get(authorizationUrl(provider, { client_id: 'app', prompt: 'select_account' }))
  const tokenOf = (body: Readonly<Record<string, unknown>>): string => {
    assert.equal(typeof body['access_token'], 'string', JSON.stringify(body))
    return String(body['access_token'])
  }
  const refreshing = (first: unknown, clientId: string) => {
    let latest = String(first)
    return async (): Promise<boolean> => {
      const { status, body } = await postToken(provider, { grant_type: 'refresh_token', refresh_token: latest }, as(clientId))
      if (status === 200) latest = String(body['refresh_token'])
      return status === 200
    }
  }
  return {
    'the session cookie': async () =>
      (await session.userAgent.get(authorizationUrl(provider, { client_id: 'app', prompt: 'none' }))).redirectedTo?.searchParams.has(
        'code',
      ) === true,
    'the session cookie with the ID token as hint': async () =>
      (
        await session.userAgent.get(authorizationUrl(provider, { client_id: 'app', prompt: 'none', id_token_hint: idToken }))
      ).redirectedTo?.searchParams.has('code') === true,
    'a choice of account that was waiting': async () =>
      waiting.text.includes('sessionId') && (await session.userAgent.get(waiting.url)).text.includes('sessionId'),
    'an access token': async () => await isActive(accessToken),
    'a JWT access token': async () => await isActive(tokenOf(jwt)),
    'an access token of the implicit flow': async () => await isActive(fragment.get('access_token') ?? ''),
    'an exchanged token': async () => await isActive(tokenOf(exchanged)),
    'an exchanged JWT': async () => await isActive(tokenOf(exchangedJwt)),
    'a token that an ID token was exchanged for': async () => await isActive(tokenOf(fromIdToken)),
    'a token with an actor': async () => await isActive(tokenOf(acting)),
    'an access token, exchanged now': async () => (await exchange(accessToken, types.accessToken)).status === 200,
    'an ID token, exchanged now': async () => (await exchange(idToken, types.idToken)).status === 200,
    'a refresh token': refreshing(opaque['refresh_token'], 'app'),
    'a refresh token next to JWTs': refreshing(jwt['refresh_token'], 'app-jwt'),
    'a refresh token from an exchange': refreshing(exchanged['refresh_token'], 'app'),
    'a code': async () => (await redeem(provider, codes.pop() ?? '', {}, as('app'))).status === 200,
  }
}

async function assertAll(uses: Uses, expected: boolean, when: string): Promise<void> {
  const works: string[] = []
  for (const [name, use] of Object.entries(uses)) if (await use()) works.push(name)
  assert.deepEqual(works, expected ? Object.keys(uses) : [], when)
}

/** The change has revoked the earlier credentials, later credentials work, and no other user is affected. */
async function assertEnds(after: Credentials, apply: () => Promise<void>): Promise<void> {
  const before = await whatSignInGives(alice)
  const others = await whatSignInGives(bob)
  await assertAll(before, true, 'before')
  await apply()
  await assertAll(before, false, 'after')
  await assertAll(others, true, 'of another user')
  await assertAll(await whatSignInGives(after), true, 'begun after')
}

describe('a new password', () => {
  const replaced = { ...alice, password: newPassword }

  test('in clear, by a document, ends what the old one opened, and nothing else', async () => {
    await assertEnds(replaced, async () => await change(person(alice, { password: newPassword })))
  })

  test('as a hash, by a document, does', async () => {
    const hash = await hashing.hash(newPassword)
    await assertEnds(replaced, async () => await change(person(alice, { password: undefined, hashedPassword: { value: hash } })))
  })

  test('does not revoke separate credentials: personal access tokens, client secrets', async () => {
    await change(person(alice, { password: newPassword }))
    assert.equal(await isActive(robotToken), true)
    assert.equal((await postToken(provider, { grant_type: 'client_credentials', scope: 'openid' }, as('robot'))).status, 200)
  })

  test('that is the same, and a document that repeats what is there, end nothing', async () => {
    const uses = await whatSignInGives(alice)
    await assertAll(uses, true, 'before')
    await change(person(alice, {}))
    await provider.apply({ ...acmeDocument() })
    const { 'a code': _, ...rest } = uses
    await assertAll(rest, true, 'the same in clear')
    const hash = await hashing.hash(newPassword)
    await change(person(alice, { password: undefined, hashedPassword: { value: hash } }))
    const after = await whatSignInGives(replaced)
    await change(person(alice, { password: undefined, hashedPassword: { value: hash } }))
    await change(person(alice, { password: undefined, nickName: 'Ally', hashedPassword: { value: hash } }))
    await assertAll(after, true, 'the same as a hash')
  })

  test('takes its proof from a sign-in that waits for the next step', async () => {
    const userAgent = provider.newUserAgent()
    const page = await signIn(userAgent, await userAgent.get(authorizationUrl(provider, { client_id: 'app' })), alice)
    codeOf(page)
    const asked = await userAgent.get(authorizationUrl(provider, { client_id: 'app', prompt: 'select_account' }))
    const chosen = await userAgent.submit(asked)
    const code = chosen.redirectedTo?.searchParams.get('code')
    assert.notEqual(code ?? null, null, 'a choice is enough while the password stands')
    const again = await userAgent.get(authorizationUrl(provider, { client_id: 'app', prompt: 'select_account' }))
    await change(person(alice, { password: newPassword }))
    const after = await userAgent.submit(again)
    assert.equal(after.redirectedTo, undefined)
    const resumed = await userAgent.get(`${provider.issuer}${authorizationResumePath}${again.url.search}`)
    assert.equal(resumed.redirectedTo, undefined)
  })

  test('set while the old one is compared: the session that follows is invalid', async () => {
    const slow = await startTestProvider({
      document: acmeWith({ oidcApps: apps }),
      hashing: {
        ...hashing,
        verify: async (...asked) => {
          const verified = await hashing.verify(...asked)
          if (changing) {
            changing = false
            await slow.apply({ orgs: [{ orgId: 'acme', ...person(alice, { password: newPassword }) }] })
          }
          return verified
        },
      },
    })
    opened.push(slow)
    let changing = true
    const page = await authorize(slow, { client_id: 'app' })
    assert.equal(page.redirectedTo, undefined)
  })
})

describe('switched off and on again', () => {
  for (const state of ['USER_STATE_INACTIVE', 'USER_STATE_LOCKED', 'USER_STATE_SUSPEND'] as const) {
    test(`a user (${state}): nothing of before is back`, async () => {
      await assertEnds(alice, async () => {
        await change(person(alice, {}, { state }))
        await change(person(alice, {}, { state: 'USER_STATE_ACTIVE' }))
      })
    })
  }

  const others: Readonly<Record<string, (off: boolean) => Partial<Org>>> = {
    'the organization': (off) => ({ orgState: off ? 'ORG_STATE_INACTIVE' : 'ORG_STATE_ACTIVE', org: { name: 'Acme' } }),
    'the project': (off) => ({
      projects: [{ projectId: 'portal', project: { name: 'Portal' }, ...(off ? { state: 'STATE_INACTIVE' } : {}) }],
    }),
    'the apps': (off) => ({ oidcApps: apps.map((app) => ({ ...app, ...(off ? { state: 'STATE_INACTIVE' } : {}) })) }),
  }
  for (const [name, documentOf] of Object.entries(others)) {
    test(`${name}: no token and no code of before is back`, async () => {
      const uses = await whatSignInGives(alice)
      await assertAll(uses, true, 'before')
      await change(documentOf(true))
      await change(documentOf(false))
      // The session is the user's, not the app's: only an organization has users to end.
      const ofSession = ['the session cookie', 'the session cookie with the ID token as hint', 'a choice of account that was waiting']
      for (const [use, works] of Object.entries(uses)) {
        assert.equal(await works(), name !== 'the organization' && ofSession.includes(use), use)
      }
      await assertAll(await whatSignInGives(alice), true, 'begun after')
    })
  }

  test('a service user: no token of before is back, its personal access token and its secret are', async () => {
    const get = async (): Promise<string> =>
      String(
        (
          await postToken(
            provider,
            { grant_type: 'client_credentials', scope: 'openid urn:symbolon:iam:org:project:id:portal:aud' },
            as('robot'),
          )
        ).body['access_token'],
      )
    const exchangedFor = async (token: string): Promise<string> => String((await exchange(token, types.accessToken)).body['access_token'])
    const robot = (state: 'USER_STATE_ACTIVE' | 'USER_STATE_INACTIVE'): Partial<Org> => ({
      machineUsers: [{ userId: 'robot', user: { userName: 'robot', name: 'Robot' }, state }],
    })
    const before = [await get(), await exchangedFor(robotToken)]
    for (const token of before) assert.equal(await isActive(token), true)
    await change(robot('USER_STATE_INACTIVE'))
    await change(robot('USER_STATE_ACTIVE'))
    for (const token of before) assert.equal(await isActive(token), false)
    for (const token of [robotToken, await get(), await exchangedFor(robotToken)]) assert.equal(await isActive(token), true)
  })

  test('a personal access token: the exchanged token is not back, and that of another personal access token stays', async () => {
    const tokenFor = async (token: string): Promise<string> => String((await exchange(token, types.accessToken)).body['access_token'])
    const [before, other] = [await tokenFor(robotToken), await tokenFor(otherToken)]
    const pat = { tokenId: 'pat', userId: 'robot' }
    await change({ personalAccessTokens: [{ ...pat, state: 'STATE_INACTIVE' }] })
    await change({ personalAccessTokens: [pat] })
    assert.deepEqual([await isActive(before), await isActive(other), await isActive(robotToken)], [false, true, true])
    assert.equal(await isActive(await tokenFor(robotToken)), true)
  })

  test('an actor: the token with the actor is not back', async () => {
    const acting = async (): Promise<string> =>
      String((await exchange('alice', types.userId, { actor_token: otherToken, actor_token_type: types.accessToken })).body['access_token'])
    const before = await acting()
    assert.equal(await isActive(before), true)
    const robot = { userId: 'robot', user: { userName: 'robot', name: 'Robot' } }
    await change({ machineUsers: [{ ...robot, state: 'USER_STATE_INACTIVE' }] })
    await change({ machineUsers: [{ ...robot, state: 'USER_STATE_ACTIVE' }] })
    assert.equal(await isActive(before), false)
    assert.equal(await isActive(await acting()), true)
  })

  test('a user who is removed and made again has nothing of the one before', async () => {
    const uses = await whatSignInGives(alice)
    await change(person(alice, {}, { state: 'USER_STATE_DELETED' }))
    provider.clock.advance(-3600)
    await change(person(alice, {}))
    await assertAll(uses, false, 'after')
    await assertAll(await whatSignInGives(alice), true, 'begun after, by a clock that went back')
  })
})
