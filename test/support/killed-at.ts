// Programs that end themselves with SIGKILL at one moment of their work.
import type { DirectoryStore } from '@symbolon/core-protocol'
import { writeSync } from 'node:fs'

/** Says that the work has come to a moment. */
export type Step = (what: string) => Promise<void>

/** Does the work until its n-th moment, counted from 0, and prints what moment that is; prints `over` when there is no such moment. */
export async function killedAt(moment: number, work: (step: Step) => Promise<void>): Promise<void> {
  let passed = 0
  await work(async (what) => {
    if (passed === moment) {
      writeSync(1, what)
      process.kill(process.pid, 'SIGKILL')
      await new Promise(() => undefined)
    }
    passed += 1
  })
  writeSync(1, 'over')
}

/** Says each transaction before it, and after it. */
export function saysTransactions(directory: DirectoryStore, step: Step): DirectoryStore {
  return {
    ...directory,
    async apply(...args) {
      await step('before a transaction')
      await directory.apply(...args)
      await step('after a transaction')
    },
  }
}
