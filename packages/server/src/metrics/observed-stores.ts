// Stores whose calls are observed from outside, so that no store knows who looks.
import type { Stores } from '@symbolon/core-protocol'

type Method = (...given: readonly unknown[]) => unknown

/** Wraps a method of a store, once. The wrapper returns what the method returns. */
export type Wrap = (store: string, verb: string, method: Method) => Method

/** @returns the same stores, with every method wrapped */
export function observedStores(stores: Stores, wrap: Wrap): Stores {
  return Object.fromEntries(Object.entries(stores).map(([name, store]) => [name, observed(name, store, wrap)])) as unknown as Stores
}

function observed(name: string, store: object, wrap: Wrap): object {
  const methods = [...methodsOf(store)].map(([verb, method]) => [verb, wrap(name, verb, method.bind(store))])
  return { ...store, ...Object.fromEntries(methods) }
}

/** A store may be a plain object, or an object of a class. */
function methodsOf(store: object): ReadonlyMap<string, Method> {
  const methods = new Map<string, Method>()
  for (let holder: object | null = store; holder !== null && holder !== Object.prototype; holder = Object.getPrototypeOf(holder)) {
    for (const key of Object.getOwnPropertyNames(holder)) {
      const method: unknown = Reflect.get(store, key)
      if (key !== 'constructor' && typeof method === 'function' && !methods.has(key)) methods.set(key, method as Method)
    }
  }
  return methods
}
