// Measures the calls of stores. Every request makes several, so a call costs two reads of the clock and no lookup.
import { composedName } from '@symbolon/core-protocol'
import type { Metrics } from '@symbolon/core-protocol'
import { storageOperation } from './declared.ts'
import type { Wrap } from './observed-stores.ts'

/** @returns a function that measures a call from its beginning to its result; the result of a stream is its beginning */
export function measureCalls(metrics: Metrics): Wrap {
  return (store, verb, method) => {
    const observers: { succeeded?: (seconds: number) => void; failed?: (seconds: number) => void } = {}
    const ended = (outcome: 'succeeded' | 'failed', started: number): void => {
      // Most methods are never called, and have no series.
      const observe = (observers[outcome] ??= metrics.observer(storageOperation, {
        store: composedName(store),
        verb: composedName(verb),
        outcome,
      }))
      observe((performance.now() - started) / 1000)
    }
    return (...given) => {
      const started = performance.now()
      const result = method(...given)
      // The caller handles the rejection.
      if (result instanceof Promise)
        result.then(
          () => ended('succeeded', started),
          () => ended('failed', started),
        )
      else ended('succeeded', started)
      return result
    }
  }
}
