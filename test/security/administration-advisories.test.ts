// What went wrong in the administration of other servers, through `/manage/v1`. Each title names its row of docs/threats.md.
import { auditTrail } from '@symbolon/core-protocol'
import { password } from '@symbolon/login'
import { external } from '@symbolon/login-external'
import { managementEndpoints } from '@symbolon/management-api'
import { alice, bob } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { manage } from '../support/management-request.ts'
import { testHashing } from '../support/hashing.ts'
import type { TestProvider } from '../support/provider.ts'
import { ownerToken, startWholeProvider } from '../support/whole-provider.ts'

const tokenOf = (name: string): string => `symbolon_pat_${name}-0123456789-0123456789-0123456789`
const robot = { user: { userName: 'r', name: 'R' } }
const idp = { name: 'Upstream', clientId: 'us', clientSecret: 'the secret of the upstream', issuer: 'https://upstream.example' }
const upstreamOfOther = { name: 'Other', clientId: 'us', issuer: 'https://other.example' }

let provider: TestProvider
before(async () => {
  provider = await startWholeProvider({
    endpoints: managementEndpoints({
      hashing: testHashing,
      sendLink: async () => await Promise.resolve({ kind: 'mailed', to: 'bob@acme.example', expiresAt: 1000 }),
    }),
    authenticators: [password({ hashing: testHashing }), external()],
    audit: auditTrail,
  })
  for (const [path, body] of [
    ['/orgs/other', { org: { name: 'Other' } }],
    ['/orgs/other/projects/theirs', { project: { name: 'Theirs' } }],
    ['/orgs/other/oidcIdps/theirs', { idp: upstreamOfOther }],
    ['/orgs/acme/projects/mine', { project: { name: 'Mine' } }],
    ['/orgs/acme/apiApps/of-mine', { app: { projectId: 'mine', name: 'Of mine' } }],
    ['/orgs/acme/projectRoles/mine/reader', { displayName: 'Reader' }],
    ['/orgs/acme/projectRoles/mine/writer', { displayName: 'Writer' }],
    ['/orgs/acme/projectRoles/mine/editor', { displayName: 'Editor' }],
    [
      '/orgs/acme/projectGrants/loan',
      { projectGrant: { projectId: 'mine', grantedOrgId: 'other', roleKeys: ['reader', 'writer', 'editor'] } },
    ],
    ['/orgs/acme/oidcIdps/up', { idp }],
    ...['project', 'users', 'settings'].flatMap((name) => [
      [`/orgs/acme/machineUsers/${name}`, { user: { ...robot.user, userName: name } }] as const,
      [`/orgs/acme/personalAccessTokens/${name}`, { userId: name, token: tokenOf(name) }] as const,
    ]),
    ['/orgs/other/machineUsers/colleague', { user: { ...robot.user, userName: 'colleague' } }],
    ['/orgs/other/userGrants/colleague/mine/loan', { roleKeys: ['reader', 'writer', 'editor'] }],
    ['/orgs/acme/projectMembers/mine/project', { roles: ['PROJECT_OWNER'] }],
    ['/orgs/acme/orgMembers/users', { roles: ['ORG_USER_MANAGER'] }],
    ['/orgs/acme/orgMembers/settings', { roles: ['ORG_SETTINGS_MANAGER'] }],
    [`/instance/members/${alice.id}`, { roles: ['IAM_OWNER'] }],
  ] as const) {
    const { status, text } = await call(ownerToken, 'PUT', path, body)
    assert.equal(status, 201, `${path}: ${text}`)
  }
})
after(async () => await provider.close())

async function call(
  token: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await manage(provider, token, method, path, body)
  return { status: response.status, text: await response.text() }
}

