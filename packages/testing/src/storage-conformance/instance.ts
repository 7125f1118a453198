// Facts about the instance.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

export function instancePromises(open: OpenFresh): void {
  describe('instance', () => {
    test('keeps the first value of a name', () => withStores(open, ['instance'], async ({ instance }) => {
      assert.equal(await instance.get('id'), undefined)
      assert.equal(await instance.setIfAbsent('id', 'first'), 'first')
      assert.equal(await instance.setIfAbsent('id', 'second'), 'first')
      assert.equal(await instance.get('id'), 'first')
    }))

    test('tells 100 parallel writers the same value', () => withStores(open, ['instance'], async ({ instance }) => {
      const values = await together(100, (index) => instance.setIfAbsent('id', `v${index}`))
      assert.equal(new Set(values).size, 1)
      assert.equal(await instance.get('id'), values[0])
    }))
  })
}
