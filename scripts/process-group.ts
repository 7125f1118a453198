// Runs child processes in separate process groups, so that none of their descendants outlives this process.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'

const running = new Set<ChildProcess>()

/** Waits for the work and for the child. @returns the child's exit code */
export async function whileRunning(child: ChildProcess, work: () => Promise<void>): Promise<number> {
  running.add(child)
  try {
    const [ended] = await Promise.all([once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>, work()])
    return ended[0] ?? 128 + constants.signals[ended[1] ?? 'SIGKILL']
  } finally {
    running.delete(child)
  }
}

/** Kills the rest of the child's process group. @returns whether any process was left */
export function endGroup(child: ChildProcess): boolean {
  try {
    return child.pid !== undefined && process.kill(-child.pid, 'SIGKILL')
  } catch {
    return false
  }
}

/** The first signal ends all children and this process. */
export function endWithSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      for (const child of running) endGroup(child)
      process.exit(128 + constants.signals[signal])
    })
  }
}
