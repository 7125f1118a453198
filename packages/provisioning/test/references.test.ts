// What refers to what: in any order, across organizations, and what happens when the other end is missing, foreign, or goes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fullDocument, person } from './full-document.ts'
import { failingDirectory, instances, lines } from './instance.ts'

const openInstance = instances()

const project = {
  projects: [{ projectId: 'p', project: { name: 'P' } }],
  projectRoles: [{ projectId: 'p', roleKey: 'r', displayName: 'R' }],
}

test('organizations may name each other in either order', async () => {
  for (const orgs of [fullDocument.orgs, [...fullDocument.orgs].reverse()]) {
    const instance = await openInstance()
    const report = await instance.apply({ ...fullDocument, orgs })
    assert.deepEqual(lines(report, 'refused', 'ignored'), [])
    assert.deepEqual(await instance.content({ kind: 'userGrant', key: ['carl', 'store', 'to-club'] }), {
      userId: 'carl',
      projectId: 'store',
      projectGrantId: 'to-club',
      roleKeys: ['reader'],
    })
  }
})

test('a reference to an object that is neither in the document nor stored refuses only its own row', async () => {
  const instance = await openInstance()
  const report = await instance.apply({
    orgs: [
      {
        orgId: 'o',
        org: { name: 'O' },
        ...project,
        humanUsers: [person('u', 'u')],
        oidcApps: [{ appId: 'a', app: { projectId: 'nowhere', name: 'a', authMethodType: 'OIDC_AUTH_METHOD_TYPE_NONE' } }],
        appKeys: [{ id: 'k', appId: 'a', publicKey: 'AAAA' }],
        userMetadata: [{ id: 'absent-user', key: 'k', value: 'AAAA' }],
        projectGrants: [{ grantId: 'g', projectGrant: { projectId: 'p', grantedOrgId: 'nowhere' } }],
        userGrants: [
          { userId: 'u', projectId: 'p', roleKeys: ['r', 'x'] },
          { userId: 'u', projectId: 'p', projectGrantId: 'g' },
        ],
        orgMembers: [
          { userId: 'absent-user', roles: ['ORG_OWNER'] },
          { userId: 'u', roles: ['ORG_OWNER'] },
        ],
      },
    ],
    instanceMembers: [{ userId: 'absent-user', roles: ['IAM_OWNER'] }],
  })
  assert.deepEqual(lines(report, 'refused'), [
    'refused orgs[0].oidcApps[0].app.projectId missing_reference',
    'refused orgs[0].appKeys[0].appId missing_reference',
    'refused orgs[0].userMetadata[0].id missing_reference',
    'refused orgs[0].projectGrants[0].projectGrant.grantedOrgId missing_reference',
    'refused orgs[0].userGrants[0].roleKeys[1] missing_reference',
    'refused orgs[0].userGrants[1].projectGrantId missing_reference',
    'refused orgs[0].orgMembers[0].userId missing_reference',
    'refused instanceMembers[0].userId missing_reference',
  ])
  assert.notEqual(await instance.content({ kind: 'orgMember', key: ['o', 'u'] }), undefined)
})

test("roles of another organization's project are given through a project grant alone", async () => {
  const instance = await openInstance()
  await instance.apply({
    orgs: [
      { orgId: 'o', org: { name: 'O' }, ...project },
      { orgId: 'x', org: { name: 'X' }, humanUsers: [person('u', 'u')] },
    ],
  })
  const report = await instance.apply({ orgs: [{ orgId: 'x', userGrants: [{ userId: 'u', projectId: 'p', roleKeys: ['r'] }] }] })
  assert.deepEqual(lines(report, 'created', 'refused'), ['refused orgs[0].userGrants[0].projectId foreign_reference'])
})

test('a document may add to an organization that is stored, and not to one that is nowhere', async () => {
  const instance = await openInstance()
  await instance.apply({ orgs: [{ orgId: 'o', org: { name: 'O' } }] })
  const report = await instance.apply({
    orgs: [
      { orgId: 'o', humanUsers: [person('u', 'u')] },
      { orgId: 'x', humanUsers: [person('v', 'v')] },
      { orgId: 'y', orgState: 'ORG_STATE_INACTIVE' },
    ],
  })
  assert.deepEqual(lines(report, 'created'), ['created orgs[0].humanUsers[0]'])
  assert.deepEqual(
    lines(report, 'refused').filter((line) => !line.includes('orgs[2].orgId')),
    ['refused orgs[1].humanUsers[0].orgId missing_reference', 'refused orgs[2].org org_name_missing'],
  )
})

