// What was changed at one instance, asked of the others at once: nothing that was ended is answered from memory.
import { clientSecret } from '@symbolon/test-kit'
import type { UserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorizationUrl, authorize, basicHeader, codeOf, postToken, redeem, userinfoOf } from '../support/code-flow.ts'
import type { Reachable } from '../support/code-flow.ts'
import { keySetOf } from '../support/decode.ts'
import { ask } from '../support/features.ts'
import type { Instances } from '../support/instances.ts'
import { isSignedIn } from '../support/second-factor.ts'
import { keeperToken, password, person } from './document.ts'

const headers = { authorization: basicHeader('refreshing', clientSecret) }

interface SignedIn {
  readonly accessToken: unknown
  readonly refreshToken: unknown
  readonly idToken: unknown
  readonly userAgent: UserAgent
}

async function signIn(instance: Reachable, userId: string): Promise<SignedIn> {
  const userAgent = instance.newUserAgent()
  const request = { scope: 'openid offline_access', client_id: 'refreshing' }
  const page = await authorize(instance, request, userAgent, { loginName: `${userId}@acme.example`, password })
  const { body } = await redeem(instance, codeOf(page), {}, headers)
  return { accessToken: body['access_token'], refreshToken: body['refresh_token'], idToken: body['id_token'], userAgent }
}

/** Whether the instance accepts each of what a person has. The refresh token is used up by this. */
async function acceptedOf(instance: Reachable, { accessToken, refreshToken, userAgent }: SignedIn): Promise<readonly boolean[]> {
  const refreshed = await postToken(instance, { grant_type: 'refresh_token', refresh_token: String(refreshToken) }, headers)
  return [
    (await userinfoOf(instance, accessToken)).status === 200,
    refreshed.status === 200,
    isSignedIn(await userAgent.get(authorizationUrl(instance, { prompt: 'none' }))),
  ]
}

/** Brings the organization to what the document says, through one instance. */
async function apply(instance: Reachable, members: Readonly<Record<string, unknown>>): Promise<void> {
  const body = { orgs: [{ orgId: 'acme', org: { name: 'Acme' }, ...members }] }
  const answer = await ask(instance, 'POST', '/admin/v1/apply', { body, token: keeperToken })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}

