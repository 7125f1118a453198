// The files of a database are looked at several times a second: one that is gone, was replaced or cut off would otherwise be noticed
// at the next start only, when all that was written since is lost.
import { statSync } from 'node:fs'
import type { DatabaseFiles } from './database-files.ts'
import { identityOf } from './database-files.ts'

/** Milliseconds. */
const interval = 250

export interface WatchedFiles {
  stop(): void
}

/**
 * @param tick is called after each look at which all was in order
 * @param lost is called once, with what is wrong
 */
export function watchFiles(files: DatabaseFiles, tick: () => void, lost: (reason: string) => void): WatchedFiles {
  const watched = Object.values(files).map((path) => ({ path, identity: identityOf(path) })).filter(({ identity }) => identity !== undefined)
  const timer = setInterval(() => {
    const reason = missing()
    if (reason === undefined) return tick()
    clearInterval(timer)
    lost(reason)
  }, interval)
  // The service is kept running by what it serves.
  timer.unref()

  function missing(): string | undefined {
    for (const { path, identity } of watched) {
      const current = identityOf(path)
      if (current !== identity) return `${path} ${current === undefined ? 'is gone' : 'was replaced'}`
    }
    return statSync(files.database, { throwIfNoEntry: false })?.size === 0 ? `${files.database} was emptied` : undefined
  }

  return { stop: () => clearInterval(timer) }
}
