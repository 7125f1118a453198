// A real storage whose methods can be made to fail, one by one: what a database does that is away, or worse.
import type { OpenStorage, Storage } from '@symbolon/core-protocol'
import { libsql } from '@symbolon/storage-libsql'

export interface FaultyStorage {
  readonly storage: Storage
  /** From now on the method, e.g. `clients.find`, throws this. */
  fail(method: string, error: Error): void
  /** From now on the method takes effect, and then throws this. */
  failAfterwards(method: string, error: Error): void
  repair(): void
}

export function faultyStorage(): FaultyStorage {
  const faults = new Map<string, Error>()
  const lateFaults = new Map<string, Error>()
  const inner = libsql({ url: ':memory:' })

  function mayFail<T extends object>(name: string, store: T): T {
    return new Proxy(store, {
      get(target, member, receiver) {
        const value: unknown = Reflect.get(target, member, receiver)
        if (typeof value !== 'function' || typeof member !== 'string') return value
        return async (...given: unknown[]): Promise<unknown> => {
          const fault = faults.get(`${name}.${member}`)
          if (fault !== undefined) throw fault
          const result: unknown = await Reflect.apply(value, target, given)
          const lateFault = lateFaults.get(`${name}.${member}`)
          if (lateFault !== undefined) throw lateFault
          return result
        }
      },
    })
  }

  return {
    storage: {
      async open(names, own): Promise<OpenStorage> {
        const open = await inner.open(names, own)
        const stores: OpenStorage['stores'] = Object.fromEntries(
          Object.entries(open.stores).map(([name, store]) => [name, mayFail(name, store)]),
        )
        return { stores, close: async () => await open.close() }
      },
    },
    fail: (method, error) => void faults.set(method, error),
    failAfterwards: (method, error) => void lateFaults.set(method, error),
    repair() {
      faults.clear()
      lateFaults.clear()
    },
  }
}
