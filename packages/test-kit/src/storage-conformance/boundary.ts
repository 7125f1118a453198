// What organizations share, whom the instance trusts, and which applications users have signed in to on a page.
import type { Resource, Stores } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { apiApp, human, machine, oidcApp, org, project, projectGrant, reference } from './fixtures.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const member = (userId: string, ...roles: readonly string[]): Resource => ({
  kind: 'instanceMember',
  key: [userId],
  content: { userId, roles },
})
const policy = (content: Resource['content']): Resource => ({ kind: 'instancePolicy', key: ['boundaryPolicy'], content })

const base: readonly Resource[] = [
  org('o1'),
  org('o2'),
  org('o3'),
  human('o1', 'u1', 'ada'),
  human('o2', 'u2', 'bob'),
  human('o3', 'u3', 'cleo'),
  machine('o1', 'm1', 'robot'),
  project('o1', 'p1'),
  oidcApp('o1', 'p1', 'a1'),
  apiApp('o1', 'p1', 'a2'),
  project('o2', 'p2'),
  oidcApp('o2', 'p2', 'a3'),
]
const ids = ['p1', 'a1@client', 'a2@client', 'm1', 'p2', 'a3@client', 'u1', 'unknown']

/** Registers the tests. @param open opens an empty storage with the named stores */
export function boundaryTests(open: OpenFresh): void {
  const withBase = (run: (stores: Pick<Stores, 'clients' | 'directory'>) => Promise<void>) => () =>
    withStores(open, ['clients', 'directory'], async (stores) => {
      await stores.directory.apply({ put: base, remove: [] }, 1000)
      await run(stores)
    })

  describe('clients, across organizations', () => {
    test(
      'TK-40 an organization has its projects, apps and service users, and those projects that are granted to it',
      withBase(async ({ clients, directory }) => {
        assert.deepEqual((await clients.listShared(ids, 'o1')).toSorted(), ['a1@client', 'a2@client', 'm1', 'p1'])
        assert.deepEqual(await clients.listShared(ids, 'o3'), [])
        assert.equal(await clients.hasGrantFrom('o1', 'o3'), false)
        await directory.apply({ put: [projectGrant('o1', 'p1', 'g1', 'o3')], remove: [] }, 2000)
        assert.deepEqual((await clients.listShared(ids, 'o3')).toSorted(), ['a1@client', 'a2@client', 'p1'])
        for (const [userOrgId, counts] of [
          ['o1', true],
          ['o3', true],
          ['o2', false],
        ] as const) {
          assert.equal((await clients.listShared(ids, 'o3', userOrgId)).includes('p1'), counts, userOrgId)
        }
        assert.deepEqual([await clients.hasGrantFrom('o1', 'o3'), await clients.hasGrantFrom('o3', 'o1')], [true, false])
        for (const off of [projectGrant('o1', 'p1', 'g1', 'o3', 'STATE_INACTIVE'), project('o1', 'p1', {}, 'STATE_INACTIVE')]) {
          await directory.apply({ put: [off], remove: [] }, 3000)
          assert.deepEqual(await clients.listShared(ids, 'o3'), [])
          assert.equal(await clients.hasGrantFrom('o1', 'o3'), false)
        }
      }),
    )

    test(
      'TK-40 without a list the instance trusts the organization of its first owner',
      withBase(async ({ clients, directory }) => {
        assert.deepEqual(await clients.findBoundary(), { isOpen: false, trustedOrgIds: [] })
        await directory.apply({ put: [member('u3', 'IAM_OWNER_VIEWER')], remove: [] }, 1000)
        await directory.apply({ put: [member('u2', 'IAM_OWNER')], remove: [] }, 2000)
        await directory.apply({ put: [member('u1', 'IAM_OWNER')], remove: [] }, 3000)
        assert.deepEqual(await clients.findBoundary(), { isOpen: false, trustedOrgIds: ['o2'] })
        await directory.apply(
          { put: [policy({ crossOrganizationData: 'ALL_APPLICATIONS', trustedOrganizations: ['o3'] })], remove: [] },
          4000,
        )
        assert.deepEqual(await clients.findBoundary(), { isOpen: true, trustedOrgIds: ['o3'] })
        await directory.apply({ put: [], remove: [reference(policy({}))] }, 5000)
        assert.deepEqual(await clients.findBoundary(), { isOpen: false, trustedOrgIds: ['o2'] })
      }),
    )

    for (const way of ['member', 'user', 'moved'] as const)
      test(
        `BO-24 the trust stays in the organization of the first owner when that one goes (${way}), and ends with the organization`,
        withBase(async ({ clients, directory }) => {
          const trusted = async (): Promise<readonly string[]> => (await clients.findBoundary()).trustedOrgIds
          await directory.apply({ put: [member('u2', 'IAM_OWNER')], remove: [] }, 2000)
          await directory.apply({ put: [member('u1', 'IAM_OWNER')], remove: [] }, 3000)
          if (way === 'moved') await directory.apply({ put: [member('u2', 'IAM_OWNER_VIEWER')], remove: [] }, 4000)
          else await directory.apply({ put: [], remove: [reference(way === 'user' ? human('o2', 'u2', 'bob') : member('u2'))] }, 4000)
          assert.deepEqual(await trusted(), ['o2'])
          await directory.apply({ put: [org('o2', 'ORG_STATE_INACTIVE')], remove: [] }, 5000)
          assert.deepEqual(await trusted(), ['o2'])
          await directory.apply({ put: [], remove: [reference(org('o2'))] }, 6000)
          assert.deepEqual(await trusted(), ['o1'])
        }),
      )

    test(
      'TK-40 a sign-in that the user has seen is remembered for this user and this application, until one of them is removed',
      withBase(async ({ clients, directory }) => {
        await together(5, async () => await clients.recordShownSignIn('a1@client', 'u1', 2000))
        await clients.recordShownSignIn('unknown', 'u1', 2000)
        await clients.recordShownSignIn('a1@client', 'absent-user', 2000)
        const seen = async (): Promise<readonly boolean[]> => [
          await clients.hasShownSignIn('a1@client', 'u1'),
          await clients.hasShownSignIn('a1@client', 'u2'),
          await clients.hasShownSignIn('a3@client', 'u1'),
        ]
        assert.deepEqual(await seen(), [true, false, false])
        for (const removed of [human('o1', 'u1', 'ada'), oidcApp('o1', 'p1', 'a1')]) {
          await clients.recordShownSignIn('a1@client', 'u1', 2000)
          await directory.apply({ put: [], remove: [reference(removed)] }, 3000)
          await directory.apply({ put: [removed], remove: [], restores: true }, 4000)
          assert.deepEqual(await seen(), [false, false, false])
        }
      }),
    )
  })
}
