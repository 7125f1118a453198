// Rights in the planner: what a document may change depends on who applies it. Each rule against the real storage.
import type { OrgDocument } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { app, inAcme, inClub, person, token, worlds } from './two-organizations.ts'

const open = worlds()

test('AD-02 each row is decided by its own: what the role allows is done, and the rest refused', async () => {
  const { by, content } = await open()
  const rows = await by('manager', {
    orgs: [
      { orgId: 'acme', humanUsers: [person('acme|new')], projects: [{ projectId: 'p', project: { name: 'P' } }] },
      { orgId: 'club', humanUsers: [person('spy')] },
    ],
    instanceMembers: [{ userId: 'manager', roles: ['IAM_OWNER'] }],
  })
  assert.deepEqual(rows, [
    'refused project p permission_denied permission',
    'created humanUser acme|new',
    'refused humanUser spy permission_denied permission',
    'refused instanceMember manager permission_denied self',
  ])
  assert.equal(await content({ kind: 'instanceMember', key: ['manager'] }), undefined)
})

test('a dry run refuses the same rows', async () => {
  const { by } = await open()
  const document = inAcme({
    oidcApps: [app('new', 'shop'), app('other', 'desk')],
    appKeys: [],
    projects: [{ projectId: 'p', project: { name: 'P' } }],
  })
  const dry = await by('seller', document, { dryRun: true })
  assert.deepEqual(dry, [
    'refused project p permission_denied permission',
    'created oidcApp new',
    'refused oidcApp other permission_denied permission',
  ])
  assert.deepEqual(await by('seller', document), dry)
})

test('AD-02 who may not read an object learns neither what it holds nor whether it exists', async () => {
  const { by } = await open()
  for (const userId of ['cora', 'carl', 'creator']) {
    const rows = await by(userId, inAcme({ humanUsers: [person('plain'), person('absent'), person('owner', {}, { userName: 'plain' })] }))
    assert.deepEqual(
      new Set(rows.map((row) => row.replace(/ \w+ permission_denied/, ' permission_denied'))),
      new Set(['refused humanUser permission_denied permission']),
      userId,
    )
  }
  assert.deepEqual(await by('seller', inAcme({ humanUsers: [person('plain')] })), ['same humanUser plain'])
})

test('AD-15 a user cannot give a role that exceeds the roles of that user', async () => {
  const { by, apply } = await open()
  await apply(inAcme({ orgMembers: [{ userId: 'manager', roles: ['ORG_SETTINGS_MANAGER', 'ORG_USER_PERMISSION_EDITOR'] }] }))
  assert.deepEqual(await by('owner', inAcme({ orgMembers: [{ userId: 'plain', roles: ['ORG_OWNER'] }] })), ['created orgMember acme/plain'])
  assert.deepEqual(await by('owner', inAcme({ orgMembers: [{ userId: 'plain', roles: ['SELF_MANAGEMENT_GLOBAL'] }] })), [
    'refused orgMember acme/plain permission_denied role',
  ])
  assert.deepEqual(await by('seller', inAcme({ projectMembers: [{ projectId: 'shop', userId: 'plain', roles: ['PROJECT_OWNER'] }] })), [
    'created projectMember shop/plain',
  ])
  assert.deepEqual(await by('seller', inAcme({ projectMembers: [{ projectId: 'desk', userId: 'plain', roles: ['PROJECT_OWNER'] }] })), [
    'refused projectMember desk/plain permission_denied permission',
  ])
  assert.deepEqual(await by('seller', inAcme({ orgMembers: [{ userId: 'plain', roles: ['ORG_OWNER'] }] })), [
    'refused orgMember acme/plain permission_denied permission',
  ])
})

test('AD-15 nor takes such a role away', async () => {
  const { by, apply } = await open()
  await apply({ ...inAcme({ humanUsers: [person('helper')] }), instanceMembers: [{ userId: 'helper', roles: ['IAM_USER_MANAGER'] }] })
  const removed = inAcme({ orgMembers: [{ userId: 'owner', roles: ['ORG_OWNER'], state: 'STATE_REMOVED' }] })
  assert.deepEqual(await by('helper', removed), ['refused orgMember acme/owner permission_denied role'])
  assert.deepEqual(await by('root', removed), ['removed orgMember acme/owner'])
})

