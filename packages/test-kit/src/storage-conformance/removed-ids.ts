// Ids of removed objects: they are kept however the object was removed, and no other object gets them.
import { DirectoryConflict } from '@symbolon/core-protocol'
import type { DirectoryStore, Resource } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { apiApp, human, machine, oidcApp, org, project, reference } from './fixtures.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const removedId = (orgId: string, kind: string, id: string): Resource => ({ kind: 'removedId', key: [kind, id], orgId, content: {} })

const world: readonly Resource[] = [
  org('o1'),
  org('o2'),
  human('o1', 'u1', 'ada'),
  machine('o1', 'm1', 'robot'),
  project('o1', 'p1'),
  project('o2', 'p2'),
  oidcApp('o1', 'p1', 'a1', { redirectUris: ['https://rp.test/cb'] }, { clientId: 'web' }),
  apiApp('o1', 'p1', 'a2', {}, { clientId: 'api' }),
]

/** The refusals of a change, by the names of the resources. */
async function refusals(directory: DirectoryStore, put: readonly Resource[], restores?: boolean): Promise<readonly string[]> {
  const change = { put, remove: [], ...(restores === undefined ? {} : { restores }) }
  const predicted = (await directory.findTaken(change)).map(({ reason, resource }) => `${reason} ${resource.key.join('/')}`)
  try {
    await directory.apply(change, 3000)
    assert.deepEqual(predicted, [])
    return []
  } catch (error) {
    if (!(error instanceof DirectoryConflict)) throw error
    assert.deepEqual(
      predicted,
      error.refusals.map(({ reason, resource }) => `${reason} ${resource.key.join('/')}`),
    )
    return predicted
  }
}

const kept = async (directory: DirectoryStore, orgId: string): Promise<readonly string[]> =>
  (await directory.list('removedId', orgId)).map(({ key }) => key.join(' '))

