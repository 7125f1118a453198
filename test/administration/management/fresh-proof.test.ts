// Dangerous acts through `/manage/v1` need a fresh proof of the person. https://www.rfc-editor.org/rfc/rfc9470
import { auditTrail } from '@symbolon/core-protocol'
import { applyEndpoint, featuresEndpoint, keysEndpoints, securityEndpoints, userLinkEndpoint } from '@symbolon/admin-api'
import { managementEndpoints } from '@symbolon/management-api'
import { alice, bob } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { testHashing } from '../../support/hashing.ts'
import { managementTool, tokenOfPerson } from '../../support/management-tool.ts'
import type { TestProvider } from '../../support/provider.ts'
import { ownerToken, startWholeProvider } from '../../support/whole-provider.ts'

const upstream = {
  idp: { name: 'Upstream', issuer: 'https://upstream.example', clientId: 'here', clientSecret: 'secret-of-upstream', scopes: ['openid'] },
}
const newPerson = { user: { userName: 'new', profile: { firstName: 'New', lastName: 'Person' }, email: { email: 'new@acme.example' } } }

let provider: TestProvider
before(async () => {
  const endpoints = [
    ...managementEndpoints({ hashing: testHashing, sendLink }),
    applyEndpoint({ hashing: testHashing }),
    featuresEndpoint,
    ...keysEndpoints,
    ...securityEndpoints,
    userLinkEndpoint({ issue: async ({ loginName }) => ({ ...(await sendLink()), kind: 'issued', userId: bob.id, loginName }) }),
  ]
  provider = await startWholeProvider({ endpoints, audit: auditTrail })
  for (const [path, body] of [
    [`/instance/members/${alice.id}`, { roles: ['IAM_OWNER'] }],
    ['/orgs/acme/orgMembers/robot', { roles: ['ORG_OWNER_VIEWER'] }],
    [`/orgs/acme/orgMembers/${bob.id}`, { roles: ['ORG_OWNER_VIEWER'] }],
    ['/orgs/acme/oidcApps/tool', managementTool],
    ['/orgs/acme/projects/spare', { project: { name: 'Spare' } }],
    ['/orgs/acme/projectRoles/portal/clerk', { displayName: 'Clerk' }],
    ['/orgs/acme/oidcIdps/former', upstream],
    ['/orgs/acme/domains/former.example', { isVerified: true }],
  ] as const) {
    const { status } = await call(ownerToken, 'PUT', path, body)
    assert.equal(status, 201, path)
  }
})
after(async () => await provider.close())

async function sendLink(): Promise<{ readonly kind: 'shown'; readonly link: string; readonly expiresAt: number }> {
  return await Promise.resolve({ kind: 'shown', link: 'https://id.example/link', expiresAt: 1000 })
}

