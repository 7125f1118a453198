// Removes expired rows in small batches, so that the database reaches a steady size. A batch takes a few milliseconds, however long a row takes: a
// request waits for no more. Then the storage gives the freed space back and looks after its statistics.
import { composedName, restartWindow, StorageUnavailable } from '@symbolon/core-protocol'
import type { Log, Metrics, OpenStorage, OwnStore, StoreName, Stores } from '@symbolon/core-protocol'
import type { BackgroundWork } from './background.ts'
import { sweepDeleted } from './metrics/declared.ts'

const interval = 30_000

/** Rows of the first batch of a store, and the least and the most of any. */
const [first, fewest, most] = [50, 10, 500]

/** Milliseconds that a batch shall take, with its commit. */
const slice = 4

/** Milliseconds between two batches. Requests take precedence. */
const pause = 10

/** @returns the rows of the next batch, by how long the last one took */
function nextBatch(batch: number, took: number): number {
  const fitting = batch * Math.min(2, Math.max(0.5, slice / took))
  return Math.min(most, Math.max(fewest, Math.round(fitting)))
}

/**
 * Milliseconds beyond its expiry for which a row is kept. What was revoked or used counts again once its row is gone: it outlives every
 * token that it concerns, also one whose times come from a clock that is off.
 */
const margins: Readonly<Partial<Record<StoreName, number>>> = {
  assertionIds: 3_600_000,
  authorizationCodes: 3_600_000,
  // A request that was left for too long is started again.
  authorizationRequests: restartWindow * 1000,
  revocations: 86_400_000,
}

/**
 * @param time returns the time that decides which rows have expired, see `deletionClock`
 * @param own the stores that parts bring along
 */
export function sweepExpired(
  stores: Stores,
  names: readonly StoreName[],
  time: () => Promise<number>,
  { log, metrics, monotonic }: { readonly log: Log; readonly metrics: Metrics; readonly monotonic: () => number },
  { shrink, gatherStatistics }: Pick<OpenStorage, 'shrink' | 'gatherStatistics'> = {},
  own: readonly OwnStore[] = [],
): BackgroundWork {
  const keptBy = new Map(own.map(({ name, keepsExpired = 0 }) => [name, keepsExpired]))

  async function sweep(stopping: AbortSignal): Promise<void> {
    const now = await time()
    for (const name of names) {
      if (stopping.aborted) return
      // The failure of one store, such as that of a part, does not stop the sweep of the others.
      await sweepStore(name, now, stopping).catch((error: unknown) => {
        if (error instanceof StorageUnavailable) throw error
        log.warn('sweep_failed', { store: name, reason: String(error) })
      })
    }
    if (!stopping.aborted) await shrink?.()
    if (!stopping.aborted) await gatherStatistics?.()
  }

  async function sweepStore(name: StoreName, now: number, stopping: AbortSignal): Promise<void> {
    const store = stores[name]
    const until = now - (margins[name] ?? keptBy.get(name) ?? 0)
    let batch = first
    while (!stopping.aborted && 'deleteExpired' in store) {
      const began = monotonic()
      const deleted: unknown = await store.deleteExpired(until, batch)
      // A store of a part in plain JavaScript may return anything. Without a number the sweep would not end.
      if (typeof deleted !== 'number' || !(deleted >= 0)) throw new TypeError('deleteExpired must return the number of deleted rows.')
      if (deleted > 0) metrics.count(sweepDeleted, { store: composedName(name) }, deleted)
      if (deleted < batch) break
      batch = nextBatch(batch, monotonic() - began)
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }

  return {
    pause: () => interval,
    run: async (stopping) => await sweep(stopping).catch((error: unknown) => log.warn('sweep_failed', { reason: String(error) })),
  }
}