export function seenByAllTests(get: () => Instances): void {
  const others = (): readonly Reachable[] =>
    get()
      .services.slice(1)
      .map((_, index) => get().at(index + 1))

  for (const [index, state] of (['USER_STATE_INACTIVE', 'USER_STATE_LOCKED'] as const).entries()) {
    test(`the tokens and the session of a user in ${state} are refused by the others at once`, async () => {
      const userId = ['carla', 'dave'][index] ?? ''
      const sessions = await Promise.all(others().map(async (instance) => await signIn(instance, userId)))
      await apply(get().at(0), { humanUsers: [{ ...person(userId), state }] })
      for (const [place, instance] of others().entries()) {
        const session = sessions[place]
        assert.ok(session !== undefined)
        assert.deepEqual(await acceptedOf(instance, session), [false, false, false])
      }
    })
  }

  test('a revoked token, opaque or JWT, is refused by the others at once, and so is a session that was ended', async () => {
    const [first, ...rest] = [get().at(0), ...others()]
    const session = await signIn(first, 'erin')
    const jwt = await redeem(
      first,
      codeOf(await session.userAgent.get(authorizationUrl(first, { client_id: 'jwt' }))),
      {},
      { authorization: basicHeader('jwt', clientSecret) },
    )
    for (const [clientId, token] of [
      ['refreshing', session.accessToken],
      ['jwt', jwt.body['access_token']],
    ] as const) {
      for (const instance of rest) assert.equal((await userinfoOf(instance, token)).status, 200)
      const answer = await first.fetch(
        new Request(`${first.issuer}/oauth/v2/revoke`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: basicHeader(clientId, clientSecret) },
          body: new URLSearchParams({ token: String(token) }).toString(),
        }),
      )
      assert.equal(answer.status, 200)
      for (const instance of rest) assert.equal((await userinfoOf(instance, token)).status, 401, clientId)
    }
    await session.userAgent.get(`${first.issuer}/oidc/v1/end_session?id_token_hint=${String(session.idToken)}`)
    for (const instance of rest) assert.ok(!isSignedIn(await session.userAgent.get(authorizationUrl(instance, { prompt: 'none' }))))
  })

  test('a client that has another secret or is switched off, and a service user who is, are known to the others at once', async () => {
    const app = {
      appId: 'changing',
      clientId: 'changing',
      app: { projectId: 'portal', name: 'changing', redirectUris: ['https://app.example/cb'] },
    }
    const secret = `${clientSecret} of another kind`
    const refused = async (instance: Reachable, given: string): Promise<boolean> => {
      const fields = { grant_type: 'authorization_code', code: 'x', redirect_uri: 'https://app.example/cb' }
      const { body } = await postToken(instance, fields, { authorization: basicHeader('changing', given) })
      return body['error'] === 'invalid_client'
    }
    for (const instance of others()) assert.equal(await refused(instance, clientSecret), false)
    await apply(get().at(0), { oidcApps: [{ ...app, clientSecret: secret }] })
    for (const instance of others())
      assert.deepEqual([await refused(instance, clientSecret), await refused(instance, secret)], [true, false])
    await apply(get().at(0), { oidcApps: [{ ...app, state: 'STATE_INACTIVE' }] })
    for (const instance of others()) assert.equal(await refused(instance, secret), true)

    const statusOf = async (instance: Reachable): Promise<number> =>
      (await ask(instance, 'GET', '/v2/features/instance', { token: `${keeperToken}-spare` })).status
    for (const instance of others()) assert.equal(await statusOf(instance), 200)
    await apply(get().at(0), {
      machineUsers: [{ userId: 'spare', user: { userName: 'spare', name: 'spare' }, state: 'USER_STATE_INACTIVE' }],
    })
    for (const instance of others()) assert.equal(await statusOf(instance), 401)
  })

  test('a policy holds at the others at once', async () => {
    const offered = async (instance: Reachable): Promise<boolean> => {
      const userAgent = instance.newUserAgent()
      return isSignedIn(await authorize(instance, {}, userAgent, { loginName: 'erin@acme.example', password }))
    }
    const policy = { allowUsernamePassword: true, mfaInitSkipLifetime: '3600s' }
    for (const instance of others()) assert.equal(await offered(instance), true)
    await apply(get().at(0), { loginPolicy: { ...policy, forceMfa: true, secondFactors: ['SECOND_FACTOR_TYPE_OTP'] } })
    for (const instance of others()) assert.equal(await offered(instance), false)
    await apply(get().at(0), { loginPolicy: policy })
  })

  test('a feature and a revoked signing key are known to the others within a second', async () => {
    const first = get().at(0)
    const grantType = 'urn:ietf:params:oauth:grant-type:token-exchange'
    const offers = async (instance: Reachable): Promise<boolean> => {
      const response = await instance.fetch(new Request(`${instance.issuer}/.well-known/openid-configuration`))
      return ((await response.json()) as { readonly grant_types_supported: readonly string[] }).grant_types_supported.includes(grantType)
    }
    const session = await signIn(first, 'erin')
    const { body } = await redeem(
      first,
      codeOf(await session.userAgent.get(authorizationUrl(first, { client_id: 'jwt' }))),
      {},
      { authorization: basicHeader('jwt', clientSecret) },
    )
    const { kid } = JSON.parse(atob(String(body['access_token']).split('.')[0] ?? '')) as { readonly kid: string }
    for (const instance of others()) {
      assert.equal((await userinfoOf(instance, body['access_token'])).status, 200)
      assert.ok((await keySetOf(instance)).keys.some((key) => key.kid === kid))
    }
    const before = await offers(first)
    const switched = await ask(first, 'PUT', '/v2/features/instance', { body: { oidcTokenExchange: !before }, token: keeperToken })
    assert.equal(switched.status, 200, JSON.stringify(switched.body))
    const revoked = await ask(first, 'POST', '/admin/v1/keys/revoke', { body: { kid }, token: keeperToken })
    assert.equal(revoked.status, 200, JSON.stringify(revoked.body))
    assert.equal(await offers(first), !before)
    assert.equal((await userinfoOf(first, body['access_token'])).status, 401)
    await get().advance(1)
    for (const instance of others()) {
      assert.equal(await offers(instance), !before)
      assert.equal((await userinfoOf(instance, body['access_token'])).status, 401)
      assert.ok((await keySetOf(instance)).keys.every((key) => key.kid !== kid))
    }
  })
}
