// Ids of removed objects go from instance to instance with their organization, so that no other object gets them there.
import type { OrgDocument } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportOf, startMover } from '../support/mover.ts'
import type { Mover } from '../support/mover.ts'

type Org = NonNullable<OrgDocument['orgs']>[number]

const managerToken = 'symbolon_pat_manager-0123456789-0123456789-0123456789'
const person = (userId: string): NonNullable<Org['humanUsers']>[number] => ({
  userId,
  user: { userName: userId, profile: { firstName: 'A', lastName: 'B' } },
})
const north: Org = {
  orgId: 'north',
  org: { name: 'North' },
  humanUsers: [person('ann'), person('bob')],
  machineUsers: [{ userId: 'manager', user: { userName: 'manager', name: 'Manager' } }],
  personalAccessTokens: [{ tokenId: 'of-manager', userId: 'manager', token: managerToken }],
  orgMembers: [{ userId: 'manager', roles: ['ORG_OWNER'] }],
  projects: [{ projectId: 'shop', project: { name: 'Shop' } }],
  oidcApps: [{ appId: 'web', clientId: 'web-client', app: { projectId: 'shop', name: 'Web', redirectUris: ['https://rp.example/cb'] } }],
}
const south: Org = { orgId: 'south', org: { name: 'South' }, humanUsers: [person('sue')] }

const exported = async (mover: Mover): Promise<OrgDocument> =>
  (await (await mover.export({ excluded_org_ids: ['operations'] })).json()) as OrgDocument

test('LG-45 removed ids move with their organization, also those of an organization that is gone', async () => {
  const source = await startMover({ orgs: [north, south] })
  const target = await startMover()
  try {
    await source.provider.apply({
      orgs: [
        {
          orgId: 'north',
          humanUsers: [{ ...person('bob'), state: 'USER_STATE_DELETED' }],
          projects: [{ projectId: 'shop', project: { name: 'Shop' }, state: 'STATE_REMOVED' }],
        },
        { orgId: 'south', orgState: 'ORG_STATE_REMOVED' },
      ],
    })
    const document = await exported(source)
    assert.deepEqual(
      document.orgs?.map(({ orgId, removedIds }) => [orgId, removedIds]),
      [
        [
          'north',
          [
            { kind: 'client', id: 'web-client' },
            { kind: 'project', id: 'shop' },
            { kind: 'user', id: 'bob' },
            { kind: 'organization', id: 'south', orgId: 'south' },
            { kind: 'user', id: 'sue', orgId: 'south' },
          ],
        ],
      ],
    )
    for (const created of [true, false]) {
      const report = await reportOf(await target.import({ data_orgs: document, with_credentials: true }))
      assert.deepEqual([report.errors, report.counts['refused'], Number(report.counts['created']) > 0], [undefined, 0, created])
    }
    assert.deepEqual(await exported(target), document)
    const { entries } = await target.provider.apply({ orgs: [{ orgId: 'operations', humanUsers: [person('bob'), person('sue')] }] })
    assert.deepEqual(
      entries.map(({ reason }) => reason),
      ['id_removed', 'id_removed'],
    )
  } finally {
    await source.close()
    await target.close()
  }
})

test('LG-45 an organization that was removed returns with its own document when an owner of the instance moves it', async () => {
  const mover = await startMover({ orgs: [north, south] })
  try {
    const document = await exported(mover)
    await mover.provider.apply({ orgs: [{ orgId: 'north', orgState: 'ORG_STATE_REMOVED' }] })
    const report = await reportOf(await mover.import({ data_orgs: document }))
    assert.deepEqual([report.errors, report.counts['refused']], [undefined, 0])
    assert.deepEqual(await exported(mover), document)
  } finally {
    await mover.close()
  }
})

test('LG-45 an owner of an organization brings neither removed ids nor removed objects', async () => {
  const mover = await startMover({ orgs: [north, south] })
  try {
    await mover.provider.apply({ orgs: [{ orgId: 'north', humanUsers: [{ ...person('bob'), state: 'USER_STATE_DELETED' }] }] })
    const brought = { orgId: 'north', removedIds: [{ kind: 'user', id: 'sue-next' }], humanUsers: [person('bob'), person('north|new')] }
    const report = await reportOf(await mover.import({ data_orgs: { orgs: [brought] } }, managerToken))
    assert.deepEqual(
      report.errors?.map(({ type, id }) => [type, id]),
      [
        ['human_user', 'bob'],
        ['removed_id', 'user_sue-next'],
      ],
    )
    const { entries } = await mover.provider.apply({ orgs: [{ orgId: 'south', humanUsers: [person('sue-next')] }] })
    assert.deepEqual(
      entries.map(({ action }) => action),
      ['created'],
    )
  } finally {
    await mover.close()
  }
})