/** Registers the tests of removed ids. @param open opens an empty storage with the named stores */
export function removedIdTests(open: OpenFresh): void {
  describe('removed ids', () => {
    test('LG-45 the ids of everything that is removed with an organization are kept', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        await directory.apply({ put: world, remove: [] }, 1000)
        await directory.apply({ put: [], remove: [{ kind: 'org', key: ['o1'] }] }, 2000)
        assert.deepEqual(await kept(directory, 'o1'), ['client api', 'client web', 'organization o1', 'project p1', 'user m1', 'user u1'])
        const [first] = await directory.page({ kind: 'removedId', orgId: 'o1', limit: 1 })
        assert.equal(first?.createdAt, 2000)
        const others = [
          human('o2', 'u1', 'bea'),
          machine('o2', 'm1', 'robot'),
          project('o2', 'p1'),
          oidcApp('o2', 'p2', 'b1', {}, { clientId: 'web' }),
          project('o2', 'api'),
          human('o2', 'free', 'cleo'),
        ]
        const refused = ['u1', 'm1', 'p1', 'b1', 'api'].map((id) => `id_removed ${id}`)
        assert.deepEqual(await refusals(directory, others), refused)
        assert.deepEqual(await refusals(directory, [apiApp('o2', 'p2', 'b2', {}, { clientId: 'p1' })]), ['id_removed b2'])
        assert.deepEqual(await refusals(directory, [org('o1')]), ['id_removed o1'])
        assert.equal((await directory.find([{ kind: 'humanUser', key: ['free'] }])).length, 0, 'a refused change stores nothing')
      }))

    test('LG-45 the ids of a project with its applications, of an application and of a user are kept', () =>
      withStores(open, ['directory', 'userAccounts'], async ({ directory, userAccounts }) => {
        const robot = machine('o1', 'm2', 'other')
        await directory.apply(
          { put: [...world, robot, project('o1', 'p3'), oidcApp('o1', 'p3', 'a3', {}, { clientId: 'c3' })], remove: [] },
          1000,
        )
        for (const removed of [world[6], robot, project('o1', 'p3')])
          if (removed !== undefined) await directory.apply({ put: [], remove: [reference(removed)] }, 2000)
        assert.equal(await userAccounts.remove('u1', 2500), 'removed')
        assert.deepEqual(await kept(directory, 'o1'), ['client c3', 'client web', 'project p3', 'user m2', 'user u1'])
        // Removing what does not exist, or an object of another kind, keeps no id.
        await directory.apply(
          {
            put: [],
            remove: [
              { kind: 'humanUser', key: ['m1'] },
              { kind: 'project', key: ['gone'] },
            ],
          },
          2600,
        )
        assert.equal((await kept(directory, 'o1')).length, 5)
      }))

    test('LG-45 the client id that an application gives up is kept', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        await directory.apply({ put: world, remove: [] }, 1000)
        const renamed = oidcApp('o1', 'p1', 'a1', { redirectUris: ['https://rp.test/cb'] }, { clientId: 'newer' })
        assert.deepEqual(await refusals(directory, [renamed]), [])
        assert.deepEqual(await refusals(directory, [renamed]), [], 'the same application is put again')
        assert.deepEqual(await kept(directory, 'o1'), ['client web'])
        assert.deepEqual(await refusals(directory, [oidcApp('o2', 'p2', 'b1', {}, { clientId: 'web' })]), ['id_removed b1'])
      }))

    test('LG-45 an object returns to its own organization, and to no other one', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        await directory.apply({ put: world, remove: [] }, 1000)
        await directory.apply({ put: [], remove: [{ kind: 'org', key: ['o1'] }] }, 2000)
        assert.deepEqual(await refusals(directory, [human('o2', 'u1', 'ada'), project('o2', 'p1')], true), [
          'id_removed u1',
          'id_removed p1',
        ])
        const back = world.filter(({ orgId }) => orgId === 'o1')
        assert.deepEqual(await refusals(directory, back, true), [])
        assert.deepEqual(await kept(directory, 'o1'), [])
        assert.deepEqual(await refusals(directory, back), [])
      }))

    test('LG-45 a document brings removed ids, unless an object has the id', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        await directory.apply({ put: world, remove: [] }, 1000)
        const brought = [removedId('o1', 'user', 'gone'), removedId('elsewhere', 'client', 'c9'), removedId('o1', 'organization', 'o9')]
        assert.deepEqual(await refusals(directory, brought), [])
        for (const [kind, id] of [
          ['user', 'u1'],
          ['client', 'web'],
          ['project', 'p1'],
          ['organization', 'o2'],
        ] as const) {
          await assert.rejects(directory.apply({ put: [removedId('o1', kind, id)], remove: [] }, 2000), (error) => {
            assert.ok(error instanceof DirectoryConflict)
            assert.deepEqual(
              error.refusals.map(({ reason }) => reason),
              ['id_in_use'],
            )
            return true
          })
        }
        const taking = [human('o2', 'gone', 'eve'), oidcApp('o2', 'p2', 'b1', {}, { clientId: 'c9' }), org('o9')]
        assert.deepEqual(await refusals(directory, taking), ['id_removed gone', 'id_removed b1', 'id_removed o9'])
      }))

    test('LG-45 an id is not given to another object while it is being removed', () =>
      withStores(open, ['directory', 'userAccounts'], async ({ directory, userAccounts }) => {
        await directory.apply({ put: [org('o1'), org('o2'), project('o1', 'p1'), project('o2', 'p2')], remove: [] }, 1000)
        for (let round = 0; round < 12; round++) {
          const id = `r${round}`
          const mine = [human('o1', id, id), oidcApp('o1', 'p1', `a-${id}`, {}, { clientId: `c-${id}` }), project('o1', `p-${id}`)]
          const theirs = [
            human('o2', id, id),
            oidcApp('o2', 'p2', `b-${id}`, {}, { clientId: `c-${id}` }),
            apiApp('o2', 'p2', `d-${id}`, {}, { clientId: `p-${id}` }),
          ]
          await directory.apply({ put: mine, remove: [] }, 1000)
          const takes = theirs.map((resource) => async (): Promise<boolean> => {
            const { kind, key } = resource
            try {
              await directory.apply({ put: [resource], remove: [], decidedWith: [{ kind, key }], absent: [{ kind, key }] }, 2000)
              return true
            } catch (error) {
              if (error instanceof DirectoryConflict) return false
              throw error
            }
          })
          const removal = async (): Promise<boolean> => {
            await directory.apply({ put: [], remove: mine.slice(1).map(reference) }, 2000)
            return (await userAccounts.remove(id, 2000)) !== 'removed'
          }
          const calls = [...takes, removal, ...takes, ...takes]
          const taken = await together(calls.length, async (index) => await (calls[index] ?? removal)())
          assert.deepEqual(new Set(taken), new Set([false]), `round ${round}`)
        }
      }))
  })
}
