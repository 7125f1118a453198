// Facts about the instance.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

/** Registers the tests of facts about the instance. @param open opens an empty storage with the named stores */
export function instanceTests(open: OpenFresh): void {
  describe('instance', () => {
    test('the first value of a name is kept', () =>
      withStores(open, ['instance'], async ({ instance }) => {
        assert.equal(await instance.get('id'), undefined)
        assert.equal(await instance.setIfAbsent('id', 'first'), 'first')
        assert.equal(await instance.setIfAbsent('id', 'second'), 'first')
        assert.equal(await instance.get('id'), 'first')
      }))

    test('100 concurrent writers get the same value', () =>
      withStores(open, ['instance'], async ({ instance }) => {
        const values = await together(100, (index) => instance.setIfAbsent('id', `v${index}`))
        assert.equal(new Set(values).size, 1)
        assert.equal(await instance.get('id'), values[0])
      }))

    test('a value is replaced only if it is as expected; of 100 concurrent writers one succeeds', () =>
      withStores(open, ['instance'], async ({ instance }) => {
        assert.equal(await instance.replace('id', 'first', 'second'), false)
        await instance.setIfAbsent('id', 'first')
        assert.equal(await instance.replace('id', 'another', 'second'), false)
        const replaced = await together(100, (index) => instance.replace('id', 'first', `v${index}`))
        assert.equal(replaced.filter(Boolean).length, 1)
        assert.equal(await instance.get('id'), `v${replaced.indexOf(true)}`)
      }))

    test('the latest time of a name is kept, even with 100 concurrent writers', () =>
      withStores(open, ['instance'], async ({ instance }) => {
        const kept = async (): Promise<number> => Number(await instance.get('time'))
        await instance.raise('time', 999_999_999_999)
        await instance.raise('time', 1_000_000_000_000.5)
        assert.equal(await kept(), 1_000_000_000_000)
        await instance.raise('time', 5)
        assert.equal(await kept(), 1_000_000_000_000)
        await together(100, (index) => instance.raise('time', 2_000_000_000_000 + ((index * 37) % 100)))
        assert.equal(await kept(), 2_000_000_000_099)
      }))
  })
}
