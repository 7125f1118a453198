// Pages of resources with their times, and changes that depend on what their author read.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DirectoryConflict } from '@symbolon/core-protocol'
import type { DirectoryStore, Resource } from '@symbolon/core-protocol'
import { apiApp, findAsPut, human, machine, oidcApp, org, personalAccessToken, project, reference } from './fixtures.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const base = [
  org('o1'),
  org('o2'),
  project('o1', 'p1'),
  project('o1', 'p2'),
  project('o2', 'p3'),
  oidcApp('o1', 'p1', 'a1', {}, { clientId: 'c1' }),
  oidcApp('o1', 'p2', 'a2', {}, { clientId: 'c2' }),
  oidcApp('o2', 'p3', 'a3', {}, { clientId: 'c3' }),
  machine('o1', 'm1', 'robot'),
  machine('o1', 'm2', 'crane'),
  personalAccessToken('o1', 'm1', 't1', 'digest-1'),
  personalAccessToken('o1', 'm2', 't2', 'digest-2'),
]

const keysOf = (resources: readonly Resource[]): readonly string[] => resources.map(({ key }) => key.join('/'))

async function seeded(directory: DirectoryStore): Promise<void> {
  await directory.apply({ put: base, remove: [] }, 1000)
}

/** Registers the tests of pages and of expected contents. @param open opens an empty storage with the named stores */
export function directoryPageTests(open: OpenFresh): void {
  describe('directory pages', () => {
    test('a page holds the resources of an organization after a key, with their times', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        await seeded(directory)
        await directory.apply({ put: [project('o1', 'p2', { name: 'Two' })], remove: [] }, 2000)
        const first = await directory.page({ kind: 'project', orgId: 'o1', limit: 1 })
        assert.deepEqual(
          first.map(({ key, createdAt, changedAt }) => [key, createdAt, changedAt]),
          [[['p1'], 1000, 1000]],
        )
        const rest = await directory.page({ kind: 'project', orgId: 'o1', limit: 5, after: ['p1'] })
        assert.deepEqual(
          rest.map(({ key, createdAt, changedAt }) => [key, createdAt, changedAt]),
          [[['p2'], 1000, 2000]],
        )
        assert.deepEqual(keysOf(await directory.page({ kind: 'project', limit: 5 })), ['p1', 'p2', 'p3'])
      }))

    test('a page may be narrowed to the resources of one object', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        await seeded(directory)
        assert.deepEqual(keysOf(await directory.page({ kind: 'oidcApp', orgId: 'o1', of: { projectId: 'p2' }, limit: 5 })), ['a2'])
        assert.deepEqual(keysOf(await directory.page({ kind: 'personalAccessToken', of: { userId: 'm1' }, limit: 5 })), ['t1'])
        await assert.rejects(directory.page({ kind: 'project', of: { userId: 'm1' }, limit: 5 }), TypeError)
        await assert.rejects(directory.page({ kind: 'project', limit: 5, after: ['a', 'b'] }), TypeError)
      }))

    test('one resource comes with its times', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        await seeded(directory)
        const found = await directory.get({ kind: 'project', key: ['p1'] })
        assert.deepEqual([found?.key, found?.orgId, found?.createdAt], [['p1'], 'o1', 1000])
        assert.equal(await directory.get({ kind: 'apiApp', key: ['a1'] }), undefined)
      }))

    test('of changes that were decided from the same content, one is applied', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        await seeded(directory)
        const read = await directory.get({ kind: 'project', key: ['p1'] })
        const outcomes = await together(12, async (index) => {
          const change = {
            put: [project('o1', 'p1', { name: `Name ${index}` })],
            remove: [],
            expected: [{ kind: 'project', key: ['p1'], content: read?.content }],
          } as const
          try {
            await directory.apply(change, 2000)
            return 'applied'
          } catch (error) {
            assert.ok(error instanceof DirectoryConflict, String(error))
            assert.deepEqual(error.refusals, [{ reason: 'stale', resource: reference(project('o1', 'p1')) }])
            return 'stale'
          }
        })
        assert.equal(outcomes.filter((outcome) => outcome === 'applied').length, 1)
      }))

    test('of changes that give a secret to a resource that had none, one is applied', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        await seeded(directory)
        const bare = apiApp('o1', 'p1', 'without-secret')
        await directory.apply({ put: [bare], remove: [] }, 1000)
        const { content } = (await directory.get(bare)) ?? {}
        const outcomes = await together(6, async (index) => {
          const put = [{ ...bare, secrets: { clientSecretDigest: `digest-${index}` } }]
          const expected = [{ ...reference(bare), content, withoutSecret: true as const }]
          return await directory.apply({ put, remove: [], expected }, 2000).then(
            () => `digest-${index}`,
            (error: unknown) => {
              assert.ok(error instanceof DirectoryConflict, String(error))
              assert.deepEqual(error.refusals, [{ reason: 'stale', resource: reference(bare) }])
              return undefined
            },
          )
        })
        const applied = outcomes.filter((outcome) => outcome !== undefined)
        assert.equal(applied.length, 1)
        assert.equal((await directory.get(bare))?.secrets?.clientSecretDigest, applied[0])
      }))

    test('a resource that must not exist is created once', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        await seeded(directory)
        const put = project('o1', 'p9')
        const expected = [{ ...reference(put), content: undefined }]
        await directory.apply({ put: [put], remove: [], expected }, 2000)
        await assert.rejects(directory.apply({ put: [put], remove: [], expected }, 2000), DirectoryConflict)
        await assert.rejects(directory.apply({ put: [], remove: [reference(put)], expected }, 2000), DirectoryConflict)
      }))

    test('a person who must not exist is not created in place of one whom the same change removes', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        const ada = human('o1', 'u1', 'ada')
        await directory.apply({ put: [org('o1'), org('o2'), ada], remove: [] }, 1000)
        const expected = [{ ...reference(ada), content: undefined }]
        for (const remove of [{ kind: 'org', key: ['o1'] } as const, reference(ada)]) {
          await assert.rejects(directory.apply({ put: [human('o2', 'u1', 'ada')], remove: [remove], expected }, 2000), DirectoryConflict)
        }
        assert.deepEqual(await findAsPut(directory, [reference(ada)]), [ada])
      }))

    test('of changes that create the same resource at once, and expect that it does not exist, one is applied', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        for (let round = 0; round < 10; round += 1) {
          const outcomes = await together(4, async (index) => {
            const put = [org(`new-${round}`), project(`new-${round}`, `new-${round}`, { name: `Name ${index}` })]
            const expected = put.slice(1).map((each) => ({ ...reference(each), content: undefined }))
            try {
              await directory.apply({ put, remove: [], expected }, 2000)
              return index
            } catch (error) {
              assert.ok(error instanceof DirectoryConflict, String(error))
              assert.deepEqual(
                error.refusals,
                expected.map(({ kind, key }) => ({ reason: 'stale', resource: { kind, key } })),
              )
              return undefined
            }
          })
          const [applied, ...others] = outcomes.filter((outcome) => outcome !== undefined)
          assert.equal(others.length, 0)
          const stored = await directory.get({ kind: 'project', key: [`new-${round}`] })
          assert.deepEqual(stored?.content, project(`new-${round}`, `new-${round}`, { name: `Name ${applied}` }).content)
        }
      }))
  })
}
