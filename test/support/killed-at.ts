// Programs that end themselves with SIGKILL at one moment of their work, and the tests that run them.
import type { DirectoryStore } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { writeSync } from 'node:fs'
import { bundledProgram } from './bundled-program.ts'

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

/**
 * Runs a program once for each moment of its work, until it says `over`.
 * @param argumentsFor of the run that ends at that moment
 * @returns where each run was killed
 */
export async function killAtEach(program: string, argumentsFor: (moment: number) => readonly string[]): Promise<readonly string[]> {
  const { path, dispose } = await bundledProgram(program)
  try {
    const moments: string[] = []
    for (;;) {
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path, ...argumentsFor(moments.length)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let where = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => void (where += text))
      const signal = await new Promise<string | null>((resolve) => child.once('close', (_, killedBy) => resolve(killedBy)))
      if (where === 'over') return moments
      assert.equal(signal, 'SIGKILL', where)
      moments.push(where)
    }
  } finally {
    await dispose()
  }
}
