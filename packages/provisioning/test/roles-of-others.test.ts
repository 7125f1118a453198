// Roles that one organization gives to a user of another organization: they take effect once the user has accepted them, and are suspended when
// the user's own organization changes the credentials of the user.
import type { OrgDocument } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inAcme, inClub, person, token, worlds } from './two-organizations.ts'
import type { World } from './two-organizations.ts'

const open = worlds()

const member = (state?: 'STATE_ACTIVE' | 'STATE_INVITED' | 'STATE_SUSPENDED', role = 'ORG_OWNER_VIEWER'): OrgDocument =>
  inAcme({ orgMembers: [{ userId: 'cora', roles: [role], ...(state === undefined ? {} : { state }) }] })
const reset = (n = 1): OrgDocument => inClub({ humanUsers: [person('cora', {}, { password: `a new long password, number ${n}` })] })
const linked = inClub({ userLinks: [{ userId: 'cora', idpId: 'of-club', providedUserId: '1' }] })
const ofCora = { of: 'organization', id: 'acme' } as const

async function stateOf({ content }: World): Promise<unknown> {
  const stored = await content({ kind: 'orgMember', key: ['acme', 'cora'] })
  return stored === undefined ? 'absent' : (stored['state'] ?? 'active')
}

async function active({ stores }: World): Promise<readonly boolean[]> {
  return (await stores.memberships.list('cora')).map((membership) => membership.active)
}

/** Cora of club is a member of acme, and has accepted that. */
async function accepted(): Promise<World> {
  const world = await open()
  await world.by('owner', member())
  assert.equal(await world.stores.memberships.accept('cora', ofCora), true)
  return world
}

test('BO-02 roles that an organization gives to a user of another organization neither allow nor block anything until the user accepts them', async () => {
  const world = await open()
  assert.deepEqual(await world.by('owner', member('STATE_ACTIVE', 'ORG_OWNER')), ['created orgMember acme/cora'])
  assert.equal(await stateOf(world), 'STATE_INVITED')
  assert.deepEqual(await active(world), [])
  assert.deepEqual(await world.by('cora', inAcme({ humanUsers: [person('plain')] })), [
    'refused humanUser plain permission_denied permission',
  ])
  assert.deepEqual(await world.by('owner', member('STATE_ACTIVE', 'ORG_OWNER')), ['same orgMember acme/cora'])
  const [pending] = await world.stores.memberships.listPending('cora')
  assert.deepEqual([pending?.of, pending?.orgName, pending?.roles, pending?.pending], ['organization', 'Acme', ['ORG_OWNER'], 'invited'])
  assert.equal(await world.stores.memberships.accept('carl', ofCora), false)
  assert.equal(await world.stores.memberships.accept('cora', ofCora), true)
  assert.equal(await world.stores.memberships.accept('cora', ofCora), false)
  assert.deepEqual(await active(world), [true])
  assert.deepEqual(await world.by('cora', inAcme({ humanUsers: [person('plain')] })), ['same humanUser plain'])
})

test('BO-02 no document accepts for a user, not even one of the user', async () => {
  const world = await open()
  await world.by('owner', member())
  assert.deepEqual(await world.by('cora', member('STATE_ACTIVE', 'ORG_OWNER')), ['refused orgMember acme/cora permission_denied self'])
  assert.deepEqual(await world.by('cora', member('STATE_ACTIVE')), ['same orgMember acme/cora'])
  assert.equal(await stateOf(world), 'STATE_INVITED')
})

test('BO-03 roles that were offered before the credentials changed are suspended when they are accepted', async () => {
  const world = await open()
  await world.by('owner', member(undefined, 'ORG_OWNER'))
  await world.by('carl', reset())
  assert.equal(await world.stores.memberships.accept('cora', ofCora), true)
  assert.equal(await stateOf(world), 'STATE_SUSPENDED')
  assert.deepEqual(await active(world), [false])
  assert.equal(await world.stores.memberships.resume('cora', 0), false)
  assert.deepEqual(await world.by('owner', member('STATE_ACTIVE', 'ORG_OWNER')), ['changed orgMember acme/cora'])
  assert.deepEqual(await active(world), [true])
})