test('a role that does not exist at the level is refused, for the system too', async () => {
  const { apply, content } = await open()
  const report = await apply(inAcme({ orgMembers: [{ userId: 'plain', roles: ['ORG_USER_MANAGER', 'SUPERVISOR', 'IAM_OWNER'] }] }))
  assert.deepEqual(
    report.entries.map(({ action, reason, member }) => [action, reason, member]),
    [
      ['created', undefined, undefined],
      ['refused', 'role_unknown', 'roles[1]'],
      ['refused', 'role_unknown', 'roles[2]'],
    ],
  )
  assert.deepEqual(await content({ kind: 'orgMember', key: ['acme', 'plain'] }), { userId: 'plain', roles: ['ORG_USER_MANAGER'] })
  const none = await apply({ instanceMembers: [{ userId: 'plain', roles: ['ORG_OWNER'] }] })
  assert.deepEqual(
    none.entries.map(({ action, reason, member }) => [action, reason, member]),
    [['refused', 'role_unknown', 'roles[0]']],
  )
})

test('AD-16 who administrates users does not become one with more rights', async () => {
  const { by } = await open()
  const changes: readonly (readonly [string, OrgDocument])[] = [
    ['password', inAcme({ humanUsers: [person('owner', {}, { password: 'a new long password of no user' })] })],
    [
      'hash',
      inAcme({
        humanUsers: [person('owner', {}, { hashedPassword: { value: '$2y$10$KSpH8PRMbPEIC6ZJQVXT6uEOKxW8DtY8n5qjuxWvXGdX4h1UzSy1q' } })],
      }),
    ],
    ['email', inAcme({ humanUsers: [person('owner', {}, { email: { email: 'spy@acme.example' } })] })],
    ['phone', inAcme({ humanUsers: [person('owner', {}, { phone: { phone: '+41446681800' } })] })],
    ['seed', inAcme({ humanUsers: [person('owner', {}, { otpCode: 'JBSWY3DPEHPK3PXP' })] })],
    ['state', inAcme({ humanUsers: [person('owner', { state: 'USER_STATE_LOCKED' })] })],
    ['removal', inAcme({ humanUsers: [person('owner', { state: 'USER_STATE_DELETED' })] })],
    ['link', inAcme({ userLinks: [{ userId: 'owner', idpId: 'idp', providedUserId: 'spy' }] })],
    ['token', inAcme({ personalAccessTokens: [token('boss')] })],
    [
      'secret',
      inAcme({
        machineUsers: [
          { userId: 'boss', user: { userName: 'boss', name: 'boss' }, clientSecret: 'a secret of the boss with 32 characters' },
        ],
      }),
    ],
  ]
  for (const [what, document] of changes) {
    const [row, ...others] = await by('manager', document)
    assert.match(row ?? '', /^refused \w+ \S+ permission_denied (manager|permission)$/, what)
    assert.deepEqual(others, [], what)
  }
  // The owner of the organization in which the owner of the instance lives.
  for (const document of [
    inAcme({ humanUsers: [person('root', {}, { password: 'a new long password of no user' })] }),
    inAcme({ personalAccessTokens: [token('boss')] }),
  ])
    assert.match((await by('owner', document)).join(), /permission_denied manager/)
  assert.deepEqual(await by('manager', inAcme({ humanUsers: [person('plain', {}, { password: 'a new long password of no user' })] })), [
    'changed humanUser plain',
  ])
  assert.deepEqual(await by('manager', inAcme({ personalAccessTokens: [token('robot')] })), ['created personalAccessToken of-robot'])
})

test('AD-16 a token is not moved to another user', async () => {
  const { by } = await open()
  assert.deepEqual(await by('manager', inAcme({ personalAccessTokens: [token('robot')] })), ['created personalAccessToken of-robot'])
  assert.deepEqual(await by('manager', inAcme({ personalAccessTokens: [{ tokenId: 'of-robot', userId: 'boss' }] })), [
    'refused personalAccessToken of-robot permission_denied manager',
  ])
})

