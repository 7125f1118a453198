// Snapshots for exports: pages in the order of the keys, of one state of the database where the storage supports it.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DirectorySnapshot, Resource, ResourceKind } from '@symbolon/core-protocol'
import { human, machine, org, reference } from './fixtures.ts'
import { withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const users = Array.from({ length: 25 }, (_, index) =>
  human('o1', `u${String(index).padStart(2, '0')}`, `name${index}`, {
    secrets: { passwordHash: `h${index}` },
  }),
)

const metadata = users.flatMap(({ key: [id = ''] }) =>
  ['a', 'b'].map((name): Resource => ({
    kind: 'userMetadata',
    key: [id, name],
    orgId: 'o1',
    content: { id, key: name, value: 'eA==' },
  })),
)

async function all(
  snapshot: DirectorySnapshot,
  kind: ResourceKind,
  orgId: string | undefined,
  limit: number,
): Promise<readonly Resource[]> {
  const found: Resource[] = []
  for (;;) {
    const page = await snapshot.page(kind, orgId, limit, found.at(-1)?.key)
    found.push(...page)
    if (page.length < limit) return found
  }
}

/** Registers the tests of snapshots of the directory. @param open opens an empty storage with the named stores */
export function directorySnapshotTests(open: OpenFresh): void {
  describe('directory snapshot', () => {
    test('lists pages in the order of the keys', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        const put = [org('o1'), org('o2'), ...users, ...metadata, machine('o1', 'u07a', 'robot'), human('o2', 'u03a', 'x')]
        await directory.apply({ put, remove: [] }, 1000)
        const snapshot = await directory.snapshot()
        for (const limit of [1, 7, 25, 100]) {
          assert.deepEqual(await all(snapshot, 'humanUser', 'o1', limit), users)
          assert.deepEqual(await all(snapshot, 'userMetadata', 'o1', limit), metadata)
          assert.deepEqual(await all(snapshot, 'org', undefined, limit), [org('o1'), org('o2')])
          assert.deepEqual(await all(snapshot, 'action', 'o1', limit), [])
        }
        await snapshot.close()
      }))

    test('a consistent snapshot does not see concurrent writes', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        await directory.apply({ put: [org('o1'), ...users], remove: [] }, 1000)
        const snapshot = await directory.snapshot()
        const first = await snapshot.page('humanUser', 'o1', 10)
        const put = [human('o1', 'u12', 'renamed'), human('o1', 'u99', 'late')]
        await directory.apply({ put, remove: users.slice(20).map(reference) }, 2000)
        const others = await snapshot.page('humanUser', 'o1', 100, first.at(-1)?.key)
        if (snapshot.consistent) assert.deepEqual([...first, ...others], users)
        else assert.equal(first.length + others.length, 21)
        await snapshot.close()
        assert.equal((await directory.list('humanUser', 'o1')).length, 21)
      }))

    test('a snapshot ends when it is closed or when its time limit is reached', () =>
      withStores(open, ['directory'], async ({ directory }) => {
        await directory.apply({ put: [org('o1')], remove: [] }, 1000)
        const closed = await directory.snapshot()
        await closed.close()
        await closed.close()
        await assert.rejects(closed.page('org', undefined, 1), { name: 'StorageUnavailable' })
        const late = await directory.snapshot(20)
        await sleep(60)
        await assert.rejects(late.page('org', undefined, 1), { name: 'StorageUnavailable' })
        await late.close()
      }))
  })
}
