// Secrets that were generated and not told: they are there together with what they belong to, and one run holds each of them.
import { DirectoryConflict } from '@symbolon/core-protocol'
import type { UntoldSecrets } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { human, org } from './fixtures.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const untold = (id: string, holder: string, leaseUntil = 1000): UntoldSecrets => ({ id, holder, leaseUntil, content: `sealed ${id}` })

/** Registers the tests of untold secrets. @param open opens an empty storage with the named stores */
export function untoldSecretTests(open: OpenFresh): void {
  describe('untold secrets', () => {
    test('are stored together with a change of the directory, or neither', () =>
      withStores(open, ['directory', 'untoldSecrets'], async ({ directory, untoldSecrets }) => {
        const orgs = async (): Promise<readonly unknown[]> => (await directory.list('org', undefined)).map(({ key: [id] }) => id)
        await directory.apply({ put: [org('o1')], remove: [], record: untold('a', 'run') }, 0)
        const twice = [human('o1', 'u1', 'ann'), human('o1', 'u2', 'ann')]
        await assert.rejects(directory.apply({ put: [org('o2'), ...twice], remove: [], record: untold('b', 'run') }, 0), DirectoryConflict)
        assert.deepEqual(await orgs(), ['o1'])
        assert.deepEqual(await untoldSecrets.list(), [{ id: 'a', holder: 'run', leaseUntil: 1000 }])
      }))

    test('are renewed, taken over and removed by whoever holds them', () =>
      withStores(open, ['directory', 'untoldSecrets'], async ({ directory, untoldSecrets }) => {
        const held = async (): Promise<readonly string[]> =>
          (await untoldSecrets.list()).map(({ id, holder, leaseUntil }) => `${id} ${holder} ${leaseUntil}`)
        for (const [index, [id, holder]] of [
          ['a', 'first'],
          ['b', 'first'],
          ['c', 'second'],
        ].entries()) {
          await directory.apply({ put: [org(`o${index}`)], remove: [], record: untold(id ?? '', holder ?? '') }, 0)
        }
        await untoldSecrets.renew('second', 2000)
        assert.deepEqual(await held(), ['a first 1000', 'b first 1000', 'c second 2000'])
        assert.deepEqual(await untoldSecrets.takeOver('third', 999, 3000), [])
        const taken = await untoldSecrets.takeOver('third', 1000, 3000)
        assert.deepEqual(
          taken.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
          [untold('a', 'third', 3000), untold('b', 'third', 3000)],
        )
        // A run that was taken over neither renews nor removes.
        await untoldSecrets.renew('first', 9000)
        await untoldSecrets.remove('first', ['a', 'b', 'c'])
        await untoldSecrets.remove('third', ['a', 'c'])
        await untoldSecrets.remove('third', [])
        assert.deepEqual(await held(), ['b third 3000', 'c second 2000'])
        assert.deepEqual(await untoldSecrets.takeOver('third', undefined, 4000), [untold('c', 'third', 4000)])
        assert.deepEqual(await held(), ['b third 3000', 'c third 4000'])
      }))

    test('are given to one of those who take them over at once, or stay with the one that renews', () =>
      withStores(open, ['directory', 'untoldSecrets'], async ({ directory, untoldSecrets }) => {
        for (let round = 0; round < 10; round += 1) {
          await directory.apply({ put: [org(`o${round}`)], remove: [], record: untold(`${round}`, 'run') }, 0)
          const [takers] = await Promise.all([
            together(4, async (index) => (await untoldSecrets.takeOver(`taker ${index}`, 1000, 2000)).length),
            untoldSecrets.renew('run', 2000),
          ])
          const [row, ...others] = await untoldSecrets.list()
          assert.ok(row !== undefined && others.length === 0)
          assert.equal(
            takers.reduce((sum, taken) => sum + taken, 0),
            row.holder === 'run' ? 0 : 1,
          )
          if (row.holder !== 'run') assert.equal(takers[Number(row.holder.slice('taker '.length))], 1)
          await untoldSecrets.remove(row.holder, [row.id])
        }
      }))
  })
}
