// Measures calls of the stores, if metrics are composed.
import type { Metrics, Stores, Tracing } from '@symbolon/core-protocol'
import { measureCalls } from './measure-calls.ts'
import { observedStores } from './observed-stores.ts'

/** @returns the same stores where nothing is measured and nothing is traced */
export function observe(stores: Stores, metrics: Metrics, tracing: Tracing | undefined): Stores {
  const measured = metrics.enabled ? observedStores(stores, measureCalls(metrics)) : stores
  const traced = tracing?.storage
  if (traced === undefined) return measured
  return observedStores(
    measured,
    (store, verb, method) =>
      (...given) =>
        traced(store, verb, () => method(...given)),
  )
}
