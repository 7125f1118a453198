// The queue before the native threads: first come first served, bounded in number, time and memory, and never stuck.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSecretHashingBusy } from '@symbolon/core-protocol'
import type { BoundedQueueLimits } from '../src/bounded-queue.ts'
import { boundedQueue } from '../src/bounded-queue.ts'

const limits: BoundedQueueLimits = { concurrency: 2, waiting: 3, waitMilliseconds: 5_000, memoryKiB: 100 }
const cost = { memoryKiB: 10, milliseconds: 1_000 }

interface Job {
  readonly run: () => Promise<string>
  readonly finish: (error?: Error) => void
}

function jobs(begun: string[]): (name: string) => Job {
  return (name) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    return {
      run: () => {
        begun.push(name)
        return promise
      },
      finish: (error) => (error === undefined ? resolve(name) : reject(error)),
    }
  }
}

const settled = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 0)
  })

test('jobs start in their order, and never more run than the concurrency allows', async () => {
  const begun: string[] = []
  const job = jobs(begun)
  const queue = boundedQueue(limits)
  const [a, b, c, d, e] = [job('a'), job('b'), job('c'), job('d'), job('e')]
  const results = [a, b, c, d, e].map(({ run }) => queue.run(cost, run))
  await settled()
  assert.deepEqual(begun, ['a', 'b'])
  b.finish()
  await settled()
  assert.deepEqual(begun, ['a', 'b', 'c'])
  a.finish()
  c.finish()
  d.finish()
  e.finish()
  assert.deepEqual(await Promise.all(results), ['a', 'b', 'c', 'd', 'e'])
  assert.deepEqual(begun, ['a', 'b', 'c', 'd', 'e'])
})

test('PW-12 a full queue refuses at once, with the seconds after which to retry', async () => {
  const begun: string[] = []
  const job = jobs(begun)
  const queue = boundedQueue(limits)
  const admitted = ['a', 'b', 'c', 'd', 'e'].map(job)
  const results = admitted.map(({ run }) => queue.run(cost, run))
  for (let more = 0; more < 495; more++) {
    const refused = await queue.run(cost, job('refused').run).catch((error: unknown) => error)
    assert.ok(isSecretHashingBusy(refused))
    assert.equal(refused.retryAfterSeconds, 3) // 5 jobs of 1 s, 2 at once
  }
  for (const { finish } of admitted) finish()
  await Promise.all(results)
  assert.deepEqual(begun, ['a', 'b', 'c', 'd', 'e'])
})

test('a job that waits too long is refused, never runs, and makes room for others', async () => {
  const begun: string[] = []
  const job = jobs(begun)
  const queue = boundedQueue({ ...limits, concurrency: 1, waiting: 1, waitMilliseconds: 20 })
  const [a, b, c] = [job('a'), job('b'), job('c')]
  const first = queue.run(cost, a.run)
  const error = await queue.run(cost, b.run).catch((caught: unknown) => caught)
  assert.ok(isSecretHashingBusy(error))
  const third = queue.run(cost, c.run)
  a.finish()
  c.finish()
  assert.deepEqual(await Promise.all([first, third]), ['a', 'c'])
  assert.deepEqual(begun, ['a', 'c'])
})

test('a job that runs is never refused', async () => {
  const job = jobs([])
  const queue = boundedQueue({ ...limits, concurrency: 1, waitMilliseconds: 30 })
  const [a, b] = [job('a'), job('b')]
  const [first, second] = [queue.run(cost, a.run), queue.run(cost, b.run)]
  a.finish()
  await first
  await new Promise((resolve) => {
    setTimeout(resolve, 60)
  })
  b.finish()
  assert.equal(await second, 'b')
})

test('DS-08 a job that fails rejects its caller, makes room, and the next one starts', async () => {
  const begun: string[] = []
  const job = jobs(begun)
  const queue = boundedQueue({ ...limits, concurrency: 1 })
  const [a, c] = [job('a'), job('c')]
  const first = queue.run(cost, a.run)
  const second = queue.run(cost, () => {
    throw new Error('thrown before any promise')
  })
  const third = queue.run(cost, c.run)
  a.finish(new Error('the thread died'))
  c.finish()
  const outcomes = await Promise.allSettled([first, second, third])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected', 'fulfilled'],
  )
})

test('running jobs never exceed the memory budget, and no small job overtakes a large one', async () => {
  const begun: string[] = []
  const job = jobs(begun)
  const queue = boundedQueue({ ...limits, concurrency: 3 })
  const [small, other, large, next] = [job('small'), job('other'), job('large'), job('next')]
  const results = [
    queue.run({ ...cost, memoryKiB: 10 }, small.run),
    queue.run({ ...cost, memoryKiB: 10 }, other.run),
    queue.run({ ...cost, memoryKiB: 100 }, large.run),
    queue.run({ ...cost, memoryKiB: 10 }, next.run),
  ]
  await settled()
  assert.deepEqual(begun, ['small', 'other'])
  small.finish()
  await settled()
  assert.deepEqual(begun, ['small', 'other'])
  other.finish()
  await settled()
  assert.deepEqual(begun, ['small', 'other', 'large'])
  large.finish()
  next.finish()
  assert.deepEqual(await Promise.all(results), ['small', 'other', 'large', 'next'])
})

test('a large job that times out lets the small one behind it start', async () => {
  const begun: string[] = []
  const job = jobs(begun)
  const queue = boundedQueue({ ...limits, waitMilliseconds: 40 })
  const [first, large, small] = [job('first'), job('large'), job('small')]
  const running = queue.run({ ...cost, memoryKiB: 50 }, first.run)
  const givenUp = queue.run({ ...cost, memoryKiB: 100 }, large.run).catch((error: unknown) => error)
  await new Promise((resolve) => {
    setTimeout(resolve, 20)
  })
  const behind = queue.run({ ...cost, memoryKiB: 10 }, small.run)
  assert.ok(isSecretHashingBusy(await givenUp))
  await settled()
  assert.deepEqual(begun, ['first', 'small'])
  first.finish()
  small.finish()
  await Promise.all([running, behind])
})
