// Roles and metadata are those of the moment in which they are asserted, and documents drive them: whatever is taken away is gone
// from every answer, and from the next token. https://www.rfc-editor.org/rfc/rfc7662#section-4
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { refreshToken } from '@symbolon/grants-refresh-token'
import { alice, clientSecret } from '@symbolon/test-kit'
import type { OrgDocument } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { basicHeader, postToken, userinfoOf } from '../../support/code-flow.ts'
import type { TokenAnswer } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { claimsAt, introspect, places, reservedOf } from '../../support/reserved-claims.ts'
import type { Claims } from '../../support/reserved-claims.ts'
import { portalRoles, roleDocument } from '../../support/role-document.ts'
import type { Overrides } from '../../support/role-document.ts'
import { signedIn } from '../../support/signed-in.ts'

type Org = NonNullable<OrgDocument['orgs']>[number]

const own = 'urn:symbolon:iam:org:project:roles'
const [acme, partner] = roleDocument().orgs ?? []
const ofPartner = { reader: { partner: 'partner.example' } }
const ofAcme = { reader: { acme: 'acme.example' }, writer: { acme: 'acme.example' } }

const inactive = { state: 'STATE_INACTIVE' } as const
const grants = (roleKeys: readonly string[], more: object = {}): Overrides => ({
  acme: { userGrants: [{ userId: 'alice', projectId: 'portal', roleKeys: [...roleKeys], ...more }] },
})
const projectGrants = (roleKeys: readonly string[], more: object = {}): NonNullable<Org['projectGrants']> => [
  { grantId: 'to-partner', projectGrant: { projectId: 'portal', grantedOrgId: 'partner', roleKeys: [...roleKeys] }, ...more },
]

/** What the document says afterwards, and what is left of Alice's roles. */
const changes: readonly (readonly [says: string, overrides: Overrides, left: Claims | undefined])[] = [
  ['a role is taken from the grant', grants(['writer']), { ...ofPartner, writer: { acme: 'acme.example' } }],
  ['a role is added to the grant', grants(['reader', 'writer', 'admin']), { ...portalRoles, admin: { acme: 'acme.example' } }],
  ['the grant is switched off', grants(['reader', 'writer'], inactive), ofPartner],
  ['the grant is removed', grants([], { state: 'STATE_REMOVED' }), ofPartner],
  ['the project grant is switched off', { acme: { projectGrants: projectGrants(['reader'], inactive) } }, ofAcme],
  [
    'the project grant is removed',
    { acme: { projectGrants: projectGrants([], { state: 'STATE_REMOVED' }) }, partner: { userGrants: [] } },
    ofAcme,
  ],
  ['the project grant passes on another role', { acme: { projectGrants: projectGrants(['writer']) } }, ofAcme],
  ['the granting organization is switched off', { partner: { orgState: 'ORG_STATE_INACTIVE' } }, ofAcme],
]

async function startRefreshing(): Promise<TestProvider> {
  return await startTestProvider({ document: roleDocument(), grants: [authorizationCode(), refreshToken()] })
}

