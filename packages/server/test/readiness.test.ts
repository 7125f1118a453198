// Readiness: what it asks, how long an answer is kept, and that it ends when the database does not answer.
import { StorageUnavailable } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { createReadiness } from '../src/readiness.ts'
import type { ReadinessOptions } from '../src/readiness.ts'
import { options, recordingLog, watchedStorage, withProvider } from './parts.ts'

const now = 1_700_000_000_000

/** A database that answers everything, and how often it was asked. */
function database(changes: Partial<ReadinessOptions> = {}): { readonly given: ReadinessOptions; asked(): number } {
  let asked = 0
  return {
    asked: () => asked,
    given: {
      keys: { publicKeySet: async () => ({ keys: [{}] }) },
      instance: { get: async () => String((asked += 1)) },
      probe: undefined,
      now: () => now,
      monotonic: () => 0,
      log: recordingLog().log,
      ...changes,
    },
  }
}

test('a provider over a database that answers is ready', async () => {
  await withProvider({}, async ({ readiness }) => {
    assert.deepEqual(await readiness(), { reason: undefined, clockOffset: undefined })
  })
})

test('an answer is kept for one second, and all that ask at once get the same', async () => {
  let time = 0
  const { given, asked } = database({ monotonic: () => time })
  const ready = createReadiness(given)
  await Promise.all(Array.from({ length: 50 }, async () => await ready()))
  assert.equal(asked(), 1)
  time = 999
  await ready()
  assert.equal(asked(), 1)
  time = 1000
  await ready()
  assert.equal(asked(), 2)
})

test('a database that cannot be read, and one that takes no writes: not ready, and ready again afterwards', async () => {
  let time = 0
  let broken = false
  const fail = async (): Promise<never> => await Promise.reject(new StorageUnavailable('away'))
  for (const broke of ['instance', 'probe'] as const) {
    const { log, lines } = recordingLog()
    const { given } = database({
      log,
      monotonic: () => (time += 1000),
      ...(broke === 'instance'
        ? { instance: { get: async () => (broken ? await fail() : undefined) } }
        : { probe: async () => (broken ? await fail() : {}) }),
    })
    const ready = createReadiness(given)
    const reasons = []
    for (const now of [false, true, true, false]) {
      broken = now
      reasons.push((await ready()).reason)
    }
    assert.deepEqual(reasons, [undefined, 'storage_unavailable', 'storage_unavailable', undefined])
    assert.deepEqual(
      lines.map(({ event, fields }) => [event, fields['reason']]),
      [
        ['not_ready', 'storage_unavailable'],
        ['ready_again', undefined],
      ],
    )
  }
})

test('a database that reads and never ends a write: not ready after five seconds', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    const ready = createReadiness(database({ probe: async () => await new Promise(() => undefined) }).given)
    const answer = ready()
    mock.timers.tick(4999)
    assert.equal(await Promise.race([answer, Promise.resolve('waits')]), 'waits')
    mock.timers.tick(1)
    assert.deepEqual(await answer, { reason: 'storage_timeout', clockOffset: undefined })
  } finally {
    mock.timers.reset()
  }
})

test('a database whose clock differs by more than five seconds: not ready, unless the answer took so long that it says nothing', async () => {
  const cases = [
    { ahead: 5000, took: 0, reason: undefined },
    { ahead: 5001, took: 0, reason: 'clock_offset' },
    { ahead: -5001, took: 0, reason: 'clock_offset' },
    { ahead: 6000, took: 2000, reason: undefined },
    { ahead: 9000, took: 2000, reason: 'clock_offset' },
  ]
  for (const { ahead, took, reason } of cases) {
    const times = [now, now + took]
    const { given } = database({ now: () => times.shift() ?? now, probe: async () => ({ time: now + ahead }) })
    assert.deepEqual(await createReadiness(given)(), { reason, clockOffset: ahead - took / 2 })
  }
})

test('a database that is lost: not ready, without asking it', async () => {
  const lost = Promise.withResolvers<StorageUnavailable>()
  const { storage } = watchedStorage((open) => ({ ...open, lost: lost.promise }))
  await withProvider(options({ storage }), async (provider) => {
    lost.resolve(new StorageUnavailable('The file was deleted.'))
    await provider.lost
    assert.deepEqual(await provider.readiness(), { reason: 'storage_lost', clockOffset: undefined })
  })
})

test('a provider without any key is not ready', async () => {
  const { given } = database({ keys: { publicKeySet: async () => ({ keys: [] }) } })
  assert.equal((await createReadiness(given)()).reason, 'keys_missing')
})
