// The order in which a change writes rows. Two changes that write the same rows in opposite orders would wait for one another for ever.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inKeyOrder } from '../../src/directory/key-order.ts'

const ofOnePart = [['a'], ['b'], ['c']] as const
const ofTwoParts = [
  ['a', 'b'],
  ['a', 'c'],
  ['b', 'a'],
  ['b', 'b'],
  ['c', 'a'],
] as const

test('resources are in one order, in whatever order a change gives them', () => {
  for (const keys of [ofOnePart, ofTwoParts]) {
    const ordered = keys.map((key) => ({ kind: 'orgDomain', key }) as const)
    for (const index of ordered.keys()) {
      const given = [...ordered.slice(index), ...ordered.slice(0, index)]
      assert.deepEqual(inKeyOrder(given), ordered)
      assert.deepEqual(inKeyOrder(given.toReversed()), ordered)
    }
  }
})
