import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { knownEnds } from '../../src/stores/revoked-ids.ts'

describe('known ends', () => {
  test('ask the database until everything is read, page by page, and nobody afterwards', async () => {
    const { ids, list, calls } = database(2500)
    const ends = knownEnds(list)
    assert.equal(ends.include(['id 00003']), undefined)
    await settled()
    assert.equal(calls(), 3)
    assert.equal(ends.include(['nobody', 'id 02499']), true)
    assert.equal(ends.include(['nobody']), false)
    assert.equal(ends.include([]), false)
    ids.push('later')
    ends.add(['later'])
    assert.equal(ends.include(['later']), true)
    assert.equal(calls(), 3)
  })

  test('miss nothing that was ended while they were read', async () => {
    const { ids, list } = database(1500)
    const ends = knownEnds(async (after, limit) => {
      const some = await list(after, limit)
      if (after !== '' && !ids.includes('a first one')) {
        // Before everything that was read already.
        ids.unshift('a first one')
        ends.add(['a first one'])
      }
      return some
    })
    assert.equal(ends.include(['a first one']), undefined)
    await settled()
    assert.equal(ends.include(['a first one']), undefined)
    await settled()
    assert.equal(ends.include(['a first one']), true)
  })

  test('leave it to the database when there are many, until some are removed', async () => {
    const { ids, list, calls } = database(10_500)
    const ends = knownEnds(list)
    for (let round = 0; round < 3; round += 1) {
      assert.equal(ends.include(['id 00001']), undefined)
      await settled()
    }
    assert.equal(calls(), 11)
    ids.splice(100)
    ends.forget()
    assert.equal(ends.include(['id 00200']), undefined)
    await settled()
    assert.equal(ends.include(['id 00200']), false)
    ends.add(Array.from({ length: 10_000 }, (_, number) => `new ${number}`))
    assert.equal(ends.include(['new 1']), undefined)
  })

  test('try again after the database has failed', async () => {
    const { list } = database(10)
    let fails = true
    const ends = knownEnds(async (after, limit) => {
      if (fails) throw new Error('away')
      return await list(after, limit)
    })
    assert.equal(ends.include(['id 00001']), undefined)
    await settled()
    fails = false
    assert.equal(ends.include(['id 00001']), undefined)
    await settled()
    assert.equal(ends.include(['id 00001']), true)
  })
})

interface FakeList {
  /** In their order; a test may change them. */
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
