// The cache of revoked identifiers.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { revokedIdCache } from '../../src/stores/revoked-id-cache.ts'

describe('revoked identifiers in memory', () => {
  test('are read page by page, and then answer without the database', async () => {
    const { ids, list, calls } = database(2500)
    const cache = revokedIdCache(list)
    assert.equal(cache.includesAny(['id 00003']), undefined)
    await settled()
    assert.equal(calls(), 3)
    assert.equal(cache.includesAny(['nobody', 'id 02499']), true)
    assert.equal(cache.includesAny(['nobody']), false)
    assert.equal(cache.includesAny([]), false)
    ids.push('later')
    cache.add(['later'])
    assert.equal(cache.includesAny(['later']), true)
    assert.equal(calls(), 3)
  })

  test('include an identifier that was revoked while they were read', async () => {
    const { ids, list } = database(1500)
    const cache = revokedIdCache(async (after, limit) => {
      const some = await list(after, limit)
      if (after !== '' && !ids.includes('a first one')) {
        // Sorts before everything that was read already.
        ids.unshift('a first one')
        cache.add(['a first one'])
      }
      return some
    })
    assert.equal(cache.includesAny(['a first one']), undefined)
    await settled()
    assert.equal(cache.includesAny(['a first one']), undefined)
    await settled()
    assert.equal(cache.includesAny(['a first one']), true)
  })

  test('are not kept when there are too many, until rows are removed', async () => {
    const { ids, list, calls } = database(10_500)
    const cache = revokedIdCache(list)
    for (let round = 0; round < 3; round += 1) {
      assert.equal(cache.includesAny(['id 00001']), undefined)
      await settled()
    }
    assert.equal(calls(), 11)
    ids.splice(100)
    cache.invalidate()
    assert.equal(cache.includesAny(['id 00200']), undefined)
    await settled()
    assert.equal(cache.includesAny(['id 00200']), false)
    cache.add(Array.from({ length: 10_000 }, (_, number) => `new ${number}`))
    assert.equal(cache.includesAny(['new 1']), undefined)
  })

  test('are read again after an error', async () => {
    const { list } = database(10)
    let fails = true
    const cache = revokedIdCache(async (after, limit) => {
      if (fails) throw new Error('away')
      return await list(after, limit)
    })
    assert.equal(cache.includesAny(['id 00001']), undefined)
    await settled()
    fails = false
    assert.equal(cache.includesAny(['id 00001']), undefined)
    await settled()
    assert.equal(cache.includesAny(['id 00001']), true)
  })
})

interface FakeList {
  /** In their order. A test may change them. */
  readonly ids: string[]
  readonly list: (after: string, limit: number) => Promise<readonly string[]>
  calls(): number
}

function database(count: number): FakeList {
  const ids = Array.from({ length: count }, (_, number) => `id ${String(number).padStart(5, '0')}`)
  let calls = 0
  return {
    ids,
    async list(after, limit) {
      calls += 1
      return ids.filter((id) => id > after).slice(0, limit)
    },
    calls: () => calls,
  }
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await nextTurn()
}
