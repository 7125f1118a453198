// One database for two servers of this process.
import type { OpenStorage, Storage } from '@symbolon/core-protocol'

/** Opens the storage once for all servers. What opens one store alone looks at the master key before anything is changed. */
export function shared(storage: Storage): Storage {
  let opened: Promise<OpenStorage> | undefined
  return {
    async open(names, own) {
      if (names.length === 1) return await storage.open(names, own)
      opened ??= storage.open(names, own)
      return { stores: (await opened).stores, close: async () => {} }
    },
  }
}
