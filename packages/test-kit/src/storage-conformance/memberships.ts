// Memberships of users.
import type { DirectoryStore, Resource } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { human, machine, org, project, projectGrant, reference, userGrant } from './fixtures.ts'
import { withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const instanceMember: Resource = {
  kind: 'instanceMember',
  key: ['ada'],
  content: { userId: 'ada', roles: ['IAM_OWNER', 'IAM_ADMIN_IMPERSONATOR'] },
}
const ofOrg: Resource = { kind: 'orgMember', key: ['o2', 'ada'], orgId: 'o2', content: { userId: 'ada', roles: ['ORG_OWNER'] } }
const ofProject: Resource = {
  kind: 'projectMember',
  key: ['p1', 'ada'],
  orgId: 'o1',
  content: { projectId: 'p1', userId: 'ada', roles: ['PROJECT_OWNER'] },
}
const ofGrant: Resource = {
  kind: 'projectGrantMember',
  key: ['g1', 'ada'],
  orgId: 'o1',
  content: { projectId: 'p1', grantId: 'g1', userId: 'ada' },
}

const names = ['directory', 'memberships'] as const

async function furnish(directory: DirectoryStore): Promise<void> {
  await directory.apply(
    {
      put: [
        org('o1'),
        org('o2'),
        human('o1', 'ada', 'ada'),
        human('o1', 'bea', 'bea'),
        project('o1', 'p1'),
        projectGrant('o1', 'p1', 'g1', 'o2'),
        instanceMember,
        human('o1', 'carl', 'carl'),
        // Another owner: the last one stays.
        { kind: 'instanceMember', key: ['carl'], content: { userId: 'carl', roles: ['IAM_OWNER'] } },
        ofOrg,
        ofProject,
        ofGrant,
      ],
      remove: [],
    },
    1000,
  )
}

/** Registers the tests of the store `memberships`. @param open opens an empty storage with the named stores */
export function membershipTests(open: OpenFresh): void {
  describe('memberships', () => {
    test('lists all memberships of a user with their roles', () =>
      withStores(open, names, async ({ directory, memberships }) => {
        await furnish(directory)
        assert.deepEqual(await memberships.list('ada'), [
          { of: 'instance', active: true, roles: ['IAM_OWNER', 'IAM_ADMIN_IMPERSONATOR'] },
          { of: 'organization', orgId: 'o2', givenBy: 'o2', active: true, roles: ['ORG_OWNER'] },
          { of: 'project', orgId: 'o1', projectId: 'p1', givenBy: 'o1', active: true, roles: ['PROJECT_OWNER'] },
          {
            of: 'project_grant',
            orgId: 'o1',
            projectId: 'p1',
            grantId: 'g1',
            grantedOrgId: 'o2',
            givenBy: 'o1',
            active: true,
            roles: [],
          },
        ])
        assert.deepEqual(await memberships.list('bea'), [])
      }))

    test('lists the memberships of several users, however many, and leaves out users without any', () =>
      withStores(open, names, async ({ directory, memberships }) => {
        await furnish(directory)
        const bea: Resource = { kind: 'orgMember', key: ['o1', 'bea'], orgId: 'o1', content: { userId: 'bea', roles: ['ORG_OWNER'] } }
        await directory.apply({ put: [bea], remove: [] }, 2000)
        const absent = Array.from({ length: 1200 }, (_, index) => `absent-${index}`)
        const listed = await memberships.listOf(['ada', ...absent, 'bea'])
        assert.deepEqual([...listed.keys()].toSorted(), ['ada', 'bea'])
        for (const userId of listed.keys()) assert.deepEqual(listed.get(userId), await memberships.list(userId), userId)
        assert.equal((await memberships.listOf([])).size, 0)
      }))

    test('lists memberships of inactive organizations and projects too', () =>
      withStores(open, names, async ({ directory, memberships }) => {
        await furnish(directory)
        await directory.apply({ put: [org('o2', 'ORG_STATE_INACTIVE'), project('o1', 'p1', {}, 'STATE_INACTIVE')], remove: [] }, 2000)
        const listed = await memberships.list('ada')
        assert.deepEqual(
          listed.map(({ of, active }) => [of, active]),
          [
            ['instance', true],
            ['organization', false],
            ['project', true],
            ['project_grant', false],
          ],
        )
      }))

    // A change that gives roles and one that removes the user may be decided at the same time.
    for (const newUser of [human('o1', 'gone', 'gone'), machine('o1', 'gone', 'gone')]) {
      test(`LG-15 a new ${newUser.kind} does not get the roles of an earlier user with the id`, () =>
        withStores(open, names, async ({ directory, memberships }) => {
          await furnish(directory)
          const left = [instanceMember, ofOrg, ofProject, ofGrant].map((membership): Resource => {
            const key = membership.key.map((part) => (part === 'ada' ? 'gone' : part))
            return { ...membership, key, content: { ...membership.content, userId: 'gone' } }
          })
          const grant = userGrant('o1', 'gone', 'p1')
          await directory.apply({ put: [...left, grant], remove: [] }, 2000)
          assert.equal((await memberships.list('gone')).length, 4)

          await directory.apply({ put: [newUser], remove: [] }, 3000)
          assert.deepEqual(await memberships.list('gone'), [])
          assert.equal(await directory.get(reference(grant)), undefined)
          assert.equal((await memberships.list('ada')).length, 4)
        }))
    }

    test('are removed one by one', () =>
      withStores(open, names, async ({ directory, memberships }) => {
        await furnish(directory)
        await directory.apply({ put: [], remove: [instanceMember, ofOrg, ofGrant].map(reference) }, 2000)
        assert.deepEqual(
          (await memberships.list('ada')).map(({ of }) => of),
          ['project'],
        )
        await directory.apply({ put: [], remove: [reference(ofProject)] }, 2000)
        assert.deepEqual(await memberships.list('ada'), [])
      }))
  })
}
