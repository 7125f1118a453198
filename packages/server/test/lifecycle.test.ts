// The life of a provider: no failure leaves a database open, and expired rows are removed in the background.
import { MasterKeyMismatch, noMetrics, StorageStartError } from '@symbolon/core-protocol'
import type { Storage } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createProvider } from '../src/index.ts'
import { startBackground } from '../src/background.ts'
import { sweepExpired } from '../src/sweep.ts'
import { options, recordingLog, task, watchedStorage } from './parts.ts'

describe('close', () => {
  test('closes what was opened', async () => {
    const { storage, opened, closed } = watchedStorage()
    const provider = await createProvider(options({ storage }))
    assert.equal(opened.length - closed(), 1)
    await provider.close()
    assert.equal(closed(), opened.length)
  })

  test('a start task that fails rejects with its error, and closes the database', async () => {
    const { storage, opened, closed } = watchedStorage()
    const failing = task(async () => {
      throw new Error('the task failed')
    })
    await assert.rejects(createProvider(options({ storage, tasks: [failing] })), /the task failed/)
    assert.ok(opened.length > 0)
    assert.equal(closed(), opened.length)
  })

  test('tasks run one after the other, and none after one that failed', async () => {
    const ran: string[] = []
    const slow = task(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      ran.push('slow')
    })
    const failing = task(async () => {
      ran.push('failing')
      throw new Error('no')
    })
    await assert.rejects(createProvider(options({ tasks: [slow, failing, task(async () => void ran.push('never'))] })))
    assert.deepEqual(ran, ['slow', 'failing'])
  })

  test('another master key than that of the database rejects with MasterKeyMismatch, and closes the database', async () => {
    const { storage, opened, closed } = watchedStorage(({ stores, close }) => {
      const { instance } = stores
      const sealed = 'v1.AAAAAAAAAAAA.AAAAAAAAAAAAAAAA.AAAA'
      const foreign = JSON.stringify({ AAAAAAAAAAAA: sealed })
      return {
        stores: {
          ...stores,
          ...(instance === undefined ? {} : { instance: { ...instance, get: async () => foreign, setIfAbsent: async () => foreign } }),
        },
        close,
      }
    })
    await assert.rejects(createProvider(options({ storage })), MasterKeyMismatch)
    assert.equal(closed(), opened.length)
  })

  test('a storage that cannot be opened rejects with its error', async () => {
    const storage: Storage = { open: async () => await Promise.reject(new StorageStartError('storage_locked', 'Another process has it.')) }
    await assert.rejects(createProvider(options({ storage })), { name: 'StorageStartError', code: 'storage_locked' })
  })
})