test('an organization may be switched off by its state alone, and keeps its name', async () => {
  const instance = await openInstance()
  await instance.apply({ orgs: [{ orgId: 'o', org: { name: 'O' }, humanUsers: [person('u', 'u')] }] })
  assert.deepEqual(lines(await instance.apply({ orgs: [{ orgId: 'o', orgState: 'ORG_STATE_INACTIVE' }] }), 'changed'), ['changed orgs[0]'])
  assert.deepEqual(await instance.content({ kind: 'org', key: ['o'] }), { orgId: 'o', org: { name: 'O' }, orgState: 'ORG_STATE_INACTIVE' })
  assert.equal(await instance.stores.users.findActive('u'), undefined)
})

test('an object can neither move to another organization nor depend on an object of another organization', async () => {
  const instance = await openInstance()
  await instance.apply({ orgs: [{ orgId: 'o', org: { name: 'O' }, ...project, humanUsers: [person('u', 'u')] }] })
  const report = await instance.apply({
    orgs: [
      {
        orgId: 'thief',
        org: { name: 'Thief' },
        projects: project.projects,
        humanUsers: [person('u', 'u')],
        oidcApps: [{ appId: 'a', app: { projectId: 'p', name: 'a', authMethodType: 'OIDC_AUTH_METHOD_TYPE_NONE' } }],
        userMetadata: [{ id: 'u', key: 'k', value: 'AAAA' }],
        projectMembers: [{ projectId: 'p', userId: 'u', roles: ['PROJECT_OWNER'] }],
      },
    ],
  })
  assert.deepEqual(lines(report, 'refused', 'ignored'), [
    'refused orgs[0].projects[0] owned_by_other_org',
    'refused orgs[0].humanUsers[0] owned_by_other_org',
    'refused orgs[0].oidcApps[0].app.projectId foreign_reference',
    'refused orgs[0].userMetadata[0].id foreign_reference',
    'ignored orgs[0].projectMembers[0].projectId other_org',
  ])
  assert.equal((await instance.stores.users.find('u'))?.orgId, 'o')
})

test('members of all projects that an export repeats in every organization are taken once, with the project', async () => {
  const instance = await openInstance()
  const projectMembers = [{ projectId: 'p', userId: 'u', roles: ['PROJECT_OWNER'] }]
  const document = {
    orgs: [
      { orgId: 'first', org: { name: 'First' }, projectMembers },
      {
        orgId: 'o',
        org: { name: 'O' },
        ...project,
        humanUsers: [person('u', 'u')],
        projectMembers: [...projectMembers, ...projectMembers],
      },
    ],
  }
  for (const action of ['created', 'same'] as const) {
    const report = await instance.apply(document)
    const members = report.entries.filter(({ kind }) => kind === 'projectMember')
    assert.deepEqual(
      members.map((entry) => [entry.path, entry.action, entry.reason]),
      [
        ['orgs[0].projectMembers[0]', 'ignored', 'other_org'],
        ['orgs[1].projectMembers[0]', action, undefined],
        ['orgs[1].projectMembers[1]', 'ignored', 'duplicate'],
      ],
    )
  }
})

test('a second entry for the same object is ignored when equal and refused when it contradicts', async () => {
  const instance = await openInstance()
  const report = await instance.apply({
    orgs: [
      {
        orgId: 'o',
        org: { name: 'O' },
        projects: [
          { projectId: 'p', project: { name: 'P' } },
          { projectId: 'p', project: { name: 'P' } },
          { projectId: 'p', project: { name: 'Q' } },
        ],
      },
    ],
  })
  assert.deepEqual(lines(report, 'ignored', 'refused'), ['ignored orgs[0].projects[1] duplicate', 'refused orgs[0].projects[2] duplicate'])
})

test('a removed state removes the object with its dependents, once, and absence removes nothing', async () => {
  const instance = await openInstance()
  await instance.apply(fullDocument)
  const { projects: _projects, orgMembers: _orgMembers, ...shop } = fullDocument.orgs[0] ?? {}
  assert.equal((await instance.apply({ orgs: [shop] })).counts.removed, 0)
  assert.notEqual(await instance.content({ kind: 'project', key: ['store'] }), undefined)

  const gone = {
    orgs: [
      { orgId: 'shop', org: { name: 'Shop' }, projects: [{ projectId: 'store', project: { name: 'Store' }, state: 'STATE_REMOVED' }] },
    ],
  }
  assert.deepEqual(lines(await instance.apply(gone), 'removed', 'refused'), ['removed orgs[0].projects[0]'])
  for (const reference of [
    { kind: 'oidcApp', key: ['web'] },
    { kind: 'appKey', key: ['app-key'] },
    { kind: 'projectGrant', key: ['to-club'] },
    { kind: 'userGrant', key: ['ann', 'store', ''] },
    { kind: 'projectMember', key: ['store', 'bob'] },
  ] as const)
    assert.equal(await instance.content(reference), undefined, reference.kind)
  assert.deepEqual((await instance.apply(gone)).counts.same, 2)
})

