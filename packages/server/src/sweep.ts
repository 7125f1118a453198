// Removes expired rows in small batches, so that the database reaches a steady size and no request waits for it. Then the storage gives the
// freed space back.
import { composedName } from '@symbolon/core-protocol'
import type { Log, Metrics, OpenStorage, StoreName, Stores } from '@symbolon/core-protocol'
import type { BackgroundWork } from './background.ts'
import { sweepDeleted } from './metrics/declared.ts'

const interval = 30_000
const batch = 500

/**
 * Milliseconds beyond its expiry for which a row is kept. What was revoked or used counts again once its row is gone: it outlives every
 * token that it concerns, also one whose times come from a clock that is off.
 */
const margins: Readonly<Partial<Record<StoreName, number>>> = {
  assertionIds: 3_600_000,
  authorizationCodes: 3_600_000,
  revocations: 86_400_000,
}

/** @param time returns the time that decides which rows have expired, see `deletionClock` */
export function sweepExpired(
  stores: Stores,
  names: readonly StoreName[],
  time: () => Promise<number>,
  { log, metrics }: { readonly log: Log; readonly metrics: Metrics },
  shrink?: OpenStorage['shrink'],
): BackgroundWork {
  async function sweep(stopping: AbortSignal): Promise<void> {
    const now = await time()
    for (const name of names) {
      const store = stores[name]
      const until = now - (margins[name] ?? 0)
      while (!stopping.aborted && 'deleteExpired' in store) {
        const deleted = await store.deleteExpired(until, batch)
        if (deleted > 0) metrics.count(sweepDeleted, { store: composedName(name) }, deleted)
        if (deleted < batch) break
        // Requests take precedence.
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    }
    if (!stopping.aborted) await shrink?.()
  }

  return {
    pause: () => interval,
    run: async (stopping) => await sweep(stopping).catch((error: unknown) => log.warn('sweep_failed', { reason: String(error) })),
  }
}
