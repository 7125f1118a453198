// The files of a database are looked at several times a second: one that is gone, was replaced or cut off would otherwise be noticed
// at the next start only, when all that was written since is lost.
import { statSync } from 'node:fs'
import { identityOf } from './database-files.ts'
import type { DatabaseFiles } from './database-files.ts'

/** Milliseconds. */
const interval = 250

export interface WatchedFiles {
  stop(): void
}

export interface Watching {
  /** After each look at which all was in order. */
  look(): void
  /** Whether the database lacks what was acknowledged; asked when its log has become shorter, as it does when it is moved, or was written. */
  lacksWrites(): boolean
  /** Whether the log, read as after a crash, lacks what was acknowledged; asked when somebody else wrote to it, and when writing pauses. */
  logLacksWrites(): boolean
  /** Changes with everything that is acknowledged. */
  readonly last: () => number
  /** Once, with what is wrong. */
  lost(reason: string): void
}

/** The log at one look. */
interface Seen {
  readonly size: number
  readonly changed: number
  readonly last: number
}

export function watchFiles(files: DatabaseFiles, { look, lacksWrites, logLacksWrites, last, lost }: Watching): WatchedFiles {
  const watched = Object.values(files).map((path) => ({ path, identity: identityOf(path) })).filter(({ identity }) => identity !== undefined)
  let seen = seeLog()
  let suspect: number | undefined
  let sound: number | undefined
  const timer = setInterval(() => {
    const reason = harm()
    if (reason === undefined) return look()
    clearInterval(timer)
    lost(reason)
  }, interval)
  // The service is kept running by what it serves.
  timer.unref()

  function harm(): string | undefined {
    for (const { path, identity } of watched) {
      const current = identityOf(path)
      if (current !== identity) return `${path} ${current === undefined ? 'is gone' : 'was replaced'}`
    }
    if (sizeOf(files.database) === 0) return `${files.database} was emptied`
    const before = seen
    seen = seeLog()
    const asks = seen.size < before.size || seen.last !== before.last
    if (asks && lacks()) return `${files.log} was cut off`
    return isDamaged(before) ? `${files.log} is damaged` : undefined
  }

  /** Twice in a row, because a transaction that is being written looks damaged until it is whole. */
  function isDamaged(before: Seen): boolean {
    if (seen.last !== before.last || (seen.last === sound && seen.changed === before.changed)) return false
    const again = suspect === seen.last
    const damaged = logLacksWrites()
    sound = damaged ? undefined : seen.last
    suspect = damaged ? seen.last : undefined
    return damaged && again
  }

  function seeLog(): Seen {
    const { size = 0, mtimeMs = 0 } = statSync(files.log, { throwIfNoEntry: false }) ?? {}
    return { size, changed: mtimeMs, last: last() }
  }

  function lacks(): boolean {
    try {
      return lacksWrites()
    } catch {
      // A log that ends in the middle cannot be read.
      return true
    }
  }

  return { stop: () => clearInterval(timer) }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
