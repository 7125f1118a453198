// A refusal takes as long as the slowest hash would, whatever it was a refusal of; a right secret never waits.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secretHashing } from '../src/index.ts'
import { refusalTime } from '../src/refusal-time.ts'

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
  for (const refuse of refusals) assert.ok(await duration(refuse) > slowest * 1.25 - 2)
})

test('a correct secret is accepted without delay', async () => {
  const hashing = secretHashing()
  const hash = await hashing.hash('correct horse')
  assert.ok(await duration(() => hashing.verify('correct horse', hash, { slowest: 30_000 })) < 10_000)
})

test('without a slow hash there is no delay', async () => {
  const hashing = secretHashing()
  assert.ok(await duration(() => hashing.verifyAbsent('wrong')) < 10_000)
})

test('the delay grows on a machine that is slower than estimated, and shrinks again', async () => {
  const time = refusalTime()
  const wait = async (milliseconds: number): Promise<void> => {
    const until = performance.now() + milliseconds
    while (performance.now() < until) await new Promise((resolve) => { setTimeout(resolve, 1) })
  }
  const slow = time.begin(20)
  await wait(60)
  await slow(0)
  assert.ok(await duration(() => time.begin(1)(40)) > 40 * 3 * 1.25 - 2)
  for (let count = 0; count < 200; count++) await time.begin(20)(0)
  assert.ok(await duration(() => time.begin(1)(40)) < 40 * 3 * 1.25)
})

test('work that hangs, as on a suspended machine, does not make the delay unbounded', async () => {
  const time = refusalTime()
  const hung = time.begin(20)
  await new Promise((resolve) => { setTimeout(resolve, 400) })
  await hung(0)
  assert.ok(await duration(() => time.begin(1)(20)) < 20 * 5 * 1.25 + 100)
})
