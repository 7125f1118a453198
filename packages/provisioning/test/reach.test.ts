// How far the rights of an organization reach: not to what the instance and other organizations rely on.
import type { DocumentOrg, OrgDocument } from '@symbolon/schema-v2'
import { readDocument } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyDocument, userAuthority } from '../src/index.ts'
import { app, inAcme, inClub, person, worlds } from './two-organizations.ts'

const open = worlds()

test('AD-42 an identity provider on which the instance relies is created, changed and removed only by callers who may change the instance', async () => {
  const { by, apply } = await open()
  const idp = (idpId: string, more: object = {}): object => ({
    idpId,
    idp: { name: idpId, clientId: 'c', clientSecret: 'idp-secret', issuer: `https://${idpId}.example`, scopes: ['openid'] },
    ...more,
  })
  const providers = (...oidcIdps: readonly object[]): OrgDocument => inAcme({ oidcIdps: oidcIdps as NonNullable<DocumentOrg['oidcIdps']> })
  await apply(providers(idp('listed'), idp('linked'), idp('own')))
  await apply(
    inAcme({
      userLinks: [
        { userId: 'root', idpId: 'linked', providedUserId: '1' },
        { userId: 'root', idpId: 'coming', providedUserId: '1' },
        { userId: 'plain', idpId: 'own', providedUserId: '1' },
        { userId: 'plain', idpId: 'free', providedUserId: '1' },
      ],
    }),
  )
  const listing = { loginPolicy: { allowExternalIdp: true, idps: [{ idpId: 'listed' }, { idpId: 'squatted' }] } }
  await apply({ instance: listing } as OrgDocument)
  const elsewhere = { idp: { name: 'x', clientId: 'c', clientSecret: 'other', issuer: 'https://evil.example', scopes: ['openid'] } }
  for (const id of ['listed', 'linked', 'coming', 'squatted'])
    assert.deepEqual(await by('owner', providers(idp(id, elsewhere))), [`refused oidcIdp ${id} permission_denied permission`])
  for (const id of ['listed', 'linked'])
    assert.deepEqual(await by('owner', providers(idp(id, { state: 'STATE_REMOVED' }))), [
      `refused oidcIdp ${id} permission_denied permission`,
    ])
  assert.deepEqual(await by('owner', providers(idp('own', elsewhere), idp('free', elsewhere))), [
    'changed oidcIdp own',
    'created oidcIdp free',
  ])
  assert.deepEqual(await by('carl', inClub({ jwtIdps: [], oidcIdps: [idp('squatted')] as NonNullable<DocumentOrg['oidcIdps']> })), [
    'refused oidcIdp squatted permission_denied permission',
  ])
  assert.deepEqual(await by('root', providers(idp('listed', elsewhere), idp('squatted', elsewhere))), [
    'changed oidcIdp listed',
    'created oidcIdp squatted',
  ])
})