test('AD-17 users can neither add a role to themselves nor change their own state, and can leave', async () => {
  const { by } = await open()
  assert.deepEqual(await by('owner', inAcme({ orgMembers: [{ userId: 'owner', roles: ['ORG_OWNER', 'ORG_OWNER_VIEWER'] }] })), [
    'refused orgMember acme/owner permission_denied self',
  ])
  assert.deepEqual(await by('root', inAcme({ orgMembers: [{ userId: 'root', roles: ['ORG_OWNER'] }] })), [
    'refused orgMember acme/root permission_denied self',
  ])
  assert.deepEqual(await by('owner', inAcme({ humanUsers: [person('owner', { state: 'USER_STATE_INACTIVE' })] })), [
    'refused humanUser owner permission_denied self',
  ])
  assert.deepEqual(
    await by('creator', inAcme({ orgMembers: [{ userId: 'creator', roles: ['ORG_PROJECT_CREATOR'], state: 'STATE_REMOVED' }] })),
    ['removed orgMember acme/creator'],
  )
})

test('AD-14 no caller can remove the last usable owner of the instance', async () => {
  const { by, apply } = await open()
  const removal: OrgDocument = { instanceMembers: [{ userId: 'root', roles: ['IAM_OWNER'], state: 'STATE_REMOVED' }] }
  for (const dryRun of [true, false]) {
    assert.deepEqual(await by('root', removal, { dryRun }), ['refused instanceMember root last_owner'])
    assert.deepEqual(await by('boss', inAcme({ humanUsers: [person('root', { state: 'USER_STATE_LOCKED' })] }), { dryRun }), [
      'refused humanUser root last_owner',
    ])
    const system = await apply(inAcme({ orgState: 'ORG_STATE_INACTIVE' }), { dryRun })
    assert.deepEqual(
      system.entries.map(({ kind, reason }) => [kind, reason]),
      [['org', 'last_owner']],
    )
  }
  await apply({ instanceMembers: [{ userId: 'plain', roles: ['IAM_OWNER'] }] })
  assert.deepEqual(await by('root', removal), ['removed instanceMember root'])
})

test('AD-18 the place of an object is the stored one, and moving it needs the right at both ends', async () => {
  const { by, content } = await open()
  assert.deepEqual(await by('seller', inAcme({ oidcApps: [app('intranet', 'shop')] })), [
    'refused oidcApp intranet permission_denied permission',
  ])
  assert.deepEqual(await by('seller', inAcme({ oidcApps: [app('web', 'desk')] })), ['refused oidcApp web permission_denied permission'])
  assert.deepEqual(await by('owner', inAcme({ oidcApps: [app('intranet', 'shop')] })), ['changed oidcApp intranet'])
  assert.deepEqual(await by('carl', inClub({ oidcApps: [app('web', 'shop')] })), ['refused oidcApp web missing_reference'])
  assert.match(JSON.stringify(await content({ kind: 'oidcApp', key: ['web'] })), /"projectId":"shop"/)
})

test('AD-18 a key does not say where its application is', async () => {
  const { by } = await open()
  const key = (keyId: string, appId: string) => ({ id: keyId, appId, type: 'KEY_TYPE_JSON' as const, publicKey: 'none' })
  const document = inAcme({ oidcApps: [app('intranet', 'shop')], appKeys: [key('k', 'intranet')] })
  assert.deepEqual(await by('seller', document), [
    'refused oidcApp intranet permission_denied permission',
    'refused appKey k permission_denied permission',
  ])
  assert.deepEqual(await by('seller', inAcme({ oidcApps: [app('new', 'shop')], appKeys: [key('k', 'new')] })), [
    'created oidcApp new',
    'refused appKey k key_malformed',
  ])
})

test('AD-18 in another organization roles are granted through a project grant, and only the roles in it', async () => {
  const { by } = await open()
  const grant = (roleKeys: readonly string[], more: object = {}) => ({
    userId: 'cora',
    projectId: 'shop',
    roleKeys: [...roleKeys],
    ...more,
  })
  assert.deepEqual(await by('carl', inClub({ userGrants: [grant(['clerk'], { projectGrantId: 'to-club' })] })), [
    'created userGrant cora/shop/to-club',
  ])
  assert.deepEqual(await by('carl', inClub({ userGrants: [grant(['clerk', 'boss'], { projectGrantId: 'to-club' })] })), [
    'refused userGrant cora/shop/to-club permission_denied grant',
  ])
  assert.match((await by('carl', inClub({ userGrants: [grant(['clerk'])] }))).join(), /^refused userGrant cora\/shop\/ /)
  // Who may pass the roles on may grant them through the project grant as well: exports hold such grants.
  assert.deepEqual(await by('owner', inAcme({ userGrants: [grant(['clerk'], { userId: 'plain', projectGrantId: 'to-club' })] })), [
    'created userGrant plain/shop/to-club',
  ])
})

