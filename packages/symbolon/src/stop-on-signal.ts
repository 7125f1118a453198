// Ctrl-C and SIGTERM end the service in order; a second Ctrl-C ends it at once.
import type { RunningSymbolon } from './start.ts'

/** Resolves when the service has stopped. */
export async function stopOnSignal(running: RunningSymbolon): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  await running.stop()
}