test('AD-67 a caller changes how the users of an identity provider sign in only with every right that these users have at home', async () => {
  const { by, apply, stores } = await open()
  const idp = (more: object = {}): object => ({
    idpId: 'own',
    idp: { name: 'own', clientId: 'c', clientSecret: 'idp-secret', issuer: 'https://own.example', scopes: ['openid'], ...more },
  })
  const providers = (...oidcIdps: readonly object[]): OrgDocument => inAcme({ oidcIdps: oidcIdps as NonNullable<DocumentOrg['oidcIdps']> })
  const links = (...userIds: readonly string[]): OrgDocument =>
    inAcme({ userLinks: userIds.map((userId) => ({ userId, idpId: 'own', providedUserId: userId })) })
  await apply(providers(idp()))
  await apply(inAcme({ orgMembers: [{ userId: 'creator', roles: ['ORG_SETTINGS_MANAGER'] }] }))
  const elsewhere = idp({ issuer: 'https://evil.example', clientSecret: 'other' })
  const refused = ['refused oidcIdp own permission_denied linked']
  await apply(links('plain'))
  assert.deepEqual(await by('creator', providers(elsewhere)), ['changed oidcIdp own'], 'no linked user has a role')
  assert.deepEqual(await by('creator', providers(idp({ clientSecret: 'third' }))), ['changed oidcIdp own'])

  await apply(links('owner'))
  assert.deepEqual(await by('creator', providers(elsewhere)), refused)
  for (const decisive of [{ clientId: 'd' }, { usernameMapping: 'OIDC_MAPPING_FIELD_EMAIL' }, { scopes: ['openid', 'email'] }])
    assert.deepEqual(await by('creator', providers(idp(decisive))), refused, JSON.stringify(decisive))
  assert.deepEqual(await by('creator', providers(idp({ name: 'Own' }))), ['changed oidcIdp own'])
  assert.deepEqual(await by('owner', providers(elsewhere)), ['changed oidcIdp own'])
  assert.deepEqual(await by('owner', providers(idp({ clientSecret: 'fourth' }))), ['changed oidcIdp own'])

  // Roles that others gave block no organization. They are suspended when their users sign in by the changed provider.
  const isOlder = async (userId: string): Promise<boolean | undefined> => (await stores.userLinks.find('own', userId))?.isOlderThanProvider
  let changes = 0
  for (const [userId, membership] of [
    ['plain', { orgMembers: [{ userId: 'plain', roles: ['ORG_OWNER_VIEWER'] }] }],
    ['seller', { projectGrantMembers: [{ projectId: 'shop', grantId: 'to-club', userId: 'seller', roles: ['PROJECT_GRANT_OWNER'] }] }],
  ] as const) {
    await apply(links(userId))
    await stores.userLinks.settle({ userId, idpId: 'own', externalId: userId }, 0)
    await apply(inClub(membership as Partial<DocumentOrg>))
    assert.deepEqual(await by('root', providers(idp({ clientId: `of root ${(changes += 1)}`, clientSecret: 'r' }))), [
      'changed oidcIdp own',
    ])
    assert.equal(await isOlder(userId), undefined)
    assert.deepEqual(
      await by('owner', providers(idp({ clientId: `of owner ${(changes += 1)}`, clientSecret: 'o' }))),
      ['changed oidcIdp own'],
      userId,
    )
    assert.equal(await isOlder(userId), true)
    assert.equal(
      (await stores.memberships.list(userId)).every(({ active }) => active),
      true,
    )
    await stores.userLinks.settle({ userId, idpId: 'own', externalId: userId }, Date.now())
    assert.deepEqual(
      (await stores.memberships.list(userId)).filter(({ active }) => !active).map(({ givenBy }) => givenBy),
      ['club'],
    )
    assert.equal(await isOlder(userId), undefined)
  }
})

test('AD-43 an organization with a member of the instance, and a project with an application for the API, are not ended by their owners', async () => {
  const { by, content } = await open()
  const renamed = { orgId: 'acme', org: { name: 'Acme 2' } }
  for (const orgState of ['ORG_STATE_INACTIVE', 'ORG_STATE_REMOVED'] as const)
    assert.deepEqual(await by('owner', { orgs: [{ ...renamed, orgState }] }), ['refused org acme permission_denied permission'])
  assert.deepEqual(await by('owner', { orgs: [renamed] }), ['changed org acme'])
  assert.equal((await by('carl', inClub({ orgState: 'ORG_STATE_INACTIVE' })))[0], 'changed org club')
  for (const state of ['STATE_INACTIVE', 'STATE_REMOVED'] as const)
    for (const userId of ['owner', 'seller'])
      assert.deepEqual(await by(userId, inAcme({ projects: [{ projectId: 'shop', project: { name: 'Shop' }, state }] })), [
        'refused project shop permission_denied permission',
      ])
  assert.deepEqual(await by('owner', inAcme({ projects: [{ projectId: 'desk', project: { name: 'Desk' }, state: 'STATE_REMOVED' }] })), [
    'removed project desk',
  ])
  assert.deepEqual(await by('root', inAcme({ projects: [{ projectId: 'shop', project: { name: 'Shop' }, state: 'STATE_INACTIVE' }] })), [
    'changed project shop',
  ])
  assert.notEqual(await content({ kind: 'instanceMember', key: ['root'] }), undefined)
})

