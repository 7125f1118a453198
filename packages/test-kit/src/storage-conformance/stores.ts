// Opens a fresh database for one test, and closes it afterwards.
import type { OpenStorage, OwnStore, StoreName, Stores } from '@symbolon/core-protocol'

/** Opens an empty storage with the named stores. @param own the stores that parts bring along */
export type OpenFresh = (names: readonly StoreName[], own?: readonly OwnStore[]) => Promise<OpenStorage>

/**
 * Runs one test on an empty storage and closes the storage afterwards.
 * @throws TypeError when the storage lacks a named store
 */
export async function withStores<Name extends StoreName>(
  open: OpenFresh,
  names: readonly Name[],
  run: (stores: Pick<Stores, Name>) => Promise<void>,
): Promise<void> {
  const storage = await open(names)
  try {
    if (!holds(storage.stores, names)) throw new TypeError(`The storage lacks one of ${names.join(', ')}`)
    await run(storage.stores)
  } finally {
    await storage.close()
  }
}

function holds<Name extends StoreName>(stores: Partial<Stores>, names: readonly Name[]): stores is Pick<Stores, Name> & Partial<Stores> {
  return names.every((name) => stores[name] !== undefined)
}

/** The results of `count` concurrent calls. */
export function together<T>(count: number, call: (index: number) => Promise<T>): Promise<readonly T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => call(index)))
}
