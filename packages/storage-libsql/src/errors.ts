// What an error of the driver or the client means for the connection and for the caller.
import { StorageUnavailable } from '@symbolon/core-protocol'

export type Failure =
  /** The data did not fit; statement undone, transaction and connection as before. */
  | 'constraint'
  /** Somebody else holds the database; nothing was done. */
  | 'busy'
  /** The statement is wrong; trying again is of no use. */
  | 'statement'
  /** There is no room for more; nothing was done. */
  | 'full'
  /** The database is away or broken. */
  | 'storage'

const wrongStatement = new Set(['SQLITE_ERROR', 'SQLITE_MISMATCH', 'SQLITE_RANGE', 'SQLITE_MISUSE', 'SQLITE_TOOBIG', 'ARGS_INVALID'])

export function failureOf(error: unknown): Failure {
  const code = codeOf(error)
  if (code.startsWith('SQLITE_CONSTRAINT')) return 'constraint'
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) return 'busy'
  if (code === 'SQLITE_FULL' || rawCodeOf(error) === writeFailed) return 'full'
  return wrongStatement.has(code) || error instanceof RangeError ? 'statement' : 'storage'
}

/** The error as callers see it: what is no fault of theirs is `StorageUnavailable`, without names of hosts or statements. */
export function publicError(error: unknown): unknown {
  if (error instanceof StorageUnavailable) return error
  const failure = failureOf(error)
  if (failure === 'full') return new StorageUnavailable('The database cannot be written: its disk is full, or its file may not grow', { cause: error, full: true })
  return failure === 'busy' || failure === 'storage' ? new StorageUnavailable('The database did not answer', { cause: error }) : error
}

/** A libSQL server sends no extended codes, so the message decides. */
export function violation(error: unknown): 'unique' | 'reference' | undefined {
  if (failureOf(error) !== 'constraint' || !(error instanceof Error)) return undefined
  if (error.message.includes('UNIQUE constraint failed')) return 'unique'
  return error.message.includes('FOREIGN KEY constraint failed') ? 'reference' : undefined
}

/** SQLITE_IOERR_WRITE: a limit on the size of files or on what a user may store. https://www.sqlite.org/rescode.html#ioerr_write */
const writeFailed = 778

function rawCodeOf(error: unknown): unknown {
  return error instanceof Error && 'rawCode' in error ? error.rawCode : undefined
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
