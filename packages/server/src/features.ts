// The feature flags that are on, cached for half a second. So a change acts on every process of the instance within a second, and few requests
// wait for the database.
import type { FeatureName, FeatureStore, Log, ProviderFeatures } from '@symbolon/core-protocol'

/** Milliseconds for which the flags are believed. */
const freshness = 500

/** The feature flags, as the router reads them. */
export interface KnownFeatures extends ProviderFeatures {
  /** The carried flags that are on. */
  enabled(): Promise<readonly FeatureName[]>
  /** The same, where nothing has to be read to know it. */
  known(): readonly FeatureName[] | undefined
}

/** @param store absent where no part carries a flag, or where nothing keeps flags: then what is composed is on */
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
  let known = await read()
  let reading: Promise<void> | undefined

  async function refresh(): Promise<void> {
    // The answer may be as old as the question.
    askedAt = now()
    known = await read()
  }

  /** A clock that was set back must not keep a flag standing for as long as it was set back. */
  function isFresh(): boolean {
    const age = now() - askedAt
    return reading === undefined && age >= 0 && age < freshness
  }

  return {
    carried,
    known: () => (isFresh() ? known : undefined),
    async refresh() {
      // A reading under way may have begun before the change.
      await reading
      await refresh()
    },
    async enabled() {
      if (isFresh()) return known
      // Without the database what was known stands: discovery and key set go on, whatever needs the database fails by itself.
      await (reading ??= refresh()
        .catch((error: unknown) => log.warn('features_not_read', { reason: String(error) }))
        .finally(() => {
          reading = undefined
        }))
      return known
    },
  }
}