test('AD-43 an organization is not ended by its owner while the instance relies on an application or a provider of it', async () => {
  const idp = { name: 'c', clientId: 'c', clientSecret: 'idp-secret', issuer: 'https://c.example', scopes: ['openid'] }
  const ended = ['ORG_STATE_INACTIVE', 'ORG_STATE_REMOVED'] as const
  for (const holding of [
    { projects: [{ projectId: 'adm', project: { name: 'A' } }], oidcApps: [app('admin', 'adm', { managementAccess: true })] },
    { oidcIdps: [{ idpId: 'of-club', idp }] },
  ]) {
    const { by, apply } = await open()
    await apply(inClub(holding as Partial<DocumentOrg>))
    await apply(inAcme({ userLinks: [{ userId: 'root', idpId: 'of-club', providedUserId: '1' }] }))
    for (const orgState of ended)
      assert.deepEqual(await by('carl', inClub({ org: { name: 'Club' }, orgState })), ['refused org club permission_denied permission'])
  }
})

test('AD-43 who may change the settings of an organization does not switch it off', async () => {
  const { by, apply } = await open()
  await apply(inClub({ orgMembers: [{ userId: 'cora', roles: ['ORG_SETTINGS_MANAGER'] }] }))
  assert.deepEqual(await by('cora', inClub({ orgState: 'ORG_STATE_INACTIVE' })), ['refused org club permission_denied permission'])
  assert.deepEqual(await by('cora', inClub({ org: { name: 'Club 2' } })), ['changed org club'])
})

test('AD-44 a project grant stays with its project and its organization', async () => {
  const { by, apply, content } = await open()
  const grant = (grantedOrgId: string, projectId = 'shop'): OrgDocument =>
    inAcme({ projectGrants: [{ grantId: 'own', projectGrant: { projectId, grantedOrgId, roleKeys: [] } }] })
  assert.deepEqual(await by('owner', grant('acme')), ['created projectGrant own'])
  assert.deepEqual(
    await by(
      'owner',
      inAcme({ projectGrantMembers: [{ grantId: 'own', projectId: 'shop', userId: 'plain', roles: ['PROJECT_GRANT_OWNER'] }] }),
    ),
    ['created projectGrantMember own/plain'],
  )
  assert.deepEqual(await by('owner', grant('club')), ['refused projectGrant own member_fixed'])
  assert.deepEqual(await by('owner', grant('acme', 'desk')), ['refused projectGrant own member_fixed'])
  assert.equal((await apply(grant('club'))).counts.refused, 1)
  assert.deepEqual((await content({ kind: 'projectGrant', key: ['own'] }))?.['projectGrant'], { projectId: 'shop', grantedOrgId: 'acme' })
})

test('AD-45 the user name of a person with higher roles is changed only by callers who could reset the password', async () => {
  const { by } = await open()
  const renamed = (userId: string): OrgDocument => inAcme({ humanUsers: [person(userId, {}, { userName: `${userId}-2` })] })
  assert.deepEqual(await by('manager', renamed('root')), ['refused humanUser root permission_denied manager'])
  assert.deepEqual(await by('manager', renamed('owner')), ['refused humanUser owner permission_denied manager'])
  assert.deepEqual(await by('manager', renamed('plain')), ['changed humanUser plain'])
  const service = { userId: 'boss', user: { userName: 'boss-2', name: 'boss' } }
  assert.deepEqual(await by('owner', inAcme({ machineUsers: [service] })), ['refused machineUser boss permission_denied manager'])
})

test('AD-46 a role of another organization keeps no user from being helped, locked or removed by the own one', async () => {
  const { by } = await open()
  const colleague = (state: string): OrgDocument => inClub({ humanUsers: [person('cora', { state })] } as Partial<DocumentOrg>)
  assert.deepEqual(await by('owner', inAcme({ orgMembers: [{ userId: 'cora', roles: ['ORG_OWNER'] }] })), ['created orgMember acme/cora'])
  assert.deepEqual(await by('carl', inClub({ humanUsers: [person('cora', {}, { password: 'Xk2-qQz9-mmW4-tR' })] })), [
    'changed humanUser cora',
  ])
  assert.deepEqual(await by('carl', colleague('USER_STATE_LOCKED')), ['changed humanUser cora'])
  assert.deepEqual(await by('carl', colleague('USER_STATE_DELETED')), ['removed humanUser cora'])
})

