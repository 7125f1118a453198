// Identity providers in `/manage/v1`: the lists other than `oidcIdps` and `jwtIdps`, presets, and the links of users.
import { auditTrail } from '@symbolon/core-protocol'
import { identityProviderPresets, managementEndpoints } from '@symbolon/management-api'
import { alice } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { testHashing } from '../../support/hashing.ts'
import type { TestProvider } from '../../support/provider.ts'
import { ownerToken, startWholeProvider } from '../../support/whole-provider.ts'

const settingsToken = 'symbolon_pat_settings-0123456789-0123456789-0123456789'

let provider: TestProvider
before(async () => {
  provider = await startWholeProvider({ endpoints: managementEndpoints({ hashing: testHashing }), audit: auditTrail })
  const idp = { name: 'Upstream', clientId: 'us', clientSecret: 'upstream-secret', issuer: 'https://upstream.example' }
  const jwt = {
    name: 'Proxy',
    jwtEndpoint: 'https://p.example',
    issuer: 'https://p.example',
    keysEndpoint: 'https://p.example/k',
    headerName: 'x',
  }
  for (const [path, body] of [
    ['/orgs/acme/oidcIdps/up stream', { idp }],
    ['/orgs/acme/oidcIdps/spare', { idp: { ...idp, name: 'Spare' } }],
    ['/orgs/acme/jwtIdps/proxy', { idp: jwt }],
    ['/orgs/other', { org: { name: 'Other' } }],
    ['/orgs/other/oidcIdps/theirs', { idp: { ...idp, name: 'Theirs' } }],
    ['/orgs/acme/policies/loginPolicy', { allowUsernamePassword: true, allowExternalIdp: true, idps: [{ idpId: 'up stream' }] }],
    ['/instance/policies/loginPolicy', { allowUsernamePassword: true, allowExternalIdp: true, idps: [{ idpId: 'theirs' }] }],
    [`/orgs/acme/userLinks/${alice.id}/spare/alice-there`, {}],
    ['/orgs/other/machineUsers/settings', { user: { userName: 'settings', name: 'Settings' } }],
    ['/orgs/other/orgMembers/settings', { roles: ['ORG_SETTINGS_MANAGER'] }],
    ['/orgs/other/personalAccessTokens/settings', { userId: 'settings', token: settingsToken }],
  ] as const) {
    const response = await call('PUT', path, ownerToken, body)
    assert.equal(response.status, 201, `${path}: ${JSON.stringify(response.body)}`)
  }
})
after(async () => await provider.close())

interface Listed {
  readonly items: readonly Readonly<Record<string, unknown>>[]
}

