// Finds out, while a database is open, whether a crash at this moment would lose acknowledged commits: those that SQLite would find neither
// in the log nor in the database file.
import { closeSync, openSync, readSync } from 'node:fs'
import type { CommitRecord } from './commit-record.ts'
import type { DatabaseFiles } from './database-files.ts'
import { numberOffset, readWal } from './read-wal.ts'

/** The check of one open database. */
export interface MissingWrites {
  /** Whether acknowledged commits are missing. */
  found(): boolean
  /** Must be called after every connection to the database was closed. */
  end(): void
}

/** The check. Must be called while the lock of the database is held. */
export function missingWrites({ database, log }: DatabaseFiles, record: Pick<CommitRecord, 'isAheadOf'>): MissingWrites {
  // Stays open: to close it would release the POSIX locks that SQLite holds on the file.
  const file = openSync(database, 'r')
  return {
    found() {
      const number = readWal(log) ?? readNumber(file)
      return number !== 'too_long' && record.isAheadOf(number)
    },
    end: () => closeSync(file),
  }
}

/** The number of the last commit that was moved from the log into the file. */
function readNumber(file: number): number {
  const bytes = new DataView(new ArrayBuffer(4))
  readSync(file, bytes, 0, bytes.byteLength, numberOffset)
  return bytes.getInt32(0)
}