test('BO-02 a user declines an invitation, and leaves what was accepted', async () => {
  const world = await open()
  await world.by('owner', member())
  assert.equal(await world.stores.memberships.decline('carl', ofCora), false)
  assert.equal(await world.stores.memberships.decline('cora', ofCora), true)
  assert.equal(await stateOf(world), 'absent')
  assert.equal(await (await accepted()).stores.memberships.decline('cora', ofCora), false)
})

test('BO-02 members of projects and of project grants are invited in the same way; users of the own organization have their roles at once', async () => {
  const world = await open()
  await world.by('owner', inAcme({ projectMembers: [{ projectId: 'shop', userId: 'cora', roles: ['PROJECT_OWNER'] }] }))
  assert.deepEqual(
    await world.by(
      'root',
      inAcme({
        projectGrantMembers: [
          { grantId: 'to-club', projectId: 'shop', userId: 'carl', roles: ['PROJECT_GRANT_OWNER'], state: 'STATE_INVITED' },
        ],
      }),
    ),
    ['created projectGrantMember to-club/carl'],
  )
  const pending = [...(await world.stores.memberships.listPending('cora')), ...(await world.stores.memberships.listPending('carl'))]
  assert.deepEqual(
    pending.map(({ of, projectName, pending: state }) => [of, projectName, state]),
    [
      ['project', 'Shop', 'invited'],
      ['project_grant', 'Shop', 'invited'],
    ],
  )
  assert.equal(await world.stores.memberships.accept('cora', { of: 'project', id: 'shop' }), true)
  assert.equal(await world.stores.memberships.accept('carl', { of: 'project_grant', id: 'to-club' }), true)
  assert.deepEqual(await world.stores.memberships.listPending('cora'), [])
  await world.by('owner', inAcme({ projectMembers: [{ projectId: 'shop', userId: 'plain', roles: ['PROJECT_OWNER'] }] }))
  assert.deepEqual(
    (await world.stores.memberships.list('plain')).map((each) => each.active),
    [true],
  )
})

test('BO-02 what an owner of the instance applies counts as accepted, unless the document says that the user is invited', async () => {
  const world = await open()
  assert.deepEqual(await world.by('root', member('STATE_INVITED')), ['created orgMember acme/cora'])
  assert.equal(await stateOf(world), 'STATE_INVITED')
  await world.by('root', member())
  assert.equal(await stateOf(world), 'active')
  await world.by('owner', member(undefined, 'ORG_OWNER'))
  assert.equal(await stateOf(world), 'active')
})

test('BO-03 a change of credentials by the own organization suspends the roles that others gave, and is not refused', async () => {
  const world = await accepted()
  assert.deepEqual(await world.by('carl', reset()), ['changed humanUser cora'])
  assert.equal(await stateOf(world), 'STATE_SUSPENDED')
  assert.deepEqual(await active(world), [false])
  assert.deepEqual(await world.by('cora', inAcme({ humanUsers: [person('plain')] })), [
    'refused humanUser plain permission_denied permission',
  ])
})

test('BO-03 neither a document without a state, nor the user, nor the own organization ends a suspension', async () => {
  const world = await accepted()
  await world.by('carl', reset())
  await world.by('owner', member())
  assert.equal(await stateOf(world), 'STATE_SUSPENDED')
  assert.deepEqual(await world.by('cora', member('STATE_ACTIVE')), ['refused orgMember acme/cora permission_denied self'])
  assert.deepEqual(await world.by('carl', member('STATE_ACTIVE')), ['refused orgMember acme/cora permission_denied permission'])
  assert.equal(await world.stores.memberships.accept('cora', ofCora), false)
  assert.equal(await stateOf(world), 'STATE_SUSPENDED')
})

test('BO-03 the organization that gave the roles confirms them, as far as its administrator could give them', async () => {
  const world = await accepted()
  await world.by('owner', member(undefined, 'ORG_OWNER'))
  await world.by('carl', reset())
  await world.apply(inAcme({ orgMembers: [{ userId: 'manager', roles: ['ORG_USER_MANAGER', 'ORG_USER_PERMISSION_EDITOR'] }] }))
  assert.deepEqual(await world.by('manager', member('STATE_ACTIVE', 'ORG_OWNER')), [
    'refused orgMember acme/cora permission_denied permission',
  ])
  assert.deepEqual(await world.by('owner', member('STATE_ACTIVE', 'ORG_OWNER')), ['changed orgMember acme/cora'])
  assert.deepEqual(await active(world), [true])
})

