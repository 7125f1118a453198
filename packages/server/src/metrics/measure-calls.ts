// Measures the calls of stores.
import { composedName } from '@symbolon/core-protocol'
import type { Metrics } from '@symbolon/core-protocol'
import { storageOperation } from './declared.ts'
import type { AroundCall } from './observed-stores.ts'

/** @returns measures a call from its beginning to its result; the result of a stream is its beginning */
export function measureCalls(metrics: Metrics): AroundCall {
  return (store, verb, call) => {
    const started = performance.now()
    const ended = (outcome: 'succeeded' | 'failed'): void =>
      metrics.observe(
        storageOperation,
        { store: composedName(store), verb: composedName(verb), outcome },
        (performance.now() - started) / 1000,
      )
    const result = call()
    if (!(result instanceof Promise)) {
      ended('succeeded')
      return result
    }
    // Whoever called handles the rejection.
    result.then(
      () => ended('succeeded'),
      () => ended('failed'),
    )
    return result
  }
}
