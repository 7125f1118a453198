// A database in memory, prepared before the provider reads it.
import type { OpenStorage, Storage } from '@symbolon/core-protocol'
import { libsql } from '@symbolon/storage-libsql'

/** @param prepare is called once the database is open, before the provider reads it */
export function testStorage(prepare: (open: OpenStorage) => Promise<void>): Storage {
  const memory = libsql({ url: ':memory:' })
  return {
    async open(names) {
      // The provider opens the storage once before, to check the master key: a new database has none.
      if (!names.includes('signingKeys')) return { stores: {}, close: async () => undefined }
      const open = await memory.open(names)
      await prepare(open)
      return open
    },
  }
}