test('BO-03 the proof of a second factor that is older than the change ends the suspension', async () => {
  const world = await accepted()
  const changedAt = world.context.now()
  await world.by('carl', reset())
  assert.equal(await world.stores.memberships.resume('cora', changedAt), false)
  assert.equal(await world.stores.memberships.resume('cora', changedAt + 1), false)
  assert.equal(await world.stores.memberships.resume('cora', changedAt - 1), true)
  assert.equal(await stateOf(world), 'active')
  assert.equal(await world.stores.memberships.resume('cora', changedAt - 1), false)
})

test('BO-03 a credential that an administrator added acts without a factor of the user, so only a confirmation ends that suspension', async () => {
  for (const order of [
    [reset(), linked],
    [linked, reset()],
  ]) {
    const world = await accepted()
    await world.apply(
      inClub({
        oidcIdps: [
          { idpId: 'of-club', idp: { name: 'Club', issuer: 'https://idp.club.example', clientId: 'c', clientSecret: 's'.repeat(32) } },
        ],
      } as never),
    )
    for (const document of order) await world.by('carl', document)
    assert.equal(await stateOf(world), 'STATE_SUSPENDED')
    assert.equal(await world.stores.memberships.resume('cora', 0), false)
    assert.deepEqual(await world.by('owner', member('STATE_ACTIVE')), ['changed orgMember acme/cora'])
  }
})

test('BO-03 a token for a service user suspends its roles in other organizations', async () => {
  const world = await open()
  await world.apply(inAcme({ orgMembers: [{ userId: 'robot', roles: ['ORG_USER_MANAGER'] }] }))
  await world.by('carl', inClub({ orgMembers: [{ userId: 'robot', roles: ['ORG_OWNER'] }] }))
  await world.stores.memberships.accept('robot', { of: 'organization', id: 'club' })
  assert.deepEqual(await world.by('manager', inAcme({ personalAccessTokens: [token('robot')] })), ['created personalAccessToken of-robot'])
  assert.deepEqual(
    (await world.stores.memberships.list('robot')).map(({ orgId, active: counts }) => [orgId, counts]),
    [
      ['acme', true],
      ['club', false],
    ],
  )
})

test('BO-03 roles of the instance and of the own organization protect their holder as before', async () => {
  const world = await accepted()
  await world.apply(inClub({ orgMembers: [{ userId: 'cora', roles: ['ORG_USER_MANAGER'] }] }))
  await world.by('root', inClub({ orgMembers: [{ userId: 'carl', roles: ['ORG_OWNER_VIEWER'] }] }))
  assert.match((await world.by('carl', reset())).join(), /permission_denied/)
  assert.equal(await stateOf(world), 'active')
  assert.match(
    (await world.by('owner', inAcme({ humanUsers: [person('root', {}, { password: 'a new long password of root' })] }))).join(),
    /manager/,
  )
})

test('AD-46 the names of a user with roles need everything that the roles allow, and those of others do not', async () => {
  const world = await accepted()
  const named = (userId: string): OrgDocument =>
    inClub({ humanUsers: [person(userId, {}, { profile: { firstName: 'The', lastName: 'Owner', displayName: 'The Owner' } })] })
  assert.deepEqual(await world.by('carl', named('cora')), ['changed humanUser cora'])
  assert.equal(await stateOf(world), 'active', 'a name suspends nothing')
  await world.by('root', inClub({ orgMembers: [{ userId: 'cora', roles: ['ORG_OWNER'] }] }))
  await world.apply(inClub({ orgMembers: [{ userId: 'carl', roles: ['ORG_USER_MANAGER'] }] }))
  const again = inClub({ humanUsers: [person('cora', {}, { profile: { firstName: 'Another', lastName: 'Name' } })] })
  assert.match((await world.by('carl', again)).join(), /permission_denied/)
  assert.match((await world.by('root', again)).join(), /changed humanUser cora/)
})