test('AD-18 a member of a project grant is given by the organization that has it', async () => {
  const { by } = await open()
  const members = (userId: string) => [{ projectId: 'shop', grantId: 'to-club', userId, roles: ['PROJECT_GRANT_OWNER'] }]
  assert.deepEqual(await by('carl', inClub({ projectGrantMembers: members('cora') })), ['created projectGrantMember to-club/cora'])
  assert.deepEqual(await by('owner', inAcme({ projectGrantMembers: members('plain') })), [
    'refused projectGrantMember to-club/plain permission_denied role',
  ])
  assert.deepEqual(
    await by('cora', inClub({ userGrants: [{ userId: 'carl', projectId: 'shop', projectGrantId: 'to-club', roleKeys: ['clerk'] }] })),
    ['created userGrant carl/shop/to-club'],
  )
})

test('AD-19 a domain is verified, and an application trusted with this API, by the instance alone', async () => {
  const { by } = await open()
  const domain = { domainName: 'bank.example', isVerified: true }
  assert.deepEqual(await by('owner', inAcme({ domains: [domain] })), ['refused orgDomain acme/bank.example permission_denied permission'])
  const primary = { domainName: 'mail.example', isPrimary: true }
  assert.match(
    (await by('owner', inAcme({ domains: [primary] }))).join(),
    /refused orgDomain acme\/mail.example permission_denied permission/,
  )
  assert.deepEqual(await by('owner', inAcme({ domains: [{ domainName: 'bank.example' }] })), ['created orgDomain acme/bank.example'])
  assert.deepEqual(await by('root', inAcme({ domains: [domain] })), ['changed orgDomain acme/bank.example'])
  for (const changed of [
    app('web', 'shop', { managementAccess: true }),
    app('console', 'shop'),
    {
      ...app('console', 'shop', { managementAccess: true }),
      app: { projectId: 'shop', name: 'c', redirectUris: ['https://spy.example/cb'] },
    },
  ])
    assert.match((await by('owner', inAcme({ oidcApps: [changed] }))).join(), /^refused oidcApp \w+ permission_denied permission$/)
})

test('who may create organizations creates them with their default domain, and adds none to those of others', async () => {
  const { by, apply, stores } = await open()
  await apply(inAcme({ orgMembers: [{ userId: 'creator', roles: ['SELF_MANAGEMENT_GLOBAL'] }] }))
  assert.deepEqual(await by('creator', { orgs: [{ orgId: 'new', org: { name: 'New' } }] }), [
    'created org new',
    'created orgDomain new/new.id.example',
  ])
  await apply({ orgs: [{ orgId: 'new', domains: [{ domainName: 'new.id.example', isPrimary: true, state: 'STATE_REMOVED' }] }] })
  const before = await stores.directory.list('orgDomain', 'new')
  await by('creator', { orgs: [{ orgId: 'new', org: { name: 'New' } }] })
  assert.deepEqual(await stores.directory.list('orgDomain', 'new'), before)
})

test('AD-04 rights are read for each transaction: what a document takes away acts within it', async () => {
  const { by, apply } = await open()
  await apply(inAcme({ humanUsers: [person('second')], orgMembers: [{ userId: 'second', roles: ['ORG_OWNER'] }] }))
  const rows = await by('second', {
    orgs: [
      { orgId: 'acme', orgMembers: [{ userId: 'second', roles: ['ORG_OWNER'], state: 'STATE_REMOVED' }] },
      { orgId: 'club', orgMembers: [] },
    ],
  })
  assert.deepEqual(rows, ['removed orgMember acme/second'])
  assert.deepEqual(await by('second', inAcme({ humanUsers: [person('plain')] })), ['refused humanUser plain permission_denied permission'])
})

test('roles of an organization that is switched off do not count', async () => {
  const { by, apply } = await open()
  await apply(inClub({ orgState: 'ORG_STATE_INACTIVE' }))
  assert.deepEqual(await by('carl', inClub({ humanUsers: [person('cora')] })), ['refused humanUser cora permission_denied permission'])
})
