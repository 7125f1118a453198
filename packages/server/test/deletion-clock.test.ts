// The time by which rows are deleted: late at worst, never early.
import type { InstanceStore } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { deletionClock, tickedDeletionClock } from '../src/deletion-clock.ts'

const start = Date.UTC(2026, 0, 1)
const minute = 60_000
const hour = 60 * minute
const year = 365 * 24 * hour

/** What passed since the start, and by how much the system's clock is off. */
let passed = 0
let off = 0
let stored: Map<string, string>
const instance: InstanceStore = {
  get: async (name) => stored.get(name),
  async setIfAbsent(name, value) {
    if (!stored.has(name)) stored.set(name, value)
    return stored.get(name) ?? value
  },
  async replace(name, expected, value) {
    if (stored.get(name) !== expected) return false
    stored.set(name, value)
    return true
  },
  raise: async (name, time) => void stored.set(name, String(Math.max(time, Number(stored.get(name) ?? 0)))),
}
beforeEach(() => {
  ;[passed, off, stored] = [0, 0, new Map()]
})

/** A server that starts now: its monotonic clock starts at zero. */
function server(): () => Promise<number> {
  const startedAt = passed
  return deletionClock({ now: () => start + passed + off, monotonic: () => passed - startedAt }, instance)
}

/** Asks every 30 seconds for as long as it says. @returns how far behind (negative) or ahead of the right time the last answer was */
async function run(time: () => Promise<number>, duration: number): Promise<number> {
  let last = await time()
  for (const end = passed + duration; passed < end;) {
    passed += 30_000
    last = await time()
  }
  return last - (start + passed)
}

test('with a clock that is right it is the time, from the first start on', async () => {
  assert.equal(await run(server(), 3 * hour), 0)
})

test('it is in whole milliseconds, which is what stores keep, although steady clocks count parts of them', async () => {
  const times: number[] = []
  let at = 0.25
  // The system's clock runs ahead, so that the steady one counts.
  const clocks = { now: () => start + 2 * at, monotonic: () => at }
  const time = deletionClock(clocks, { ...instance, raise: async (_name, written) => void times.push(written) })
  times.push(await time())
  at = 900_000.75
  times.push(await time())
  assert.equal(times.length, 4)
  assert.deepEqual(
    times.filter((each) => !Number.isSafeInteger(each)),
    [],
  )
})

test('a clock that is ahead, by whatever, changes nothing for an hour', async () => {
  const time = server()
  await run(time, 2 * hour)
  for (const ahead of [minute, hour, year, 10 * year]) {
    off = ahead
    assert.equal(await run(time, 59 * minute), 0, String(ahead))
    off = 0
    assert.equal(await run(time, minute), 0, String(ahead))
  }
})

test('a clock that was set right is followed after an hour', async () => {
  const time = server()
  off = -year
  await run(time, minute)
  off = 0
  assert.equal(await run(time, 50 * minute), -year)
  assert.equal(await run(time, 15 * minute), 0)
})

test('a clock that goes back is followed at once', async () => {
  const time = server()
  await run(time, hour)
  off = -hour
  assert.equal(await run(time, 30_000), -hour)
})

test('a server that starts while the clock is ahead goes on where the last one was', async () => {
  await run(server(), 2 * hour)
  off = year
  const time = server()
  const behind = await run(time, 50 * minute)
  assert.ok(behind <= 0 && behind >= -10 * minute, `${behind}`)
  off = 0
  assert.equal(await run(time, 2 * hour), 0)
})

test('after days without a server it takes an hour to catch up', async () => {
  await run(server(), hour)
  passed += 3 * 24 * hour
  const time = server()
  assert.ok((await run(time, 30 * minute)) < -2 * 24 * hour)
  assert.equal(await run(time, hour), 0)
})

/** The time by one call in a separate process. @returns how far behind (negative) or ahead of the right time it is */
async function tick(): Promise<number> {
  const time = tickedDeletionClock({ now: () => start + passed + off }, instance)
  return (await time()) - (start + passed)
}

test('by ticks it follows a clock that is right within two hours, also when each is a separate process', async () => {
  for (const apart of [minute, hour, 24 * hour]) {
    stored = new Map()
    for (let ticks = 0; ticks < 200; ticks += 1) {
      const behind = await tick()
      assert.ok(behind <= 0 && behind >= -2 * Math.max(apart, hour), `${behind} with ${apart} between two`)
      passed += apart
    }
  }
})

test('EM-05 by ticks a clock that is ahead for some of them changes nothing, and one that is behind acts at once', async () => {
  for (let ticks = 0; ticks < 200; ticks += 1) {
    off = ticks % 30 === 7 ? year : 0
    const behind = await tick()
    assert.ok(behind <= 0, `${behind} at ${ticks}`)
    passed += 10 * minute
  }
  off = -year
  assert.equal(await tick(), -year)
})
