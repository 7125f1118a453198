// A real storage, of which one call fails on request.
import { StorageUnavailable } from '@symbolon/core-protocol'
import type { OpenStorage, Storage } from '@symbolon/core-protocol'
import { libsql } from '@symbolon/storage-libsql'

/** A fault of one call of the storage. */
export interface Fault {
  /** How many calls pass before it. */
  readonly passing: number
  readonly when: 'before' | 'after'
}

/** A storage, and how it fails. */
export interface FailingStorage {
  readonly storage: Storage
  /** The next call that this says fails. */
  arm(fault: Fault): void
  /** @returns whether the armed fault has occurred; it does not occur any more */
  disarm(): boolean
}

/** A real storage, of which one call fails: before it takes effect, or afterwards. */
export function failingStorage(): FailingStorage {
  const inner = libsql({ url: ':memory:' })
  let passing = 0
  let armed: Fault['when'] | undefined
  let occurred = false
  const due = (): Fault['when'] | undefined => {
    if (armed === undefined || passing-- > 0) return undefined
    const when = armed
    armed = undefined
    occurred = true
    return when
  }
  const unavailable = (): StorageUnavailable => new StorageUnavailable('The simulated database does not answer.')
  const wrap = (store: object): object =>
    Object.fromEntries(
      Object.entries(store).map(([name, method]: [string, (...given: readonly unknown[]) => Promise<unknown>]) => [
        name,
        async (...given: readonly unknown[]) => {
          const when = due()
          if (when === 'before') throw unavailable()
          const result = await method(...given)
          if (when === 'after') throw unavailable()
          return result
        },
      ]),
    )
  return {
    storage: {
      async open(names, own) {
        const open = await inner.open(names, own)
        const stores: OpenStorage['stores'] = Object.fromEntries(Object.entries(open.stores).map(([name, store]) => [name, wrap(store)]))
        return { ...open, stores }
      },
    },
    arm(fault) {
      passing = fault.passing
      armed = fault.when
      occurred = false
    },
    disarm() {
      const did = occurred
      armed = undefined
      occurred = false
      return did
    },
  }
}
