// Waits for a database that another program has locked, with exponential backoff and jitter: at most 150 ms between two attempts.
import { setTimeout as sleep } from 'node:timers/promises'
import { StorageUnavailable } from '@symbolon/core-protocol'
import { failureOf } from './errors.ts'

const minPause = 5
const maxPause = 100

/**
 * Runs the work, and runs it again as long as it fails with SQLITE_BUSY, which means that nothing was done.
 * @param limit milliseconds after which it is not tried again
 * @throws StorageUnavailable when the limit is reached
 */
export async function retryWhileBusy<T>(limit: number, work: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + limit
  for (let round = 0; ; round += 1) {
    try {
      return await work()
    } catch (error) {
      if (failureOf(error) !== 'busy') throw error
      if (performance.now() >= deadline) throw new StorageUnavailable('The database is locked by another program.', { cause: error })
    }
    await backOff(round)
  }
}

/** Waits before the next attempt. @param round how many attempts have failed before this one */
export async function backOff(round: number): Promise<void> {
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
  await sleep(Math.min(maxPause, minPause * 2 ** Math.min(round, 10)) * (0.5 + byte / 256))
}
