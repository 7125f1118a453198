// Documents whose members stand in an order that a reader in bounded memory has to work for.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportOf, startMover } from '../support/mover.ts'

/** More than what may wait for the id of its organization. */
const actions = Array.from({ length: 450 }, (_, index) => ({
  actionId: `action-${index}`,
  action: { name: `f${index}`, script: `// ${'x'.repeat(39_900)}` },
}))

for (const [format, member] of [
  ['v2', 'data_orgs'],
  ['v1', 'data_orgsv1'],
] as const) {
  test(`an organization whose id and name come last is read twice, and reported once (${format})`, async () => {
    const mover = await startMover()
    const orgs = [
      { orgId: 'early', org: { name: 'Early' }, humanUsers: [{ userId: 'bad', user: {} }] },
      {
        actions,
        humanUsers: [
          {
            userId: 'late-user',
            user: { userName: 'late', profile: { firstName: 'F', lastName: 'L' }, email: { email: 'l@late.example' } },
          },
        ],
        org: { name: 'Late' },
        orgId: 'late',
      },
    ]
    const report = await reportOf(await mover.import({ [member]: { orgs }, timeout: '2m' }))
    assert.equal(report.state, 'completed')
    assert.equal(report.errors?.length, 1)
    assert.deepEqual(
      report.success.orgs?.map(({ orgId, actionIds = [], humanUserIds }) => [orgId, (actionIds as readonly string[]).length, humanUserIds]),
      [
        ['early', 0, undefined],
        ['late', 450, ['late-user']],
      ],
    )
    await mover.close()
  })
}

test('members may stand in any order, in both spellings, and an organization may come in two places', async () => {
  const mover = await startMover()
  const report = await reportOf(
    await mover.import({
      data_orgs: {
        orgs: [
          {
            user_grants: [{ user_id: 'u', project_id: 'p', role_keys: ['r'] }],
            project_roles: [{ project_id: 'p', role_key: 'r' }],
            projects: [{ project_id: 'p', project: { name: 'P' } }],
            org_id: 'mixed',
          },
          {
            orgId: 'mixed',
            human_users: [{ user_id: 'u', user: { user_name: 'u', profile: { first_name: 'F', last_name: 'L' } } }],
            org: { name: 'Mixed' },
          },
        ],
      },
    }),
  )
  assert.deepEqual([report.errors, report.counts['refused']], [undefined, 0])
  assert.deepEqual(
    report.success.orgs?.map(({ orgId, projectIds, projectRoles, humanUserIds, userGrants }) => ({
      orgId,
      projectIds,
      projectRoles,
      humanUserIds,
      userGrants,
    })),
    [{ orgId: 'mixed', projectIds: ['p'], projectRoles: ['p_r'], humanUserIds: ['u'], userGrants: [{ projectId: 'p', userId: 'u' }] }],
  )
  await mover.close()
})

test('a refused entry is named by its id in both formats and both spellings, and by its place where it has none', async () => {
  const mover = await startMover()
  for (const [format, member] of [
    ['v2', 'data_orgs'],
    ['v1', 'data_orgsv1'],
  ] as const) {
    const humanUsers = [{ userId: 'camel', user: 1 }, { user_id: 'snake', user: 1 }, { user: 1 }]
    const { errors = [] } = await reportOf(
      await mover.import({ [member]: { orgs: [{ orgId: `named-${format}`, org: { name: 'Named' }, human_users: humanUsers }] } }),
    )
    assert.deepEqual(
      errors.map(({ type, id }) => [type, id.replace('human_users', 'humanUsers')]).filter(([type]) => type === 'human_user'),
      [
        ['human_user', 'camel'],
        ['human_user', 'snake'],
        ['human_user', 'orgs[0].humanUsers[2]'],
      ],
      format,
    )
  }
  await mover.close()
})

test('a policy that does not fit is an error in both formats, and not only a row of the ledger', async () => {
  const mover = await startMover()
  for (const [format, member] of [
    ['v2', 'data_orgs'],
    ['v1', 'data_orgsv1'],
  ] as const) {
    const { errors = [] } = await reportOf(
      await mover.import({ [member]: { orgs: [{ orgId: `policy-${format}`, org: { name: 'P' }, privacyPolicy: 'none' }] } }),
    )
    assert.deepEqual(
      errors.map(({ type }) => type),
      ['privacy_policy'],
      format,
    )
  }
  await mover.close()
})