test('a verified domain that the instance has switched off is not switched on by its organization', async () => {
  const { by } = await open()
  const domain = (state: 'STATE_ACTIVE' | 'STATE_INACTIVE'): OrgDocument =>
    inAcme({ domains: [{ domainName: 'bank.example', isVerified: true, isPrimary: false, state }] })
  assert.deepEqual(await by('root', domain('STATE_INACTIVE')), ['created orgDomain acme/bank.example'])
  assert.deepEqual(await by('owner', domain('STATE_ACTIVE')), ['refused orgDomain acme/bank.example permission_denied permission'])
  assert.deepEqual(await by('root', domain('STATE_ACTIVE')), ['changed orgDomain acme/bank.example'])
})

test('AD-47 a policy that the caller may not store decides nothing about passwords', async () => {
  const { by } = await open()
  const weak = (userId: string): OrgDocument =>
    inAcme({ passwordComplexityPolicy: { minLength: '1' }, humanUsers: [person(userId, {}, { password: 'kX9qv7' })] })
  assert.deepEqual(await by('manager', weak('acme|weak')), [
    'refused orgPolicy acme/passwordComplexityPolicy permission_denied permission',
    'created humanUser acme|weak',
    'ignored humanUser acme|weak password_too_short',
  ])
})

test('a grant of roles says the project of its project grant', async () => {
  const { by } = await open()
  const rows = await by('carl', {
    orgs: [{ orgId: 'club', userGrants: [{ userId: 'cora', projectId: 'desk', projectGrantId: 'to-club', roleKeys: ['clerk'] }] }],
  })
  assert.match(rows.join(), /^refused userGrant cora\/desk\/to-club /)
})

test('AD-49 an organization that has stored a provider with an id in code cannot link users to it', async () => {
  const { apply, context, stores } = await open()
  const idp = { name: 'c', clientId: 'c', clientSecret: 'idp-secret', issuer: 'https://c.example', scopes: ['openid'] }
  const stored = inAcme({ oidcIdps: [{ idpId: 'google', idp }] } as Partial<DocumentOrg>)
  await apply(stored)
  const owner = (await stores.users.find('owner')) ?? assert.fail()
  const rowsOf = async (document: OrgDocument): Promise<readonly string[]> => {
    const inCode = { ...context, identityProvidersInCode: ['google'], authority: userAuthority(owner, stores) }
    const { entries } = await applyDocument(readDocument(document), inCode)
    return entries
      .filter(({ kind }) => kind !== 'member')
      .map(({ action, kind, reason }) => [action, kind, reason].filter(Boolean).join(' '))
  }
  assert.deepEqual(await rowsOf(inAcme({ userLinks: [{ userId: 'plain', idpId: 'google', providedUserId: 'of-a-victim' }] })), [
    'refused userLink permission_denied',
  ])
  assert.deepEqual(await rowsOf(stored), ['same oidcIdp'])
})