test('dependents of a removed object are ignored, in the first run and in the next', async () => {
  const instance = await openInstance()
  const belongings = { humanUsers: [person('u', 'u')], orgMembers: [{ userId: 'u', roles: ['ORG_OWNER'] }] }
  await instance.apply({ orgs: [{ orgId: 'o', org: { name: 'O' }, ...belongings }] })
  for (const first of ['removed orgs[0]', undefined]) {
    const report = await instance.apply({ orgs: [{ orgId: 'o', org: { name: 'O' }, orgState: 'ORG_STATE_REMOVED', ...belongings }] })
    assert.deepEqual(lines(report, 'removed', 'ignored', 'refused', 'created'), [
      ...(first === undefined ? [] : [first]),
      'ignored orgs[0].humanUsers[0].orgId parent_removed',
      'ignored orgs[0].orgMembers[0].orgId parent_removed',
    ])
  }
  assert.equal(await instance.stores.users.find('u'), undefined)
})

test('a dry run knows that what an organization takes along is gone', async () => {
  const instance = await openInstance()
  await instance.apply({
    orgs: [
      { orgId: 'o', org: { name: 'O' }, ...project },
      { orgId: 'q', org: { name: 'Q' }, humanUsers: [person('v', 'v')] },
    ],
  })
  const report = await instance.apply(
    {
      orgs: [
        { orgId: 'o', orgState: 'ORG_STATE_REMOVED' },
        { orgId: 'q', userGrants: [{ userId: 'v', projectId: 'p', roleKeys: ['r'] }] },
      ],
    },
    { dryRun: true },
  )
  assert.deepEqual(lines(report, 'removed', 'ignored', 'created'), [
    'removed orgs[0]',
    'ignored orgs[1].userGrants[0].projectId parent_removed',
  ])
})

test('LG-15 a user removed and made again under the same id and name has no grants, roles, password or code of the old one', async () => {
  const instance = await openInstance()
  await instance.apply(fullDocument)
  const remove = { orgs: [{ orgId: 'shop', humanUsers: [{ ...person('ann', 'ann'), state: 'USER_STATE_DELETED' }] }] }
  assert.deepEqual(lines(await instance.apply(remove), 'removed', 'refused'), ['removed orgs[0].humanUsers[0]'])
  assert.deepEqual(lines(await instance.apply({ orgs: [{ orgId: 'shop', humanUsers: [person('ann', 'ann')] }] }), 'created'), [
    'created orgs[0].humanUsers[0]',
  ])
  const [ann] = await instance.stores.directory.find([{ kind: 'humanUser', key: ['ann'] }])
  assert.equal(ann?.secrets, undefined)
  assert.equal(await instance.content({ kind: 'userGrant', key: ['ann', 'store', ''] }), undefined)
  assert.equal(await instance.content({ kind: 'userMetadata', key: ['ann', 'tier'] }), undefined)
})

test('an organization that the storage fails on is rolled back as a whole and reported; the others go on', async () => {
  const instance = await openInstance()
  const failures: (string | undefined)[] = []
  const broken = await openInstance({
    directory: failingDirectory(instance.stores.directory, (orgId) => orgId === 'bad'),
    failed: (error, orgId) => failures.push(`${orgId}: ${error instanceof Error ? error.message : ''}`),
  })
  const report = await broken.apply({
    orgs: [
      { orgId: 'bad', org: { name: 'Bad' }, humanUsers: [person('u', 'u')], orgMembers: [{ userId: 'u', roles: ['ORG_OWNER'] }] },
      { orgId: 'good', org: { name: 'Good' }, humanUsers: [person('v', 'v')] },
    ],
  })
  assert.deepEqual(failures, ['bad: disk full'])
  assert.deepEqual(lines(report, 'refused'), [
    'refused orgs[0] storage_failed',
    'refused orgs[0].humanUsers[0] storage_failed',
    'refused orgs[0].orgMembers[0] storage_failed',
  ])
  assert.equal(await instance.content({ kind: 'org', key: ['bad'] }), undefined)
  assert.notEqual(await instance.content({ kind: 'humanUser', key: ['v'] }), undefined)
  assert.ok(!JSON.stringify(report).includes('disk full'))
})
