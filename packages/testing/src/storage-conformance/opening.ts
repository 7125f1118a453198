// A storage holds the stores that were asked for, and no others.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OpenFresh } from './stores.ts'

export function openingPromises(open: OpenFresh): void {
  test('gives the stores that were asked for and no others', async () => {
    const storage = await open(['sessions', 'instance'])
    try {
      assert.deepEqual(Object.keys(storage.stores).toSorted(), ['instance', 'sessions'])
    } finally {
      await storage.close()
    }
  })

  test('opens without any store', async () => {
    const storage = await open([])
    assert.deepEqual(storage.stores, {})
    await storage.close()
  })

  test('finishes on close what was asked before', async () => {
    const storage = await open(['instance'])
    const { instance } = storage.stores
    assert.ok(instance !== undefined)
    const answers = Promise.all(['a', 'b', 'c'].map((name) => instance.setIfAbsent(name, name)))
    await storage.close()
    assert.deepEqual(await answers, ['a', 'b', 'c'])
  })
}