test('AD-49 only callers who may change the instance link users to accounts at a provider that signs in people of other organizations', async () => {
  const { by, apply, stores } = await open()
  const idp = (idpId: string, more: object = {}) => ({
    idpId,
    idp: { name: idpId, clientId: 'c', clientSecret: 'idp-secret', issuer: `https://${idpId}.example`, scopes: ['openid'] },
    ...more,
  })
  type Providers = NonNullable<DocumentOrg['oidcIdps']>
  await apply(inAcme({ oidcIdps: [idp('own'), idp('listed'), idp('leaving')] as Providers }))
  await apply(inClub({ oidcIdps: [idp('of-club')] as Providers }))
  await apply({ instance: { loginPolicy: { idps: [{ idpId: 'listed' }] }, oidcIdps: [idp('of-instance')] } } as unknown as OrgDocument)
  const link = (idpId: string, more: object = {}) => ({ userId: 'plain', idpId, providedUserId: 'of-a-victim', ...more })
  const links = (...userLinks: readonly object[]): OrgDocument => inAcme({ userLinks: userLinks as NonNullable<DocumentOrg['userLinks']> })

  const shared = ['of-instance', 'of-club', 'listed', 'in-code-or-to-come']
  for (const userId of ['manager', 'owner']) {
    for (const dryRun of [true, false]) {
      for (const idpId of shared) {
        assert.deepEqual(
          await by(userId, links(link(idpId)), { dryRun }),
          [`refused userLink plain/${idpId}/of-a-victim permission_denied permission`],
          `${userId} ${idpId}`,
        )
      }
    }
  }
  const inline = person('plain', {}, { idps: [{ configId: 'of-instance', externalUserId: 'of-a-victim' }] })
  assert.deepEqual(
    (await by('manager', inAcme({ humanUsers: [inline] }))).filter((row) => row.includes('userLink')),
    ['refused userLink plain/of-instance/of-a-victim permission_denied permission'],
  )
  assert.deepEqual(await stores.userLinks.list('plain'), [])

  assert.deepEqual(await by('manager', links(link('own'))), ['created userLink plain/own/of-a-victim'])
  const both = { oidcIdps: [idp('new')] as Providers, userLinks: [link('new')] }
  for (const dryRun of [true, false])
    assert.deepEqual(await by('owner', inAcme(both), { dryRun }), ['created oidcIdp new', 'created userLink plain/new/of-a-victim'])
  const left = { oidcIdps: [idp('leaving', { state: 'STATE_REMOVED' })] as Providers, userLinks: [link('leaving')] }
  assert.deepEqual(await by('owner', inAcme(left)), [
    'removed oidcIdp leaving',
    'refused userLink plain/leaving/of-a-victim permission_denied permission',
  ])

  assert.deepEqual(
    await by('root', links(...shared.map((idpId) => link(idpId)))),
    shared.map((idpId) => `created userLink plain/${idpId}/of-a-victim`),
  )
  assert.deepEqual(await by('manager', links(link('of-instance'), link('listed', { providedUserName: 'Victim' }))), [
    'same userLink plain/of-instance/of-a-victim',
    'changed userLink plain/listed/of-a-victim',
  ])
  assert.deepEqual(await by('manager', links(link('listed', { state: 'STATE_REMOVED' }))), ['removed userLink plain/listed/of-a-victim'])
})

test('AD-48 only who may change the instance brings a hash that is slow to verify, for which every refused sign-in waits', async () => {
  const { by, stores } = await open()
  const hash = (cost: number): string => `$2b$${cost}$KSpH8PRMbPEIC6ZJQVXT6uEOKxW8DtY8n5qjuxWvXGdX4h1UzSy1q`
  const withHash = (userId: string, cost: number): OrgDocument =>
    inAcme({ humanUsers: [person(userId, {}, { hashedPassword: { value: hash(cost) } })] })
  for (const userId of ['manager', 'owner']) {
    const [slow, usual] = [`acme|slow-${userId}`, `acme|usual-${userId}`]
    assert.deepEqual(await by(userId, withHash(slow, 14)), [
      `created humanUser ${slow}`,
      `ignored humanUser ${slow} password_hash_too_slow`,
    ])
    assert.equal(await stores.passwords.find(slow), undefined)
    assert.equal((await by(userId, withHash(usual, 13)))[0], `created humanUser ${usual}`)
    assert.equal((await stores.passwords.find(usual))?.hash, hash(13))
    await by(userId, withHash(usual, 16))
    assert.equal((await stores.passwords.find(usual))?.hash, hash(13), 'the password stays')
  }
  assert.ok((await stores.passwords.slowest()) < 500)
  await by('root', withHash('slow-root', 14))
  assert.equal((await stores.passwords.find('slow-root'))?.hash, hash(14))
  assert.deepEqual(await by('manager', withHash('slow-root', 14)), ['same humanUser slow-root'], 'a document that is applied again')
})

test('AD-48 a slow hash that is left out is reported, and no notice says that it is stored', async () => {
  const { context, stores } = await open()
  const manager = (await stores.users.find('manager')) ?? assert.fail()
  const value = '$2b$16$KSpH8PRMbPEIC6ZJQVXT6uEOKxW8DtY8n5qjuxWvXGdX4h1UzSy1q'
  const document = inAcme({ humanUsers: [person('acme|late', {}, { hashedPassword: { value } })] })
  const { entries } = await applyDocument(readDocument(document), { ...context, authority: userAuthority(manager, stores) })
  assert.deepEqual(
    entries.flatMap(({ action, reason, member }) => (reason === undefined ? [] : [[action, reason, member]])),
    [['ignored', 'password_hash_too_slow', 'user.hashedPassword']],
  )
})

