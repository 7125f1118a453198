// A refusal takes as long as the slowest hash would, whatever it was a refusal of; a right secret never waits.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secretHashing } from '../src/index.ts'
import { refusalTime } from '../src/refusal-time.ts'
import type { Stopwatch } from '../src/refusal-time.ts'

const slowest = 200

async function duration(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

test('PW-01 a wrong secret and an absent user are refused after the time of the slowest hash', async () => {
  const hashing = secretHashing()
  const own = await hashing.hash('correct horse')
  const refusals: readonly (() => Promise<unknown>)[] = [
    () => hashing.verify('wrong', own, { slowest }),
    () => hashing.verifyAbsent('wrong', { slowest }),
    () => hashing.verify('wrong', '$2b$08$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2', { slowest }),
    () => hashing.verify('wrong', 'd41d8cd98f00b204e9800998ecf8427e', { slowest }),
  ]
  // A timer of Node may fire a millisecond early.
  for (const refuse of refusals) assert.ok((await duration(refuse)) > slowest * 1.25 - 2)
})

test('a correct secret is accepted without delay', async () => {
  const hashing = secretHashing()
  const hash = await hashing.hash('correct horse')
  assert.ok((await duration(() => hashing.verify('correct horse', hash, { slowest: 600_000 }))) < 60_000)
})

test('without a slow hash there is no delay', async () => {
  const { stopwatch, waits } = heldStopwatch()
  await refusalTime(stopwatch).begin(40)(0)
  assert.deepEqual(waits, [])
})

test('the delay is shorter by the time of the work', async () => {
  const { stopwatch, waits, advance } = heldStopwatch()
  const end = refusalTime(stopwatch).begin(10)
  advance(15)
  await end(40)
  assert.deepEqual(waits, [40 * 1.25 - 15])
})

test('the delay grows on a machine that is slower than estimated, and shrinks again', async () => {
  const { stopwatch, waits, advance } = heldStopwatch()
  const time = refusalTime(stopwatch)
  const slow = time.begin(20)
  advance(60)
  await slow(0)
  await time.begin(1)(40)
  for (let count = 0; count < 200; count++) await time.begin(20)(0)
  await time.begin(1)(40)
  assert.deepEqual(waits, [40 * 3 * 1.25, 40 * 1.25])
})

test('work that hangs, as on a suspended machine, does not make the delay unbounded', async () => {
  const { stopwatch, waits, advance } = heldStopwatch()
  const time = refusalTime(stopwatch)
  const hung = time.begin(20)
  advance(60_000)
  await hung(0)
  await time.begin(1)(20)
  assert.deepEqual(waits, [20 * 5 * 1.25])
})

/** A clock that only `advance` and `wait` move. */
function heldStopwatch(): { readonly stopwatch: Stopwatch; readonly waits: readonly number[]; advance(milliseconds: number): void } {
  const waits: number[] = []
  let time = 0
  const advance = (milliseconds: number): void => void (time += milliseconds)
  return {
    waits,
    advance,
    stopwatch: {
      now: () => time,
      async wait(milliseconds) {
        waits.push(milliseconds)
        advance(milliseconds)
      },
    },
  }
}
