// An open storage has the requested stores and no others.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OpenFresh } from './stores.ts'

/** Registers the tests of the stores of an open storage. @param open opens an empty storage with the named stores */
export function openingTests(open: OpenFresh): void {
  test('opens the requested stores and no others', async () => {
    const storage = await open(['sessions', 'instance'])
    try {
      assert.deepEqual(Object.keys(storage.stores).toSorted(), ['instance', 'sessions'])
    } finally {
      await storage.close()
    }
  })

  test('opens without stores', async () => {
    const storage = await open([])
    assert.deepEqual(storage.stores, {})
    await storage.close()
  })

  test('close waits for work that was requested before', async () => {
    const storage = await open(['instance'])
    const { instance } = storage.stores
    assert.ok(instance !== undefined)
    const answers = Promise.all(['a', 'b', 'c'].map((name) => instance.setIfAbsent(name, name)))
    await storage.close()
    assert.deepEqual(await answers, ['a', 'b', 'c'])
  })
}