describe('sweep', () => {
  test('goes on in batches until a batch is not full, at every store that has expired rows', { timeout: 60_000 }, async () => {
    const calls: string[] = []
    let left = 1200
    const stores = {
      accessTokens: {
        deleteExpired: async (now: number, limit: number) => {
          const removed = Math.min(left, limit)
          left -= removed
          calls.push(`tokens ${now} ${removed}`)
          return removed
        },
      },
      sessions: {
        deleteExpired: async () => {
          calls.push('sessions')
          return 0
        },
      },
      clients: {},
    }
    const sweep = startBackground(
      [
        sweepExpired(stores as never, ['accessTokens', 'clients', 'sessions'], async () => 42, {
          log: recordingLog().log,
          metrics: noMetrics,
          monotonic: () => 0,
        }),
      ],
      false,
    )
    await sweep.tick()
    assert.deepEqual(calls, ['tokens 42 50', 'tokens 42 100', 'tokens 42 200', 'tokens 42 400', 'tokens 42 450', 'sessions'])
  })

  test('a batch is as large as fits into a few milliseconds, and never without rows', { timeout: 60_000 }, async () => {
    for (const [microsecondsOfRow, least, most] of [
      [64, 50, 80],
      [5, 400, 500],
      [5000, 10, 10],
    ] as const) {
      let now = 0
      let left = microsecondsOfRow > 1000 ? 200 : 3000
      const limits: number[] = []
      const stores = {
        accessTokens: {
          deleteExpired: async (_: number, limit: number) => {
            const removed = Math.min(left, limit)
            left -= removed
            now += (removed * microsecondsOfRow) / 1000
            limits.push(limit)
            return removed
          },
        },
      }
      const surroundings = { log: recordingLog().log, metrics: noMetrics, monotonic: () => now }
      const sweep = startBackground([sweepExpired(stores as never, ['accessTokens'], async () => 0, surroundings)], false)
      await sweep.tick()
      assert.equal(left, 0)
      assert.ok(limits.length > 5, limits.join(' '))
      for (const limit of limits.slice(4)) assert.ok(limit >= least && limit <= most, limits.join(' '))
    }
  })

  test('a store that returns no number of deleted rows is called once, and the sweep goes on', { timeout: 60_000 }, async () => {
    const { log, lines } = recordingLog()
    for (const returned of [undefined, Number.NaN, -1, '50']) {
      const calls: string[] = []
      const stores = {
        accessTokens: {
          async deleteExpired() {
            calls.push('tokens')
            return returned
          },
        },
        sessions: { deleteExpired: async () => calls.push('sessions') - 2 },
      }
      const surroundings = { log, metrics: noMetrics, monotonic: () => 0 }
      await startBackground([sweepExpired(stores as never, ['accessTokens', 'sessions'], async () => 0, surroundings)], false).tick()
      assert.deepEqual(calls, ['tokens', 'sessions'])
    }
    assert.equal(lines.filter(({ event }) => event === 'sweep_failed').length, 4)
  })

  test('statistics are gathered after a sweep', { timeout: 60_000 }, async () => {
    const calls: string[] = []
    const upkeep = { shrink: async () => void calls.push('shrink'), gatherStatistics: async () => void calls.push('statistics') }
    const surroundings = { log: recordingLog().log, metrics: noMetrics, monotonic: () => 0 }
    await startBackground([sweepExpired({} as never, [], async () => 0, surroundings, upkeep)], false).tick()
    assert.deepEqual(calls, ['shrink', 'statistics'])
  })

  test('a sweep that fails is logged, and the next one is tried', { timeout: 60_000 }, async () => {
    const { log, lines } = recordingLog()
    let calls = 0
    const stores = {
      accessTokens: {
        deleteExpired: async () => {
          calls++
          throw new Error('away')
        },
      },
    }
    const sweep = startBackground(
      [sweepExpired(stores as never, ['accessTokens'], async () => 0, { log, metrics: noMetrics, monotonic: () => 0 })],
      false,
    )
    await sweep.tick()
    await sweep.tick()
    assert.equal(calls, 2)
    assert.deepEqual(
      lines.map(({ level, event }) => [level, event]),
      [
        ['warn', 'sweep_failed'],
        ['warn', 'sweep_failed'],
      ],
    )
  })

  test('a store that fails keeps no other from being swept', { timeout: 60_000 }, async () => {
    const { log, lines } = recordingLog()
    const swept: string[] = []
    const stores = {
      accessTokens: { deleteExpired: async () => await Promise.reject(new Error('away')) },
      sessions: { deleteExpired: async () => (swept.push('sessions') > 0 ? 0 : 1) },
    }
    const shrink = async (): Promise<void> => void swept.push('shrunk')
    const shared = { log, metrics: noMetrics, monotonic: () => 0 }
    const sweep = startBackground([sweepExpired(stores as never, ['accessTokens', 'sessions'], async () => 0, shared, { shrink })], false)
    await sweep.tick()
    assert.deepEqual(swept, ['sessions', 'shrunk'])
    assert.equal(lines.length, 1)
    assert.match(JSON.stringify(lines[0]), /accessTokens/)
  })

  test('stopping waits for the batch under way and begins no other', { timeout: 60_000 }, async () => {
    let running = 0
    let batches = 0
    const stores = {
      accessTokens: {
        deleteExpired: async (_: number, limit: number) => {
          running++
          batches++
          await new Promise((resolve) => setTimeout(resolve, 30))
          running--
          return limit
        },
      },
    }
    const sweep = startBackground(
      [sweepExpired(stores as never, ['accessTokens'], async () => 0, { log: recordingLog().log, metrics: noMetrics, monotonic: () => 0 })],
      false,
    )
    void sweep.tick()
    while (running === 0) await nextTurn()
    await sweep.stop()
    assert.equal(running, 0)
    assert.equal(batches, 1)
  })
})