async function call(method: string, path: string, token = ownerToken, body?: unknown): Promise<{ status: number; body: Listed }> {
  const response = await provider.fetch(
    new Request(`${provider.issuer}/manage/v1${path.replaceAll(' ', '%20')}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
  const text = await response.text()
  return { status: response.status, body: JSON.parse(text === '' ? '{}' : text) as Listed }
}

test('the providers of an organization come with their redirect URIs, and with whether its login policy offers them', async () => {
  const { status, body } = await call('GET', '/orgs/acme/identityProviders')
  assert.equal(status, 200)
  assert.deepEqual(
    body.items.map(({ idpId, kind, redirectUri, offered }) => [idpId, kind, redirectUri, offered]),
    [
      ['spare', 'oidc', `${provider.issuer}/ui/login/external/callback/spare`, false],
      ['up stream', 'oidc', `${provider.issuer}/ui/login/external/callback/up%20stream`, true],
      ['proxy', 'jwt', undefined, false],
    ],
  )
  assert.ok(!JSON.stringify(body).includes('upstream-secret'))
})

test('the policy of the instance decides for an organization without one, and for the list of all', async () => {
  const offered = async (path: string): Promise<readonly unknown[]> =>
    (await call('GET', path)).body.items.filter((item) => item['offered'] === true).map(({ idpId }) => idpId)
  assert.deepEqual(await offered('/orgs/other/identityProviders'), ['theirs'])
  assert.deepEqual(await offered('/identityProviders'), ['theirs'])
})

test('who may write the policies of one organization sees its providers and no others', async () => {
  const { body } = await call('GET', '/orgs/other/identityProviders', settingsToken)
  assert.deepEqual(
    body.items.map(({ idpId }) => idpId),
    ['theirs'],
  )
  for (const path of ['/identityProviders', '/orgs/acme/identityProviders']) {
    assert.equal((await call('GET', path, settingsToken)).status, 403)
  }
})

test('the links of users are narrowed to a provider', async () => {
  const linked = await call('GET', '/orgs/acme/userLinks?idpId=spare')
  assert.deepEqual(
    linked.body.items.map(({ entry }) => (entry as { readonly userId: string }).userId),
    [alice.id],
  )
  assert.deepEqual((await call('GET', '/orgs/acme/userLinks?idpId=up%20stream')).body.items, [])
})

test('a preset is the entry of a provider that lacks only what the operator knows', async () => {
  const { body } = await call('GET', '/identityProviderPresets', settingsToken)
  assert.deepEqual(body.items, identityProviderPresets)
  for (const { id, name, issuer, scopes, usernameMapping } of identityProviderPresets) {
    const idp = { name: name || 'Own', issuer: (issuer || 'https://own.example').replaceAll(/\{\w+\}/g, 'acme'), scopes, usernameMapping }
    const { status, body: refused } = await call('PUT', `/orgs/acme/oidcIdps/${id}?dry_run=true`, ownerToken, {
      idp: { ...idp, clientId: 'us' },
    })
    assert.equal(status, 201, JSON.stringify(refused))
  }
})

test('a provider of the instance is listed with those of each organization, whose policy may list it', async () => {
  const idp = { name: 'Everybody', clientId: 'us', clientSecret: 'upstream-secret', issuer: 'https://shared.example' }
  const created = await call('PUT', '/instance/oidcIdps/shared', ownerToken, { idp })
  assert.equal(created.status, 201, JSON.stringify(created.body))
  const entry = await call('GET', '/instance/oidcIdps/shared')
  assert.ok(!JSON.stringify(entry).includes('upstream-secret'))
  assert.equal((await call('PATCH', '/instance/oidcIdps/shared', ownerToken, { idp: { issuer: 'https://evil.example' } })).status, 400)
  const before = (await call('GET', '/orgs/other/policies/loginPolicy')).status
  const policy = { allowUsernamePassword: true, allowExternalIdp: true, idps: [{ idpId: 'shared' }] }
  assert.equal((await call('PUT', '/orgs/other/policies/loginPolicy', settingsToken, policy)).status, before === 404 ? 201 : 200)
  const { body } = await call('GET', '/orgs/other/identityProviders', settingsToken)
  assert.deepEqual(
    body.items.map(({ idpId, orgId, offered, redirectUri }) => [idpId, orgId, offered, redirectUri]),
    [
      ['shared', undefined, true, `${provider.issuer}/ui/login/external/callback/shared`],
      ['theirs', 'other', false, `${provider.issuer}/ui/login/external/callback/theirs`],
    ],
  )
  // A caller who reused its id for another provider could sign in as its users.
  for (const list of ['oidcIdps', 'jwtIdps']) {
    const taken = { ...idp, jwtEndpoint: 'https://p.example', keysEndpoint: 'https://p.example/k', headerName: 'x' }
    const body = { idp: list === 'oidcIdps' ? idp : { ...taken, clientId: undefined, clientSecret: undefined } }
    assert.equal((await call('PUT', `/orgs/other/${list}/shared`, settingsToken, body)).status, 409, list)
  }
  assert.equal((await call('PUT', '/instance/oidcIdps/theirs', ownerToken, { idp })).status, 409)
  for (const method of ['GET', 'DELETE']) assert.equal((await call(method, '/orgs/other/oidcIdps/shared', settingsToken)).status, 404)
  for (const method of ['GET', 'DELETE']) assert.equal((await call(method, '/instance/oidcIdps/shared', settingsToken)).status, 404)
})
