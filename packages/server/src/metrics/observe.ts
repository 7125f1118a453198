// Observes the stores, where somebody wants to know.
import type { Metrics, Stores } from '@symbolon/core-protocol'
import { measureCalls } from './measure-calls.ts'
import { observedStores } from './observed-stores.ts'

/** @returns the same stores where nothing is measured */
export function observe(stores: Stores, metrics: Metrics): Stores {
  return metrics.enabled ? observedStores(stores, measureCalls(metrics)) : stores
}