test('AD-25 the stored secret of an identity provider is not sent to another issuer', async () => {
  const elsewhere = { issuer: 'https://harvest.example' }
  for (const token of [tokenOf('settings'), ownerToken]) {
    const refused = await call(token, 'PATCH', '/orgs/acme/oidcIdps/up', { idp: elsewhere })
    assert.equal(refused.status, 400, refused.text)
    assert.ok(refused.text.includes('idp_secret_needed'))
    const { clientSecret: _secret, ...without } = idp
    assert.equal((await call(token, 'PUT', '/orgs/acme/oidcIdps/up', { idp: { ...without, ...elsewhere } })).status, 400)
  }
  assert.equal((await call(ownerToken, 'PATCH', '/orgs/acme/oidcIdps/up', { idp: { name: 'Renamed' } })).status, 200)
  const again = { idp: { ...elsewhere, clientSecret: 'the secret of the other upstream' } }
  assert.equal((await call(tokenOf('settings'), 'PATCH', '/orgs/acme/oidcIdps/up', again)).status, 200)
})

test('AD-26 an object is not moved under a parent that the caller may not write', async () => {
  const move = { app: { projectId: 'portal' } }
  assert.equal((await call(tokenOf('project'), 'PATCH', '/orgs/acme/apiApps/of-mine', move)).status, 403)
  const abroad = await call(ownerToken, 'PATCH', '/orgs/acme/apiApps/of-mine', { app: { projectId: 'theirs' } })
  assert.equal(abroad.status, 400, abroad.text)
  assert.ok((await call(ownerToken, 'GET', '/orgs/acme/apiApps/of-mine')).text.includes('"projectId":"mine"'))
})

test('AD-27 a login policy offers no identity provider of another organization', async () => {
  const policy = { allowUsernamePassword: true, allowExternalIdp: true, idps: [{ idpId: 'theirs' }, { idpId: 'up' }] }
  await call(tokenOf('settings'), 'PUT', '/orgs/acme/policies/loginPolicy', policy)
  const offered = await provider.storage.stores.identityProviders?.listOfPolicy('acme')
  assert.deepEqual(
    offered?.providers.map(({ id }) => id),
    ['up'],
  )
})

test('AD-28 an administrator who invites a user never gets the link that was mailed', async () => {
  const sent = await call(tokenOf('users'), 'POST', `/orgs/acme/users/${bob.id}/reset`)
  assert.equal(sent.status, 200, sent.text)
  assert.deepEqual(Object.keys(JSON.parse(sent.text) as object).toSorted(), ['expiresAt', 'mailedTo'])
})

test('AD-29 the roles of others are not found by their ids', async () => {
  for (const path of [`/instance/members/${alice.id}`, '/orgs/acme/projectMembers/mine/project', '/orgs/acme/orgMembers/settings']) {
    assert.equal((await call(tokenOf('users'), 'GET', path)).status, 404, path)
  }
  assert.equal((await call(tokenOf('users'), 'GET', '/orgs/acme/orgMembers/users')).status, 200, 'the own ones are')
  assert.equal((await call(tokenOf('users'), 'GET', `/orgs/acme/orgMembers?userId=settings`)).status, 403)
})

test('AD-30 several roles that are removed at once are taken from everybody who got them through a project grant', async () => {
  const document = {
    orgs: [
      {
        orgId: 'acme',
        projectRoles: ['writer', 'editor'].map((roleKey) => ({ projectId: 'mine', roleKey, state: 'STATE_REMOVED' })),
      },
    ],
  }
  await provider.apply(document as never)
  const grant = await call(ownerToken, 'GET', '/orgs/acme/projectGrants/loan')
  const ofUser = await call(ownerToken, 'GET', '/orgs/other/userGrants/colleague/mine/loan')
  for (const { text } of [grant, ofUser]) {
    const { entry } = JSON.parse(text) as {
      readonly entry: { readonly roleKeys?: unknown; readonly projectGrant?: { readonly roleKeys: unknown } }
    }
    assert.deepEqual(entry.roleKeys ?? entry.projectGrant?.roleKeys, ['reader'])
  }
})
