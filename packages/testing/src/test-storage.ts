// A database in memory that the test provider can reach beside the provider.
import type { OpenStorage, Storage, StoreName } from '@symbolon/core-protocol'
import { libsql } from '@symbolon/storage-libsql'

/** A storage, and what it opened. */
export interface TestStorage extends Storage {
  /** The open database. @throws Error before the provider has opened it */
  readonly opened: () => OpenStorage
}

/**
 * @param more stores that the test provider needs, whatever is composed
 * @param prepare is called once the database is open, before the provider reads it
 */
export function testStorage(more: readonly StoreName[], prepare: (open: OpenStorage) => Promise<void>): TestStorage {
  const memory = libsql({ url: ':memory:' })
  let opened: OpenStorage | undefined
  return {
    async open(names) {
      const open = await memory.open([...new Set([...names, ...more])].sort())
      // The provider opens the storage once before, to check the master key.
      if (!names.includes('signingKeys')) return open
      await prepare(open)
      opened = open
      return open
    },
    opened() {
      if (opened === undefined) throw new Error('The test provider is not open yet.')
      return opened
    },
  }
}
