// Each thing that an operator or a client can end, ended at one instance and used at the others at once.
import { clientSecret, generateClientKey } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorizationUrl, authorize, basicHeader, codeOf, postToken, redeem, userinfoOf } from '../support/code-flow.ts'
import type { Reachable } from '../support/code-flow.ts'
import { ask } from '../support/features.ts'
import type { Instances } from '../support/instances.ts'
import { signJws } from '../support/jws.ts'
import { isSignedIn } from '../support/second-factor.ts'
import { jwtBearer } from '../support/service-users.ts'
import { ending, endingOrg, keeperToken, password, person } from './document.ts'

type Members = Readonly<Record<string, unknown>>

/** Whether something is accepted still, in each of the ways in which it can be used. Asked again and again. */
type Uses = () => Promise<readonly boolean[]>

/** Something that can end. */
interface Ending {
  readonly what: string
  /** Makes it, for use at this instance. */
  readonly make: (instance: Reachable) => Promise<Uses>
  /** Ends it, at the first instance: members of the organization, or a call. */
  readonly end: Members | ((instance: Reachable) => Promise<void>)
}

export function endedEverywhereTests(get: () => Instances): void {
  test('whatever is ended at one instance is refused by the others at once: of users, sessions, applications, projects, roles, grants, identity providers, tokens and keys', async () => {
    const instances = get()
    const [first, ...others] = instances.services.map((_, index) => instances.at(index))
    assert.ok(first !== undefined && others.length > 1)
    const key = await generateClientKey('key-of-keyed', 'ES256')
    await apply(first, { ...endingOrg(key) })

    /** @returns the uses of what a person has after a sign-in: the access token, the refresh token, and the session */
    const signIn = async (instance: Reachable, userId: string, clientId = 'plain-app'): Promise<Signed> => {
      const headers = { authorization: basicHeader(clientId, clientSecret) }
      const request = { scope: 'openid offline_access', client_id: clientId }
      const userAgent = instance.newUserAgent()
      const page = await authorize(instance, request, userAgent, { loginName: `${userId}@ending.example`, password })
      const { body } = await redeem(instance, codeOf(page), {}, headers)
      let refreshToken = body['refresh_token']
      const refresh = async (): Promise<boolean> => {
        const answer = await postToken(instance, { grant_type: 'refresh_token', refresh_token: String(refreshToken) }, headers)
        refreshToken = answer.body['refresh_token'] ?? refreshToken
        return answer.status === 200
      }
      return {
        token: async () => (await userinfoOf(instance, body['access_token'])).status === 200,
        claims: async () => JSON.stringify((await userinfoOf(instance, body['access_token'])).body),
        refresh,
        // In the application itself.
        session: async () => isSignedIn(await userAgent.get(authorizationUrl(instance, { ...request, prompt: 'none' }))),
        refreshToken: () => refreshToken,
      }
    }
    const all =
      (userId: string, clientId?: string) =>
      async (instance: Reachable): Promise<Uses> => {
        const { token, refresh, session } = await signIn(instance, userId, clientId)
        return async () => [await token(), await refresh(), await session()]
      }
    const revoked: Signed[] = []
    const assertionOf = async (instance: Reachable): Promise<string> => {
      const now = Math.floor((await instances.advance(0)) / 1000)
      const claims = { iss: 'keyed', sub: 'keyed', aud: instance.issuer, iat: now, exp: now + 60, jti: crypto.randomUUID() }
      return await signJws({ alg: key.algorithm, kid: key.id }, claims, key.privateKey)
    }
    const features = async (instance: Reachable): Promise<boolean> =>
      (await ask(instance, 'GET', '/v2/features/instance', { token: ending.token })).status === 200

    const endings: readonly Ending[] = [
      { what: 'a removed user', make: all('removed'), end: { humanUsers: [{ ...person('removed'), state: 'USER_STATE_DELETED' }] } },
      {
        what: 'what was opened by an old password',
        make: all('repassworded'),
        end: {
          humanUsers: [
            { userId: 'repassworded', user: { ...person('repassworded').user, password: 'a password that no user has had before' } },
          ],
        },
      },
      {
        what: 'a user grant',
        // Userinfo is not about the application: the token stays.
        make: async (instance) => {
          const { refresh, session } = await signIn(instance, 'ungranted', 'checked-app')
          return async () => [await refresh(), await session()]
        },
        end: { userGrants: [{ userId: 'ungranted', projectId: ending.checked, roleKeys: ['reader'], state: 'STATE_REMOVED' }] },
      },
      {
        what: 'a deactivated project',
        make: all('projectless', 'passing-app'),
        end: { projects: [{ projectId: 'passing', project: { name: 'Passing' }, state: 'STATE_INACTIVE' }] },
      },
      {
        what: 'a removed project',
        make: all('goer', 'going-app'),
        end: { projects: [{ projectId: 'going', project: { name: 'Going' }, state: 'STATE_REMOVED' }] },
      },
      {
        what: 'a removed role, of a project whose role is kept',
        make: async (instance) => {
          const { claims } = await signIn(instance, 'roleless', 'asserting-app')
          assert.match(await claims(), /"reader"/)
          return async () => [(await claims()).includes('"auditor"')]
        },
        end: { projectRoles: [{ projectId: 'asserting', roleKey: 'auditor', displayName: 'auditor', state: 'STATE_REMOVED' }] },
      },
      {
        what: 'the sessions of a user, ended by an administrator',
        make: all('ended'),
        async end(instance) {
          const answer = await ask(instance, 'DELETE', `/manage/v1/orgs/${ending.orgId}/users/ended/sessions`, { token: keeperToken })
          assert.ok(answer.status < 300, JSON.stringify(answer.body))
        },
      },
      {
        what: 'an identity provider',
        make: async (instance) => async () => {
          const scope = `openid urn:symbolon:iam:org:id:${ending.orgId}`
          const page = await instance.newUserAgent().get(authorizationUrl(instance, { scope, client_id: 'plain-app' }))
          return [page.text.includes(ending.provider)]
        },
        end: { oidcIdps: (endingOrg(key).oidcIdps ?? []).map((each) => ({ ...each, state: 'STATE_REMOVED' })) },
      },
      {
        what: 'a removed application',
        make: all('appless', 'removed-app'),
        end: { oidcApps: (endingOrg(key).oidcApps ?? []).slice(-1).map((each) => ({ ...each, state: 'STATE_REMOVED' })) },
      },
      {
        what: 'the family of a revoked refresh token',
        make: async (instance) => {
          const signed = await signIn(instance, 'revoking')
          revoked.push(signed)
          return async () => [await signed.token(), await signed.refresh()]
        },
        async end(instance) {
          for (const { refreshToken } of revoked) {
            const answer = await instance.fetch(
              new Request(`${instance.issuer}/oauth/v2/revoke`, {
                method: 'POST',
                headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: basicHeader('plain-app', clientSecret) },
                body: new URLSearchParams({ token: String(refreshToken()) }).toString(),
              }),
            )
            assert.equal(answer.status, 200)
          }
        },
      },
      {
        what: 'the key of a service user',
        make: async (instance) => async () => {
          const fields = { grant_type: jwtBearer, scope: 'openid', assertion: await assertionOf(instance) }
          return [(await postToken(instance, fields)).status === 200]
        },
        end: { machineKeys: [{ keyId: key.id, userId: 'keyed', type: 'KEY_TYPE_JSON', publicKey: key.publicKey, state: 'STATE_REMOVED' }] },
      },
      {
        what: 'a personal access token',
        make: async (instance) => async () => [await features(instance)],
        end: { personalAccessTokens: [{ tokenId: 'tokened-token', userId: 'tokened', state: 'STATE_REMOVED' }] },
      },
      {
        what: 'the secret of a service user, which has a new secret',
        make: async (instance) => async () => {
          const headers = { authorization: basicHeader('unsecret', ending.robotSecret) }
          return [(await postToken(instance, { grant_type: 'client_credentials', scope: 'openid' }, headers)).status === 200]
        },
        end: {
          machineUsers: [
            { userId: 'unsecret', user: { userName: 'unsecret', name: 'unsecret' }, clientSecret: `another-${ending.robotSecret}` },
          ],
        },
      },
      // Ends the rest.
      { what: 'a deactivated organization', make: all('orgless'), end: { orgState: 'ORG_STATE_INACTIVE' } },
    ]
    for (const { what, make, end } of endings) {
      const uses = await Promise.all(others.map(make))
      for (const each of uses) assert.ok(!(await each()).includes(false), `${what} is accepted first`)
      await (typeof end === 'function' ? end(first) : apply(first, end))
      for (const each of uses) assert.ok(!(await each()).includes(true), `${what} is refused at once`)
    }
  })
}

interface Signed {
  readonly token: () => Promise<boolean>
  /** What userinfo says. */
  readonly claims: () => Promise<string>
  readonly refresh: () => Promise<boolean>
  readonly session: () => Promise<boolean>
  readonly refreshToken: () => unknown
}

/** Brings the organization to what the members say, through one instance. */
async function apply(instance: Reachable, members: Members): Promise<void> {
  const body = { orgs: [{ orgId: ending.orgId, org: { name: 'Ending' }, ...members }] }
  const answer = await ask(instance, 'POST', '/admin/v1/apply', { body, token: keeperToken })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}