test('BO-03 who has everything that the roles allow suspends none', async () => {
  const world = await accepted()
  assert.deepEqual(await world.by('root', reset()), ['changed humanUser cora'])
  assert.equal(await stateOf(world), 'active')
})

test('BO-28 a new user name suspends nothing, and a new name together with a password or an address does', async () => {
  const renamed = (user: object = {}): OrgDocument => inClub({ humanUsers: [person('cora', {}, { userName: 'coraline', ...user })] })
  const world = await accepted()
  assert.deepEqual(await world.by('carl', renamed()), ['changed humanUser cora'])
  assert.equal(await stateOf(world), 'active')
  assert.deepEqual(await active(world), [true])
  for (const more of [
    { password: 'a new long password, number 1' },
    { email: { email: 'coraline@club.example' } },
    { passwordChangeRequired: true },
  ]) {
    const other = await accepted()
    assert.deepEqual(await other.by('carl', renamed(more)), ['changed humanUser cora'])
    assert.equal(await stateOf(other), 'STATE_SUSPENDED', JSON.stringify(more))
  }
})

test('BO-28 a new user name of a service user suspends nothing, and a new client secret does', async () => {
  const robot = (user: object, more: object = {}): OrgDocument =>
    inAcme({ machineUsers: [{ userId: 'robot', user: { name: 'robot', userName: 'robot', ...user }, ...more }] })
  for (const [document, counts] of [
    [robot({ userName: 'renamed' }), true],
    [robot({}, { clientSecret: 'a-new-secret-0123456789-0123456789' }), false],
  ] as const) {
    const world = await open()
    await world.by('carl', inClub({ orgMembers: [{ userId: 'robot', roles: ['ORG_OWNER'] }] }))
    await world.stores.memberships.accept('robot', { of: 'organization', id: 'club' })
    assert.deepEqual(await world.by('manager', document), ['changed machineUser robot'])
    assert.deepEqual(
      (await world.stores.memberships.list('robot')).map((each) => each.active),
      [counts],
    )
  }
})

test('BO-29 a change of credentials suspends the roles of projects that another organization gave, until that one confirms them', async () => {
  const world = await open()
  const granted = (more: object = {}): OrgDocument =>
    inAcme({ userGrants: [{ userId: 'cora', projectId: 'shop', roleKeys: ['boss'], ...more }] })
  const byClub = inClub({ userGrants: [{ userId: 'cora', projectId: 'shop', projectGrantId: 'to-club', roleKeys: ['clerk'] }] })
  const roles = async (): Promise<readonly string[]> =>
    (await world.stores.userGrants.listRoles('cora', ['shop'])).map(({ roleKey }) => roleKey)
  assert.deepEqual(await world.by('owner', granted()), ['created userGrant cora/shop/'])
  await world.by('carl', byClub)
  assert.deepEqual(await roles(), ['boss', 'clerk'])
  assert.deepEqual(await world.by('carl', reset()), ['changed humanUser cora'])
  assert.deepEqual(await roles(), ['clerk'])
  assert.deepEqual(await world.by('owner', granted()), ['same userGrant cora/shop/'], 'a document without a state')
  assert.deepEqual(await world.by('owner', granted({ roleKeys: ['boss', 'clerk'] })), ['changed userGrant cora/shop/'])
  assert.deepEqual(await roles(), ['clerk'])
  assert.match((await world.by('carl', granted({ state: 'STATE_ACTIVE' }))).join(), /permission_denied/)
  assert.deepEqual(await world.by('owner', granted({ state: 'STATE_ACTIVE' })), ['changed userGrant cora/shop/'])
  assert.deepEqual(await roles(), ['boss', 'clerk'])
  await world.by('root', reset(2))
  assert.deepEqual(await roles(), ['boss', 'clerk'], 'an owner of the instance')
  await world.by('root', inAcme({ orgMembers: [{ userId: 'carl', roles: ['ORG_OWNER'], state: 'STATE_ACTIVE' }] }))
  await world.by('carl', reset(3))
  assert.deepEqual(await roles(), ['boss', 'clerk'], 'a caller who may give these roles')
})
