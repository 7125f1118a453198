// Calls are repeated after a conflict, and awaited at the end.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StorageUnavailable } from '@symbolon/core-protocol'
import { DatabaseError } from 'pg'
import { Calls } from '../src/calls.ts'
import { publicError } from '../src/errors.ts'

function failure(code: string): unknown {
  return publicError(Object.assign(new DatabaseError('failed', 0, 'error'), { code }))
}

/** @param step milliseconds that pass in each pause */
function calls(step = 0): { readonly calls: Calls; readonly rounds: readonly number[] } {
  const rounds: number[] = []
  const pause = async (round: number): Promise<void> => void rounds.push(round)
  return { calls: new Calls({ now: () => rounds.length * step, pause }), rounds }
}

test('a call that loses twice against other transactions is repeated as a whole, with pauses', async () => {
  const { calls: own, rounds } = calls()
  const outcomes: readonly unknown[] = [failure('40P01'), failure('40001'), undefined]
  let tries = 0
  const answer = await own.run(async () => {
    const outcome = outcomes[tries++]
    if (outcome !== undefined) throw outcome
    return 'done'
  })
  assert.equal(answer, 'done')
  assert.deepEqual(rounds, [1, 2])
  assert.equal(own.repeated, 2)
})

test('a call that always loses is given up after ten seconds and no fewer than 8 tries, as unavailable', async () => {
  for (const [step, repeated] of [
    [100, 100],
    [5000, 7],
  ] as const) {
    const { calls: own, rounds } = calls(step)
    const lost = own.run(async () => {
      throw failure('40P01')
    })
    await assert.rejects(lost, StorageUnavailable)
    assert.equal(rounds.length, repeated)
  }
})

test('nothing else is repeated: it is unknown what a lost connection did', async () => {
  for (const error of [
    failure('57P01'),
    failure('57014'),
    failure('08006'),
    publicError(new Error('Connection terminated')),
    failure('23505'),
  ]) {
    const { calls: own, rounds } = calls()
    const failed = own.run(async () => {
      throw error
    })
    await assert.rejects(failed, (thrown) => thrown === error)
    assert.deepEqual(rounds, [])
  }
})

test('closing waits for the calls under way, those that are repeated too, and refuses new ones', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const own = new Calls({ now: () => 0, pause: () => promise })
  let tries = 0
  const ended: string[] = []
  const call = own.run(async () => {
    tries += 1
    if (tries === 1) throw failure('40001')
  })
  const answered = call.then(() => ended.push('call'))
  const closed = own.close().then(() => ended.push('close'))
  await assert.rejects(
    own.run(async () => undefined),
    StorageUnavailable,
  )
  resolve()
  await Promise.all([answered, closed])
  assert.deepEqual(ended, ['call', 'close'])
})
