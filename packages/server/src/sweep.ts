// Removes expired rows in small batches, so that the database reaches a steady size and no request waits for it; then
// gives their room back.
import type { Log, OpenStorage, StoreName, Stores } from '@symbolon/core-protocol'

const interval = 30_000
const batch = 500

/** @returns stops the sweep, and waits for a batch under way */
export function sweepExpired(stores: Stores, names: readonly StoreName[], now: () => number, log: Log, shrink?: OpenStorage['shrink']): () => Promise<void> {
  let stopped = false
  let running: Promise<void> = Promise.resolve()

  async function sweep(): Promise<void> {
    for (const name of names) {
      const store = stores[name]
      while (!stopped && 'deleteExpired' in store && await store.deleteExpired(now(), batch) === batch) {
        // Requests go first.
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    }
    if (!stopped) await shrink?.()
  }

  const timer = setInterval(() => {
    running = running.then(sweep).catch((error: unknown) => log.warn('sweep_failed', { reason: String(error) }))
  }, interval)
  // Node and Deno: the timer alone does not keep the process alive.
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function') timer.unref()

  return async () => {
    stopped = true
    clearInterval(timer)
    await running
  }
}
