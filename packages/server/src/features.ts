// The feature flags that are on, cached for half a second. So a change acts on every process of the instance within a second, and few requests
// wait for the database. While the database is unavailable, cached flags are used for three seconds at most: a flag may have
// been turned off meanwhile.
import { StorageUnavailable } from '@symbolon/core-protocol'
import type { FeatureName, FeatureStore, Log, ProviderFeatures } from '@symbolon/core-protocol'

/** Milliseconds for which cached flags are used. */
const freshness = 500
/** Milliseconds for which they are used while they cannot be read. */
const longestUse = 3000

/** The feature flags, as the router reads them. */
export interface KnownFeatures extends ProviderFeatures {
  /** The carried flags that are on. @throws StorageUnavailable if they have not been read for too long */
  enabled(): Promise<readonly FeatureName[]>
  /** The same without a read; undefined when the flags have to be read. */
  known(): readonly FeatureName[] | undefined
}

/** @param store absent when no part depends on a flag, or when the storage keeps no flags: then every composed part is on */
export async function createFeatures(
  carried: readonly FeatureName[],
  store: FeatureStore | undefined,
  { now, log }: { readonly now: () => number; readonly log: Log },
): Promise<KnownFeatures> {
  if (store === undefined || carried.length === 0)
    return { carried, refresh: async () => undefined, enabled: async () => carried, known: () => carried }
  const read = async (): Promise<readonly FeatureName[]> => {
    const { flags } = await store.get()
    return carried.filter((name) => flags[name] === true)
  }

  let askedAt = now()
  let readAt = askedAt
  let known = await read()
  let reading: Promise<void> | undefined
  /** Whether the last read failed: the log says so once, and not with each request while the database is away. */
  let isFailing = false

  async function refresh(): Promise<void> {
    // The flags are as old as the beginning of the read.
    const at = now()
    askedAt = at
    known = await read()
    readAt = at
    isFailing = false
  }

  /** A clock that was set back must not make the cached flags last longer. */
  function isYounger(than: number, at: number): boolean {
    const age = now() - at
    return age >= 0 && age < than
  }

  function isFresh(): boolean {
    return reading === undefined && isYounger(freshness, askedAt) && isYounger(longestUse, readAt)
  }

  return {
    carried,
    known: () => (isFresh() ? known : undefined),
    async refresh() {
      // A read in progress may have begun before the change.
      await reading
      await refresh()
    },
    async enabled() {
      if (isFresh()) return known
      // Endpoints that need the database fail by themselves.
      await (reading ??= refresh()
        .catch((error: unknown) => {
          if (!isFailing) log.warn('features_not_read', { reason: String(error) })
          isFailing = true
        })
        .finally(() => {
          reading = undefined
        }))
      if (!isYounger(longestUse, readAt)) throw new StorageUnavailable('The feature flags cannot be read.')
      return known
    },
  }
}
