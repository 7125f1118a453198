// The filter of revoked identifiers.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { revokedIdFilter } from '../../src/stores/revoked-id-filter.ts'

describe('the filter of revoked identifiers', () => {
  test('reads them page by page, and then knows which identifiers are not among them', async () => {
    const { ids, list, calls } = database(2500)
    const filter = revokedIdFilter(list)
    assert.equal(filter.excludesAll(['absent']), false)
    await settled()
    assert.equal(calls(), 3)
    assert.equal(filter.excludesAll(['absent', 'id 002499']), false)
    assert.equal(filter.excludesAll(['absent']), true)
    assert.equal(filter.excludesAll([]), true)
    ids.push('later')
    filter.add(['later'])
    assert.equal(filter.excludesAll(['later']), false)
    assert.equal(calls(), 3)
  })

  test('excludes no identifier that was revoked while the others were read', async () => {
    const { ids, list } = database(1500)
    const filter = revokedIdFilter(async (after, limit) => {
      const some = await list(after, limit)
      if (after !== '' && !ids.includes('a first one')) {
        // Sorts before everything that was read already.
        ids.unshift('a first one')
        filter.add(['a first one'])
      }
      return some
    })
    assert.equal(filter.excludesAll(['a first one']), false)
    await settled()
    assert.equal(filter.excludesAll(['a first one']), false)
    assert.equal(filter.excludesAll(['absent']), true)
  })

  test('knows 100,000 identifiers', async () => {
    const { list } = database(100_000)
    const filter = revokedIdFilter(list)
    filter.excludesAll([])
    while (!filter.excludesAll([])) await nextTurn()
    for (let number = 0; number < 100_000; number += 7) assert.equal(filter.excludesAll([idOf(number)]), false)
    const excluded = Array.from({ length: 1000 }, (_, number) => `another ${number}`).filter((id) => filter.excludesAll([id]))
    assert.ok(excluded.length > 990, String(excluded.length))
  })

  test('excludes nothing when there are too many, until most of them are removed', async () => {
    const { ids, list, calls } = database(3500)
    const filter = revokedIdFilter(list, 3000)
    for (let round = 0; round < 3; round += 1) {
      assert.equal(filter.excludesAll(['absent']), false)
      await settled()
    }
    assert.equal(calls(), 4)
    ids.splice(100)
    filter.removed(3400)
    await settled()
    assert.equal(filter.excludesAll([idOf(200)]), true)
    assert.equal(filter.excludesAll([idOf(99)]), false)
    filter.add(Array.from({ length: 3000 }, (_, number) => `new ${number}`))
    assert.equal(filter.excludesAll(['absent']), false)
  })

  test('excludes what is not revoked also while it reads the identifiers again', async () => {
    const { ids, list, calls } = database(1000)
    const filter = revokedIdFilter(list)
    filter.excludesAll([])
    await settled()
    const before = calls()
    ids.splice(0, 600)
    filter.removed(600)
    filter.add(['revoked meanwhile'])
    assert.equal(filter.excludesAll(['absent']), true)
    assert.equal(filter.excludesAll(['revoked meanwhile']), false)
    await settled()
    assert.ok(calls() > before)
    assert.equal(filter.excludesAll(['revoked meanwhile']), false)
    assert.equal(filter.excludesAll([idOf(999)]), false)
    assert.equal(filter.excludesAll([idOf(1)]), true, 'the fingerprint of a removed identifier is gone')
  })

  test('reads again after an error', async () => {
    const { list } = database(10)
    let fails = true
    const filter = revokedIdFilter(async (after, limit) => {
      if (fails) throw new Error('away')
      return await list(after, limit)
    })
    assert.equal(filter.excludesAll(['absent']), false)
    await settled()
    fails = false
    assert.equal(filter.excludesAll(['absent']), false)
    await settled()
    assert.equal(filter.excludesAll(['absent']), true)
    assert.equal(filter.excludesAll([idOf(1)]), false)
  })
})

interface FakeList {
  /** In their order. A test may change them. */
  readonly ids: string[]
  readonly list: (after: string, limit: number) => Promise<readonly string[]>
  calls(): number
}

const idOf = (number: number): string => `id ${String(number).padStart(6, '0')}`

function database(count: number): FakeList {
  const ids = Array.from({ length: count }, (_, number) => idOf(number))
  let calls = 0
  return {
    ids,
    async list(after, limit) {
      calls += 1
      const start = after === '' ? 0 : ids.findIndex((id) => id > after)
      return start === -1 ? [] : ids.slice(start, start + limit)
    },
    calls: () => calls,
  }
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await nextTurn()
}
