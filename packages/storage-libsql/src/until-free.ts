// Waiting for a database that another program holds: pauses that are short at first, at most 150 ms, and of uneven length so that
// two who wait do not stay in step.
import { setTimeout as sleep } from 'node:timers/promises'
import { StorageUnavailable } from '@symbolon/core-protocol'
import { failureOf } from './errors.ts'

const shortest = 5
const longest = 100

/**
 * Does the work, again after a pause as long as SQLITE_BUSY says that nothing was done, for at most `limit` milliseconds.
 * @throws StorageUnavailable when the limit is reached
 */
export async function untilFree<T>(limit: number, work: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + limit
  for (let round = 0; ; round += 1) {
    try {
      return await work()
    } catch (error) {
      if (failureOf(error) !== 'busy') throw error
      if (performance.now() >= deadline) throw new StorageUnavailable('The database is locked by another program', { cause: error })
    }
    await pause(round)
  }
}

export async function pause(round: number): Promise<void> {
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
  await sleep(Math.min(longest, shortest * 2 ** Math.min(round, 10)) * (0.5 + byte / 256))
}
