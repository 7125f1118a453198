// Stores whose calls are observed from outside, so that no store knows who looks.
import type { Stores } from '@symbolon/core-protocol'

/** Surrounds a call of a store. It must return what `call` returns. */
export type AroundCall = (store: string, verb: string, call: () => unknown) => unknown

/** @returns the same stores, with every method surrounded */
export function observedStores(stores: Stores, around: AroundCall): Stores {
  return Object.fromEntries(Object.entries(stores).map(([name, store]) => [name, observed(name, store, around)])) as unknown as Stores
}

function observed(name: string, store: object, around: AroundCall): object {
  const methods = [...methodsOf(store)].map(([verb, method]) => [
    verb,
    (...given: readonly unknown[]): unknown => around(name, verb, () => Reflect.apply(method, store, given)),
  ])
  return { ...store, ...Object.fromEntries(methods) }
}

/** A store may be a plain object, or an object of a class. */
function methodsOf(store: object): ReadonlyMap<string, (...given: readonly unknown[]) => unknown> {
  const methods = new Map<string, (...given: readonly unknown[]) => unknown>()
  for (let holder: object | null = store; holder !== null && holder !== Object.prototype; holder = Object.getPrototypeOf(holder)) {
    for (const key of Object.getOwnPropertyNames(holder)) {
      const method: unknown = Reflect.get(store, key)
      if (key !== 'constructor' && typeof method === 'function' && !methods.has(key)) {
        methods.set(key, method as (...given: readonly unknown[]) => unknown)
      }
    }
  }
  return methods
}
