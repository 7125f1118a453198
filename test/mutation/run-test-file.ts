// Runs one test file in a separate process group, which is ended as soon as the outcome is known.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endGroup, whileRunning } from '../../scripts/process-group.ts'

export interface TestRun {
  readonly root: string
  /** Milliseconds after which the run counts as failed. */
  readonly limit: number
  readonly env?: Readonly<Record<string, string>>
}

const reporter = join(import.meta.dirname, 'first-failure.mjs')

/** @returns whether every test passed, and how long that took; the first failure ends the run */
export async function runTestFile(
  file: string,
  { root, limit, env }: TestRun,
): Promise<{ readonly passed: boolean; readonly milliseconds: number }> {
  const started = performance.now()
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', `--test-reporter=${reporter}`, file], {
    cwd: root,
    stdio: 'ignore',
    detached: true,
    env: { ...inherited, SYMBOLON_TEST_SOURCES: '1', ...env },
  })
  const ended = new AbortController()
  const watch = sleep(limit, undefined, { signal: ended.signal }).then(
    () => endGroup(child),
    () => false,
  )
  const code = await whileRunning(child, async () => undefined)
  ended.abort()
  await watch
  endGroup(child)
  return { passed: code === 0, milliseconds: performance.now() - started }
}
