// Checks the files of an open database several times a second. Without this, a file that was deleted, replaced or truncated would be noticed
// only at the next start, when everything that was written since would be lost.
import { statSync } from 'node:fs'
import { identityOf } from './database-files.ts'
import type { DatabaseFiles } from './database-files.ts'

/** Milliseconds. */
const interval = 250

/** The check that runs. */
export interface WatchedFiles {
  stop(): void
}

/** The dependencies of the check. */
export interface Watching {
  /** Called after each check that found no problem. */
  look(): void
  /** Whether the database lacks acknowledged commits. Asked after a write, and when the log has become shorter, for example by a checkpoint. */
  lacksWrites(): boolean
  /** Whether a crash would lose acknowledged commits. Asked when another process wrote to the log, and when writes pause. */
  logLacksWrites(): boolean
  /** The number of the last acknowledged commit. */
  readonly last: () => number
  /** Called once, with what is wrong. */
  lost(reason: string): void
}

/** The log at one check. */
interface Seen {
  readonly size: number
  readonly changed: number
  readonly last: number
}

/** Starts to check the files. */
export function watchFiles(files: DatabaseFiles, { look, lacksWrites, logLacksWrites, last, lost }: Watching): WatchedFiles {
  const watched = Object.values(files)
    .map((path) => ({ path, identity: identityOf(path) }))
    .filter(({ identity }) => identity !== undefined)
  let seen = seeLog()
  let suspect: number | undefined
  let sound: number | undefined
  const timer = setInterval(() => {
    const reason = findProblem()
    if (reason === undefined) return look()
    clearInterval(timer)
    lost(reason)
  }, interval)
  // The check alone does not keep the process running.
  timer.unref()

  function findProblem(): string | undefined {
    const problem = findExchanged() ?? findInLog()
    // Files that are removed during the check make the log look truncated. The removal is the reason.
    return problem === undefined ? undefined : (findExchanged() ?? problem)
  }

  function findExchanged(): string | undefined {
    for (const { path, identity } of watched) {
      const current = identityOf(path)
      if (current !== identity) return `${path} ${current === undefined ? 'is missing' : 'was replaced'}`
    }
    return sizeOf(files.database) === 0 ? `${files.database} was emptied` : undefined
  }

  function findInLog(): string | undefined {
    const before = seen
    seen = seeLog()
    const asks = seen.size < before.size || seen.last !== before.last
    if (asks && lacks()) return `${files.log} was truncated`
    return isDamaged(before) ? `${files.log} is damaged` : undefined
  }

  /** Damage must be found twice in a row, because an incomplete transaction looks like damage while it is written. */
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
      // A truncated log cannot be read.
      return true
    }
  }

  return { stop: () => clearInterval(timer) }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
