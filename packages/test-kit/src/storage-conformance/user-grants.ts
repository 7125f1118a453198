// The roles of users: which grants count, and what a removal removes.
import assert from 'node:assert/strict'
import type { Resource, Stores } from '@symbolon/core-protocol'
import { describe, test } from 'node:test'
import { domain, human, org, project, reference } from './fixtures.ts'
import { withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

type Content = Readonly<Record<string, unknown>>

function role(orgId: string, projectId: string, roleKey: string): Resource {
  return { kind: 'projectRole', key: [projectId, roleKey], orgId, content: { projectId, roleKey } }
}

function projectGrant(orgId: string, grantId: string, grantedOrgId: string, roleKeys: readonly string[], more: Content = {}): Resource {
  const content = { grantId, projectGrant: { projectId: 'p1', grantedOrgId, roleKeys }, ...more }
  return { kind: 'projectGrant', key: [grantId], orgId, content }
}

function userGrant(orgId: string, userId: string, projectId: string, roleKeys: readonly string[], more: Content = {}): Resource {
  const projectGrantId = typeof more['projectGrantId'] === 'string' ? more['projectGrantId'] : ''
  return { kind: 'userGrant', key: [userId, projectId, projectGrantId], orgId, content: { userId, projectId, roleKeys, ...more } }
}

const base = [
  org('o1'),
  domain('o1', 'acme.test'),
  org('o2'),
  project('o1', 'p1'),
  project('o1', 'p2'),
  role('o1', 'p1', 'reader'),
  role('o1', 'p1', 'writer'),
  role('o1', 'p2', 'reader'),
  human('o1', 'ada', 'ada'),
  human('o2', 'bea', 'bea'),
]
const direct = userGrant('o1', 'ada', 'p1', ['reader', 'writer'])
const toO2 = projectGrant('o1', 'g1', 'o2', ['reader'])
const through = userGrant('o2', 'bea', 'p1', ['reader', 'writer'], { projectGrantId: 'g1' })

type Used = Pick<Stores, 'directory' | 'userGrants'>

/** Registers the tests of the roles of users. @param open opens an empty storage with the named stores */
export function userGrantTests(open: OpenFresh): void {
  const withGrants = (run: (stores: Used) => Promise<void>) => () =>
    withStores(open, ['directory', 'userGrants'], async (stores) => {
      await stores.directory.apply({ put: [...base, direct, toO2, through], remove: [] }, 1000)
      await run(stores)
    })
  const roles = async ({ userGrants }: Used, userId: string, projectIds: readonly string[] = ['p1', 'p2']): Promise<readonly string[]> =>
    (await userGrants.listRoles(userId, projectIds)).map(({ projectId, roleKey, orgId }) => `${orgId}:${projectId}:${roleKey}`)

  describe('user grants', () => {
    test(
      'a direct grant gives its roles, with the organization that granted them',
      withGrants(async ({ userGrants }) => {
        assert.deepEqual(await userGrants.listRoles('ada', ['p1']), [
          { projectId: 'p1', roleKey: 'reader', orgId: 'o1', primaryDomain: 'acme.test' },
          { projectId: 'p1', roleKey: 'writer', orgId: 'o1', primaryDomain: 'acme.test' },
        ])
        assert.deepEqual(await userGrants.listRoles('ada', ['p2']), [])
        assert.deepEqual(await userGrants.listRoles('ada', []), [])
        assert.deepEqual(await userGrants.listRoles('absent-user', ['p1']), [])
      }),
    )

    test(
      'a grant through a project grant gives only roles of the project grant',
      withGrants(async (stores) => {
        assert.deepEqual(await stores.userGrants.listRoles('bea', ['p1']), [{ projectId: 'p1', roleKey: 'reader', orgId: 'o2' }])
        await stores.directory.apply({ put: [projectGrant('o1', 'g1', 'o2', ['reader', 'writer'])], remove: [] }, 1000)
        assert.deepEqual(await roles(stores, 'bea'), ['o2:p1:reader', 'o2:p1:writer'])
        await stores.directory.apply({ put: [projectGrant('o1', 'g1', 'o1', ['reader'])], remove: [] }, 1000)
        assert.deepEqual(await roles(stores, 'bea'), [], 'granted to another organization')
        await stores.directory.apply({ put: [userGrant('o2', 'bea', 'p2', ['reader'], { projectGrantId: 'g1' }), toO2], remove: [] }, 1000)
        assert.deepEqual(await roles(stores, 'bea', ['p2']), [], 'the grant of another project')
      }),
    )

    test(
      'roles come only from the organization that owns the project or was granted it',
      withGrants(async (stores) => {
        await stores.directory.apply({ put: [userGrant('o2', 'bea', 'p1', ['writer'])], remove: [reference(through)] }, 1000)
        assert.deepEqual(await roles(stores, 'bea'), [])
      }),
    )

    test(
      'a grant gives no role that its project does not have',
      withGrants(async (stores) => {
        await stores.directory.apply({ put: [userGrant('o1', 'ada', 'p2', ['reader', 'writer', 'ghost'])], remove: [] }, 1000)
        assert.deepEqual(await roles(stores, 'ada'), ['o1:p1:reader', 'o1:p1:writer', 'o1:p2:reader'])
      }),
    )

    test(
      'an inactive grant, project or organization gives no roles',
      withGrants(async (stores) => {
        const inactive = { state: 'STATE_INACTIVE' }
        for (const off of [project('o1', 'p1', {}, 'STATE_INACTIVE'), org('o1', 'ORG_STATE_INACTIVE')]) {
          await stores.directory.apply({ put: [off], remove: [] }, 1000)
          assert.deepEqual([await roles(stores, 'ada'), await roles(stores, 'bea')], [[], []], off.kind)
          await stores.directory.apply({ put: [org('o1'), project('o1', 'p1')], remove: [] }, 1000)
        }
        await stores.directory.apply({ put: [userGrant('o1', 'ada', 'p1', ['reader'], inactive)], remove: [] }, 1000)
        assert.deepEqual(await roles(stores, 'ada'), [])
        for (const off of [projectGrant('o1', 'g1', 'o2', ['reader'], inactive), org('o2', 'ORG_STATE_INACTIVE')]) {
          await stores.directory.apply({ put: [off], remove: [] }, 1000)
          assert.deepEqual(await roles(stores, 'bea'), [], off.kind)
          await stores.directory.apply({ put: [toO2, org('o2')], remove: [] }, 1000)
          assert.deepEqual(await roles(stores, 'bea'), ['o2:p1:reader'])
        }
      }),
    )

    test(
      'a role that is removed and created again is granted to no user',
      withGrants(async (stores) => {
        const writer = role('o1', 'p1', 'writer')
        const reader = role('o1', 'p1', 'reader')
        await stores.directory.apply({ put: [], remove: [reference(writer)] }, 1000)
        assert.deepEqual(await roles(stores, 'ada'), ['o1:p1:reader'])
        await stores.directory.apply({ put: [writer], remove: [reference(reader)] }, 1000)
        await stores.directory.apply({ put: [reader], remove: [] }, 1000)
        assert.deepEqual([await roles(stores, 'ada'), await roles(stores, 'bea')], [[], []])
        const [left] = await stores.directory.find([reference(direct)])
        assert.deepEqual(left?.content, { userId: 'ada', projectId: 'p1' })
        await stores.directory.apply({ put: [direct], remove: [] }, 1000)
        assert.deepEqual(await roles(stores, 'ada'), ['o1:p1:reader', 'o1:p1:writer'])
      }),
    )

    test(
      'roles with the same key in two projects are different roles',
      withGrants(async (stores) => {
        await stores.directory.apply({ put: [], remove: [reference(role('o1', 'p2', 'reader'))] }, 1000)
        assert.deepEqual(await roles(stores, 'ada'), ['o1:p1:reader', 'o1:p1:writer'])
      }),
    )

    test(
      'LG-15 users, projects and project grants that are removed and created again have no roles',
      withGrants(async (stores) => {
        for (const { removed, restored } of [
          { removed: human('o1', 'ada', 'ada'), restored: [human('o1', 'ada', 'ada')] },
          { removed: toO2, restored: [toO2] },
        ]) {
          await stores.directory.apply({ put: [], remove: [reference(removed)] }, 1000)
          await stores.directory.apply({ put: restored, remove: [], restores: true }, 1000)
        }
        assert.deepEqual([await roles(stores, 'ada'), await roles(stores, 'bea')], [[], []])
        await stores.directory.apply({ put: [direct, through], remove: [] }, 1000)
        await stores.directory.apply({ put: [], remove: [reference(project('o1', 'p1'))] }, 1000)
        await stores.directory.apply({ put: [...base, toO2], remove: [], restores: true }, 1000)
        assert.deepEqual([await roles(stores, 'ada'), await roles(stores, 'bea')], [[], []])
      }),
    )
  })
}
