// Secrets that were generated and not yet printed: they are stored together with their objects, and one run holds each of them.
import { DirectoryConflict } from '@symbolon/core-protocol'
import type { PendingSecrets } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { human, org } from './fixtures.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const pending = (id: string, holder: string, leaseUntil = 1000): PendingSecrets => ({ id, holder, leaseUntil, content: `sealed ${id}` })

/** Registers the tests of the store of pending secrets. @param open opens an empty storage with the named stores */
export function pendingSecretTests(open: OpenFresh): void {
  describe('pending secrets', () => {
    test('are stored together with a change of the directory, or neither', () =>
      withStores(open, ['directory', 'pendingSecrets'], async ({ directory, pendingSecrets }) => {
        const orgs = async (): Promise<readonly unknown[]> => (await directory.list('org', undefined)).map(({ key: [id] }) => id)
        await directory.apply({ put: [org('o1')], remove: [], record: pending('a', 'run') }, 0)
        const twice = [human('o1', 'u1', 'ann'), human('o1', 'u2', 'ann')]
        await assert.rejects(directory.apply({ put: [org('o2'), ...twice], remove: [], record: pending('b', 'run') }, 0), DirectoryConflict)
        assert.deepEqual(await orgs(), ['o1'])
        assert.deepEqual(await pendingSecrets.list(), [{ id: 'a', holder: 'run', leaseUntil: 1000 }])
      }))

    test('are renewed, taken over and removed by their holder', () =>
      withStores(open, ['directory', 'pendingSecrets'], async ({ directory, pendingSecrets }) => {
        const held = async (): Promise<readonly string[]> =>
          (await pendingSecrets.list()).map(({ id, holder, leaseUntil }) => `${id} ${holder} ${leaseUntil}`)
        for (const [index, [id, holder]] of [
          ['a', 'first'],
          ['b', 'first'],
          ['c', 'second'],
        ].entries()) {
          await directory.apply({ put: [org(`o${index}`)], remove: [], record: pending(id ?? '', holder ?? '') }, 0)
        }
        await pendingSecrets.renew('second', 2000)
        assert.deepEqual(await held(), ['a first 1000', 'b first 1000', 'c second 2000'])
        assert.deepEqual(await pendingSecrets.takeOver('third', 999, 3000), [])
        const taken = await pendingSecrets.takeOver('third', 1000, 3000)
        assert.deepEqual(
          taken.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
          [pending('a', 'third', 3000), pending('b', 'third', 3000)],
        )
        // A run that was taken over neither renews nor removes.
        await pendingSecrets.renew('first', 9000)
        await pendingSecrets.remove('first', ['a', 'b', 'c'])
        await pendingSecrets.remove('third', ['a', 'c'])
        await pendingSecrets.remove('third', [])
        assert.deepEqual(await held(), ['b third 3000', 'c second 2000'])
        assert.deepEqual(await pendingSecrets.takeOver('third', undefined, 4000), [pending('c', 'third', 4000)])
        assert.deepEqual(await held(), ['b third 3000', 'c third 4000'])
      }))

    test('go to one of the runs that take them over concurrently, or stay with the run that renews', () =>
      withStores(open, ['directory', 'pendingSecrets'], async ({ directory, pendingSecrets }) => {
        for (let round = 0; round < 10; round += 1) {
          await directory.apply({ put: [org(`o${round}`)], remove: [], record: pending(`${round}`, 'run') }, 0)
          const [takers] = await Promise.all([
            together(4, async (index) => (await pendingSecrets.takeOver(`taker ${index}`, 1000, 2000)).length),
            pendingSecrets.renew('run', 2000),
          ])
          const [row, ...others] = await pendingSecrets.list()
          assert.ok(row !== undefined && others.length === 0)
          assert.equal(
            takers.reduce((sum, taken) => sum + taken, 0),
            row.holder === 'run' ? 0 : 1,
          )
          if (row.holder !== 'run') assert.equal(takers[Number(row.holder.slice('taker '.length))], 1)
          await pendingSecrets.remove(row.holder, [row.id])
        }
      }))
  })
}