async function call(token: string, method: string, path: string, body?: unknown): Promise<Response> {
  return await provider.fetch(
    new Request(`${provider.issuer}${/^\/(?:admin|v2)\//.test(path) ? path : `/manage/v1${path}`}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
}

/** Each with its status of success. Requests for the same act are listed together. */
const dangerous: readonly (readonly [method: string, path: string, body: unknown, status: number])[] = [
  ['PATCH', '/orgs/acme/orgMembers/robot', { roles: ['ORG_OWNER'] }, 200],
  ['DELETE', '/orgs/acme/orgMembers/robot', undefined, 204],
  ['PATCH', '/orgs/acme/oidcApps/all', { clientSecret: 'another secret of thirty-two characters or more' }, 200],
  ['POST', '/orgs/acme/oidcApps/all/secrets', {}, 201],
  ['PATCH', '/orgs/acme/oidcApps/all', { managementAccess: true }, 200],
  ['PUT', '/orgs/acme/oidcApps/second', { ...managementTool, clientId: 'second' }, 201],
  ['POST', '/orgs/acme/personalAccessTokens', { userId: 'robot' }, 201],
  ['PATCH', `/orgs/acme/humanUsers/${bob.id}`, { user: { email: { email: 'other@acme.example' } } }, 200],
  ['PATCH', `/orgs/acme/humanUsers/${bob.id}`, { user: { password: 'a password of the administrator' } }, 200],
  ['POST', `/orgs/acme/users/${bob.id}/reset`, undefined, 200],
  ['PUT', '/orgs/acme/policies/loginPolicy', { allowUsernamePassword: true, allowExternalIdp: true }, 201],
  ['DELETE', '/orgs/acme/projects/spare', undefined, 204],
  ['PUT', '/features/oidcTokenExchange', { enabled: true }, 404],
  ['POST', '/signingKeys', undefined, 200],
  ['PATCH', '/orgs/acme/oidcApps/tool', { app: { devMode: true } }, 200],
  ['PUT', '/orgs/acme/domains/new.example', { isVerified: true }, 201],
  ['PATCH', '/orgs/acme/machineUsers/robot', { user: { userName: 'automaton' } }, 200],
  ['PUT', '/orgs/acme/passwordResetMessages/en', { text: 'Your code: {{.Code}}' }, 201],
  ['PUT', '/instance/verifyEmailMessages/en', { text: 'Your code: {{.Code}}' }, 201],
  ['PATCH', '/orgs/acme/oidcApps/all', { app: { redirectUris: ['https://other.example/cb'] } }, 200],
  ['PATCH', '/orgs/acme/oidcApps/all', { app: { devMode: true } }, 200],
  ['PUT', '/orgs/acme/projects/new', { project: { name: 'New' } }, 201],
  ['PUT', '/orgs/acme/projectRoles/portal/boss', { displayName: 'Boss' }, 201],
  ['PUT', `/orgs/acme/userGrants/${bob.id}/portal`, { roleKeys: ['clerk'] }, 201],
  ['PUT', '/orgs/acme/oidcIdps/upstream', upstream, 201],
  ['PATCH', '/orgs/acme/oidcIdps/former', { idp: { clientId: 'another' } }, 200],
  ['PUT', '/instance/oidcIdps/shared', upstream, 201],
  ['PUT', '/orgs/acme/humanUsers/new', newPerson, 201],
  ['PUT', '/orgs/acme/machineUsers/new-robot', { user: { userName: 'new-robot', name: 'New' } }, 201],
  ['PUT', '/orgs/acme/policies/domainPolicy', { userLoginMustBeDomain: true }, 201],
  ['PUT', '/orgs/acme/policies/privacyPolicy', { tosLink: 'https://acme.example/terms' }, 201],
  ['PUT', '/orgs/acme/domains/former.example', { isVerified: false }, 200],
  ['DELETE', '/orgs/acme/domains/former.example', undefined, 204],
  ['PUT', `/orgs/acme/userMetadata/${bob.id}/salary`, { value: 'MQ==' }, 201],
  ['PATCH', `/orgs/acme/humanUsers/${bob.id}`, { state: 'USER_STATE_LOCKED' }, 200],
  ['PATCH', '/orgs/acme/oidcApps/all', { state: 'STATE_INACTIVE' }, 200],
  ['PUT', '/orgs/fourth', { org: { name: 'Fourth' } }, 201],
  ['PATCH', '/orgs/acme', { org: { name: 'Other' } }, 200],
  // Outside of `/manage/v1`.
  ['POST', '/admin/v1/apply', { instanceMembers: [{ userId: bob.id, roles: ['IAM_OWNER'] }] }, 200],
  ['POST', '/admin/v1/users/link', { loginName: bob.loginName, kind: 'reset' }, 200],
  ['POST', '/admin/v1/keys/rotate', {}, 200],
  ['PUT', '/v2/features/instance', { oidcTokenExchange: true }, 400],
  ['DELETE', '/v2/features/instance', undefined, 200],
  ['PUT', '/v2/policies/security', { enableImpersonation: true }, 200],
]

test('AD-32 a dangerous act is refused with a challenge when the sign-in is old, and changes nothing', async () => {
  const token = await tokenOfPerson(provider, alice)
  provider.clock.advance(301)
  for (const [method, path, body] of dangerous) {
    const response = await call(token, method, path, body)
    assert.equal(response.status, 401, `${method} ${path}: ${await response.clone().text()}`)
    const challenge = response.headers.get('www-authenticate') ?? ''
    for (const parameter of ['error="insufficient_user_authentication"', 'acr_values="2"', 'max_age="300"']) {
      assert.ok(challenge.includes(parameter), `${path}: ${challenge}`)
    }
  }
  const robot = (await (await call(token, 'GET', '/orgs/acme/orgMembers/robot')).json()) as { readonly entry: { readonly roles: unknown } }
  assert.deepEqual(robot.entry.roles, ['ORG_OWNER_VIEWER'])
})

test('names and notes, what is only planned, and the end of sessions need no fresh proof', async () => {
  const token = await tokenOfPerson(provider, alice)
  provider.clock.advance(301)
  for (const [method, path, body, status] of [
    ['PATCH', `/orgs/acme/humanUsers/${bob.id}`, { user: { profile: { nickName: 'Bobby' } } }, 200],
    ['PATCH', '/orgs/acme/projects/spare', { project: { name: 'Spare 2' } }, 200],
    ['DELETE', `/orgs/acme/users/${bob.id}/sessions`, undefined, 204],
    ['PATCH', '/orgs/acme/orgMembers/robot?dry_run=true', { roles: ['ORG_OWNER'] }, 200],
    ['PATCH', '/orgs/acme/orgMembers/robot', {}, 200],
    ['DELETE', '/orgs/acme/projects/spare?dry_run=true', undefined, 200],
    ['POST', '/admin/v1/apply?dry_run=true', { instanceMembers: [{ userId: bob.id, roles: ['IAM_OWNER'] }] }, 200],
    ['GET', '/admin/v1/keys', undefined, 200],
  ] as const) {
    assert.equal((await call(token, method, path, body)).status, status, `${method} ${path}`)
  }
})

test('a caller without the permission gets that error, and not a request to sign in again', async () => {
  const token = await tokenOfPerson(provider, bob)
  provider.clock.advance(301)
  assert.equal((await call(token, 'PATCH', '/orgs/acme/orgMembers/robot', { roles: ['ORG_OWNER'] })).status, 403)
  assert.equal((await call(token, 'POST', '/signingKeys')).status, 403)
  const { items } = (await (await call(ownerToken, 'GET', `/events?type=permission_denied&actorId=${bob.id}`)).json()) as {
    readonly items: readonly object[]
  }
  assert.equal(items.length, 2)
})

test('a fresh sign-in does each of them, and service users need none', async () => {
  provider.clock.advance(1000)
  const token = await tokenOfPerson(provider, alice)
  for (const [method, path, body, status] of dangerous) {
    const response = await call(token, method, path, body)
    assert.equal(response.status, status, `${method} ${path}: ${await response.clone().text()}`)
  }
  provider.clock.advance(1000)
  assert.equal((await call(ownerToken, 'PUT', '/orgs/acme/orgMembers/robot', { roles: ['ORG_OWNER'] })).status, 201)
})
