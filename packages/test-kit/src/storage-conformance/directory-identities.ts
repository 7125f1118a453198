// Changes that say with which resources they were decided. Another resource with the same key is not the one that was read.
import { DirectoryConflict } from '@symbolon/core-protocol'
import type { DirectoryChange, DirectoryStore, Resource, ResourceIdentity } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  apiApp,
  human,
  machine,
  oidcApp,
  org,
  orgMember,
  personalAccessToken,
  project,
  projectGrant,
  reference,
  userGrant,
} from './fixtures.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const owners = [org('o1'), org('o2')]
const stored: readonly Resource[] = [
  human('o1', 'u1', 'ada'),
  machine('o1', 'm1', 'robot'),
  project('o1', 'p1'),
  { kind: 'projectRole', key: ['p1', 'admin'], orgId: 'o1', content: { projectId: 'p1', roleKey: 'admin' } },
  projectGrant('o1', 'p1', 'g1', 'o2'),
  oidcApp('o1', 'p1', 'a1'),
  apiApp('o1', 'p1', 'a2'),
  userGrant('o1', 'u1', 'p1'),
  orgMember('o1', 'u1'),
  personalAccessToken('o1', 'm1', 't1', 'digest'),
]

/** @returns the reasons and keys of the refusals, undefined if the change was applied */
async function refused(directory: DirectoryStore, change: DirectoryChange, now: number): Promise<readonly string[] | undefined> {
  try {
    await directory.apply(change, now)
    return undefined
  } catch (error) {
    if (!(error instanceof DirectoryConflict)) throw error
    return error.refusals.map(({ reason, resource: { kind, key } }) => `${reason} ${kind} ${key.join('/')}`)
  }
}

/** Registers the tests. @param open opens an empty storage with the named stores */
export function directoryIdentityTests(open: OpenFresh): void {
  describe('directory, changes with the identities that they were decided with', () => {
    test('AD-38 the same resources are accepted; others with their keys, and those that are gone, are refused', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        await directory.apply({ put: [...owners, ...stored], remove: [] }, 1000)
        const put = [org('o3')]
        for (const { kind, key, orgId = '' } of [...stored, ...owners]) {
          const decided = async (was: ResourceIdentity['was'], its: readonly string[] = key): Promise<readonly string[] | undefined> =>
            await refused(directory, { put, remove: [], decidedWith: [{ kind, key: its, ...(was === undefined ? {} : { was }) }] }, 2000)
          const stale = [`stale ${kind} ${key.join('/')}`]
          assert.equal(await decided({ orgId, createdAt: 1000 }), undefined, kind)
          assert.deepEqual(await decided({ orgId, createdAt: 999 }), stale)
          assert.deepEqual(await decided({ orgId: 'o9', createdAt: 1000 }), stale)
          assert.deepEqual(await decided(undefined), stale)
          const missing = key.map((part) => `${part}-missing`)
          assert.equal(await decided(undefined, missing), undefined, kind)
          assert.deepEqual(await decided({ orgId, createdAt: 1000 }, missing), [`stale ${kind} ${missing.join('/')}`])
        }
      }))

    test('AD-38 a resource of another kind with the same id is one as well', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        await directory.apply({ put: [...owners, ...stored], remove: [] }, 1000)
        for (const [kind, id] of [
          ['humanUser', 'm1'],
          ['machineUser', 'u1'],
          ['apiApp', 'a1'],
          ['oidcApp', 'a2'],
        ] as const) {
          const stale = [`stale ${kind} ${id}`]
          assert.deepEqual(await refused(directory, { put: [], remove: [], decidedWith: [{ kind, key: [id] }] }, 2000), stale)
          const was = { orgId: 'o1', createdAt: 1000 }
          assert.deepEqual(await refused(directory, { put: [], remove: [], decidedWith: [{ kind, key: [id], was }] }, 2000), stale)
        }
      }))

    for (const make of [human, machine]) {
      test(`AD-38 of two organizations that create a ${make('o1', 'x', 'x').kind} with one id at once, one does, and the other changes nothing`, () =>
        withStores(open, ['directory', 'memberships'], async ({ directory, memberships }) => {
          await directory.apply({ put: owners, remove: [] }, 1000)
          for (let round = 0; round < 10; round += 1) {
            const id = `x${round}`
            const refusals = await together(4, async (index) => {
              const orgId = `o${(index % 2) + 1}`
              const user = make(orgId, id, `${id}-${index}`)
              const decidedWith = [
                { kind: 'humanUser', key: [id] },
                { kind: 'machineUser', key: [id] },
              ] as const
              const change = { put: [user, orgMember(orgId, id)], remove: [], absent: [reference(user)], decidedWith }
              return await refused(directory, change, 2000)
            })
            assert.equal(refusals.filter((each) => each === undefined).length, 1)
            assert.equal((await memberships.list(id)).length, 1)
          }
        }))
    }

    test('AD-38 a token does not outlast its user, and no other user gets the id, however a removal and a creation fall', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        await directory.apply({ put: owners, remove: [] }, 1000)
        for (let round = 0; round < 20; round += 1) {
          const [user, other] = [machine('o1', `m${round}`, `m${round}`), machine('o2', `m${round}`, `m${round}`)]
          await directory.apply({ put: [user], remove: [] }, 2000)
          const was = { orgId: 'o1', createdAt: 2000 }
          await together(2, async (index) => {
            if (index === 1) {
              await directory.apply({ put: [], remove: [reference(user)] }, 3000)
              assert.deepEqual(await refused(directory, { put: [other], remove: [] }, 3000), [`id_removed machineUser m${round}`])
              return
            }
            const put = [personalAccessToken('o1', `m${round}`, `t${round}`, `digest-${round}`)]
            await refused(directory, { put, remove: [], decidedWith: [{ ...reference(user), was }] }, 3000)
          })
          assert.equal(await directory.get(reference(user)), undefined)
          assert.equal(await directory.get({ kind: 'personalAccessToken', key: [`t${round}`] }), undefined)
        }
      }))

    test('AD-38 a membership that is decided while its user is removed does not stay', () =>
      withStores(open, ['directory', 'memberships'], async ({ directory, memberships }) => {
        await directory.apply({ put: owners, remove: [] }, 1000)
        for (let round = 0; round < 20; round += 1) {
          const user = machine('o1', `m${round}`, `m${round}`)
          await directory.apply({ put: [user], remove: [] }, 2000)
          const decidedWith = [{ ...reference(user), was: { orgId: 'o1', createdAt: 2000 } }]
          const put = [
            orgMember('o2', `m${round}`),
            { kind: 'instanceMember', key: [`m${round}`], content: { userId: `m${round}`, roles: ['IAM_OWNER'] } } as const,
          ]
          await together(2, async (index) => {
            if (index === 1) await directory.apply({ put: [], remove: [reference(user)] }, 3000)
            else await refused(directory, { put, remove: [], decidedWith }, 3000)
          })
          assert.deepEqual(await memberships.list(`m${round}`), [])
        }
      }))
  })
}