async function refreshed(provider: TestProvider, { refresh_token: token }: TokenAnswer['body']): Promise<TokenAnswer['body']> {
  const fields = { grant_type: 'refresh_token', refresh_token: String(token) }
  const { status, body } = await postToken(provider, fields, { authorization: basicHeader('refreshing', clientSecret) })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

for (const [says, overrides, left] of changes) {
  test(`when ${says}, it counts at once: at userinfo, at introspection, and in the tokens of a refresh`, async () => {
    const provider = await startRefreshing()
    const scope = 'openid offline_access urn:symbolon:iam:org:projects:roles'
    const tokens = await (await signedIn(provider)).tokens('refreshing', { scope })
    const before = await claimsAt(provider, tokens, 'portal-api')
    for (const place of places) assert.deepEqual(before[place][own], portalRoles, place)

    const report = await provider.apply(roleDocument(overrides))
    assert.deepEqual(
      report.entries.filter(({ action }) => action === 'refused'),
      [],
    )
    const after = await claimsAt(provider, tokens, 'portal-api')
    for (const place of ['userinfo', 'introspection'] as const) assert.deepEqual(after[place][own], left, place)
    const next = await claimsAt(provider, await refreshed(provider, tokens), 'portal-api')
    for (const place of places) assert.deepEqual(next[place][own], left, place)
    await provider.close()
  })
}

test('a scope that names a role is granted as long as the user has the role, decided again at every refresh', async () => {
  const provider = await startRefreshing()
  const role = (key: string): string => `urn:symbolon:iam:org:project:role:${key}`
  const asked = `openid offline_access ${role('reader')} ${role('writer')}`
  let tokens = await (await signedIn(provider)).tokens('refreshing', { scope: asked })
  assert.equal(tokens['scope'], asked)
  await provider.apply(roleDocument(grants(['reader'])))
  tokens = await refreshed(provider, tokens)
  assert.equal(tokens['scope'], `openid offline_access ${role('reader')}`)
  assert.deepEqual((await claimsAt(provider, tokens, 'portal-api')).access_token[own], { reader: portalRoles.reader })
  await provider.apply(roleDocument())
  tokens = await refreshed(provider, tokens)
  assert.equal(tokens['scope'], asked)
  await provider.close()
})

test('a role that is asked for before the user has it is granted at the first refresh after', async () => {
  const provider = await startRefreshing()
  const asked = 'openid offline_access urn:symbolon:iam:org:project:role:admin'
  const tokens = await (await signedIn(provider)).tokens('refreshing', { scope: asked })
  assert.equal(tokens['scope'], 'openid offline_access')
  await provider.apply(roleDocument(grants(['admin'])))
  assert.equal((await refreshed(provider, tokens))['scope'], asked)
  await provider.close()
})

test('LG-15 a user who is removed and made again under the same id has no roles and no metadata of the old one', async () => {
  const provider = await startTestProvider({ document: roleDocument() })
  const scope = 'openid urn:symbolon:iam:org:projects:roles urn:symbolon:iam:user:metadata'
  const old = await (await signedIn(provider)).tokens('quiet', { scope })
  provider.clock.advance(10)
  const humanUsers = (acme?.humanUsers ?? []).filter(({ userId }) => userId === 'alice')
  const bare = (users: NonNullable<Org['humanUsers']>): OrgDocument => ({
    orgs: [{ orgId: 'acme', org: { name: 'Acme' }, humanUsers: users }],
  })
  await provider.apply(bare(humanUsers.map((user) => ({ ...user, state: 'USER_STATE_DELETED' as const }))))
  await provider.apply(bare(humanUsers))
  assert.equal((await introspect(provider, old['access_token'], 'portal-api'))['active'], false)
  const found = await claimsAt(provider, await (await signedIn(provider, alice)).tokens('quiet', { scope }), 'portal-api')
  for (const place of places) assert.deepEqual(found[place], {}, place)
  await provider.close()
})

test('LG-15 a project that is removed and made again gives its old roles to no user', async () => {
  const provider = await startTestProvider({ document: roleDocument() })
  const { oidcApps = [], apiApps = [], projectRoles = [], projectGrants: toOthers = [] } = acme ?? {}
  const portal = { projectId: 'portal', project: { name: 'Portal' } }
  const base = { orgId: 'acme', org: { name: 'Acme' } }
  await provider.apply({ orgs: [{ ...base, projects: [{ ...portal, state: 'STATE_REMOVED' }] }] })
  const report = await provider.apply({ orgs: [{ ...base, projects: [portal], projectRoles, projectGrants: toOthers, oidcApps, apiApps }] })
  assert.deepEqual(
    report.entries.filter(({ action }) => action === 'refused'),
    [],
  )
  const tokens = await (await signedIn(provider)).tokens('quiet', { scope: 'openid urn:symbolon:iam:org:projects:roles' })
  const found = await claimsAt(provider, tokens, 'portal-api')
  for (const place of places) assert.deepEqual(found[place], {}, place)
  await provider.close()
})

test('a personal access token shows an API the roles of its project, and its usual scope brings metadata and owner', async () => {
  const token = 'a-personal-access-token-of-more-than-32-characters'
  const provider = await startTestProvider({
    document: roleDocument({
      acme: {
        personalAccessTokens: [{ tokenId: 'pat', userId: 'batch', token }],
        userGrants: ['portal', 'asserting'].map((projectId) => ({ userId: 'batch', projectId, roleKeys: ['reader'] })),
        userMetadata: [{ id: 'batch', key: 'tier', value: btoa('iron') }],
      },
      partner: { ...partner, userGrants: [] },
    }),
  })
  const reader = { reader: { acme: 'acme.example' } }
  for (const [api, project] of [
    ['portal-api', 'portal'],
    ['asserting-api', 'asserting'],
  ] as const) {
    assert.deepEqual(reservedOf(await introspect(provider, token, api)), {
      [own]: reader,
      [`urn:symbolon:iam:org:project:${project}:roles`]: reader,
      'urn:symbolon:iam:user:metadata': { tier: 'aXJvbg' },
      'urn:symbolon:iam:user:resourceowner:id': 'acme',
      'urn:symbolon:iam:user:resourceowner:name': 'Acme',
      'urn:symbolon:iam:user:resourceowner:primary_domain': 'acme.example',
    })
  }
  await provider.close()
})

test('the scopes of a personal access token widen nothing, neither its projects nor its organization', async () => {
  const token = 'a-personal-access-token-of-more-than-32-characters'
  const scopes = [
    'org:projects:roles',
    'org:project:id:other:aud',
    'org:project:role:auditor',
    'org:id:partner',
    'org:domain:primary:partner.example',
  ].map((name) => `urn:symbolon:iam:${name}`)
  const provider = await startTestProvider({
    document: roleDocument({
      acme: {
        personalAccessTokens: [{ tokenId: 'pat', userId: 'batch', token, scopes: ['openid', ...scopes] }],
        userGrants: [{ userId: 'batch', projectId: 'other', roleKeys: ['auditor'] }],
      },
      partner: { userGrants: [] },
    }),
  })
  const { status, body } = await userinfoOf(provider, token)
  assert.deepEqual([status, body], [200, { sub: 'batch' }])
  await provider.close()
})
