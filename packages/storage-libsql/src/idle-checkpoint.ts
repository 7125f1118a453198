// Moves the write-ahead log into the database when nothing has been written for a second. A copy of the database file alone, which is not
// a supported backup, is then nearly always complete.
import { statSync } from 'node:fs'
import type { CommitRecord } from './commit-record.ts'
import type { SharedFile } from './file-lock.ts'

/** Checks in a row, a quarter of a second apart, that must find nothing new. */
const quietChecks = 4

/** Moves the log when the database is idle. */
export interface IdleCheckpoint {
  /** Must be called several times a second. */
  look(): void
  /** Resolves when no move is in progress. */
  stop(): Promise<void>
}

/** @param log the path of the log */
export function idleCheckpoint(log: string, record: Pick<CommitRecord, 'last'>, file: Pick<SharedFile, 'moveLog'>): IdleCheckpoint {
  let seen = record.last
  let quiet = 0
  let moved: number | undefined
  let moving: Promise<void> | undefined

  async function move(): Promise<void> {
    const number = record.last
    try {
      await file.moveLog()
      // While the database is read, a part of the log stays; the next call tries again.
      if (statSync(log, { throwIfNoEntry: false })?.size === 0) moved = number
    } catch {
      // Written data is safe in the log, for example when the disk is full.
    }
    quiet = 0
    moving = undefined
  }

  return {
    look() {
      quiet = record.last === seen ? quiet + 1 : 0
      seen = record.last
      if (quiet >= quietChecks && moved !== seen) moving ??= move()
    },
    stop: async () => await moving,
  }
}