test('AD-60 an organization keeps its primary domain when the change that would replace it is refused', async () => {
  const { by, apply, content } = await open()
  await apply(inAcme({ orgMembers: [{ userId: 'manager', roles: ['ORG_SETTINGS_MANAGER'] }] }))
  assert.deepEqual(await by('manager', inAcme({ domains: [{ domainName: 'new.example' }] })), ['created orgDomain acme/new.example'])
  const replaced = inAcme({ domains: [{ domainName: 'new.example', isPrimary: true }] })
  const replacedByNew = inAcme({ domains: [{ domainName: 'newer.example', isPrimary: true }] })
  for (const options of [{ dryRun: true }, {}]) {
    assert.deepEqual(await by('manager', replaced, options), ['refused orgDomain acme/new.example permission_denied permission'])
    assert.deepEqual(await by('manager', replacedByNew, options), ['refused orgDomain acme/newer.example permission_denied permission'])
  }
  assert.equal((await content({ kind: 'orgDomain', key: ['acme', 'acme.example'] }))?.['isPrimary'], true)
  assert.equal((await content({ kind: 'orgDomain', key: ['acme', 'new.example'] }))?.['isPrimary'], undefined)
  assert.deepEqual(await by('owner', inAcme({ domains: [{ domainName: 'new.example', isPrimary: true }] })), [
    'refused orgDomain acme/new.example permission_denied permission',
  ])
  assert.deepEqual(await by('root', replaced), ['changed orgDomain acme/new.example', 'changed orgDomain acme/acme.example'])
})

test('AD-60 no other domain becomes primary when the primary one keeps its flag, because its change is refused', async () => {
  const { by, apply, content } = await open()
  await apply(inAcme({ domains: [{ domainName: 'other.example', isVerified: true }] }))
  const change = inAcme({ domains: [{ domainName: 'acme.example' }] })
  const expected = [{ kind: 'orgDomain' as const, key: ['acme', 'acme.example'], content: {} }]
  assert.deepEqual(await by('root', change, { expected }), ['refused orgDomain acme/acme.example stale'])
  assert.equal((await content({ kind: 'orgDomain', key: ['acme', 'acme.example'] }))?.['isPrimary'], true)
  assert.equal((await content({ kind: 'orgDomain', key: ['acme', 'other.example'] }))?.['isPrimary'], undefined)
  assert.deepEqual(await by('root', change), ['changed orgDomain acme/acme.example', 'changed orgDomain acme/other.example'])
})

test('AD-63 a caller who may create organizations and administrates none cannot choose a name that resembles the name of another organization', async () => {
  const { by, apply } = await open()
  await apply(inAcme({ orgMembers: [{ userId: 'plain', roles: ['SELF_MANAGEMENT_GLOBAL'] }] }))
  const named = (orgId: string, name: string): OrgDocument => ({ orgs: [{ orgId, org: { name } }] })
  const orgRows = (rows: readonly string[]): readonly string[] => rows.filter((row) => row.includes(' org '))
  for (const options of [{ dryRun: true }, {}]) {
    for (const name of ['Club', 'CLUB', 'Сlub', 'Clu\u200Bb', 'C l u b!'])
      assert.deepEqual(await by('plain', named('copy', name), options), ['refused org copy org_name_taken'], name)
  }
  assert.deepEqual(orgRows(await by('plain', named('own', 'Clubs'))), ['created org own'])
  // An owner keeps a name that others have, too, and does not take one.
  assert.deepEqual(await by('carl', inClub({ org: { name: 'Acme' } })), ['refused org club org_name_taken'])
  assert.deepEqual(orgRows(await by('carl', inClub({ org: { name: 'Club' } }))), ['same org club'])
  assert.deepEqual(orgRows(await by('root', inClub({ org: { name: 'Acme' } }))), ['changed org club'])
  assert.deepEqual(orgRows(await by('carl', inClub({ org: { name: 'Acme' } }))), ['same org club'])
})
