// Moves the log into the database when nothing has been written for a second, so that a copy of the database file alone, which nobody
// should make, is nearly always whole.
import { statSync } from 'node:fs'
import type { CommitRecord } from './commit-record.ts'
import type { SharedFile } from './file-lock.ts'

/** Looks, each a quarter of a second after the other, that must find nothing new. */
const quietLooks = 4

export interface IdleLog {
  /** To be called several times a second. */
  look(): void
  /** Resolves when nothing is under way. */
  stop(): Promise<void>
}

/** @param log path of the log */
export function idleLog(log: string, record: Pick<CommitRecord, 'last'>, file: Pick<SharedFile, 'moveLog'>): IdleLog {
  let seen = record.last
  let quiet = 0
  let moved: number | undefined
  let moving: Promise<void> | undefined

  async function move(): Promise<void> {
    const number = record.last
    try {
      await file.moveLog()
      // While somebody reads, a part stays; it is tried again.
      if (statSync(log, { throwIfNoEntry: false })?.size === 0) moved = number
    } catch {
      // The log is as good a place; a full disk has no other.
    }
    quiet = 0
    moving = undefined
  }

  return {
    look() {
      quiet = record.last === seen ? quiet + 1 : 0
      seen = record.last
      if (quiet >= quietLooks && moved !== seen) moving ??= move()
    },
    stop: async () => await moving,
  }
}
