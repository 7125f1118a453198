// Classifies errors of the driver and of the client.
import { StorageUnavailable } from '@symbolon/core-protocol'

/** The meaning of an error. */
export type Failure =
  /** The data violates a constraint. The statement was undone; the transaction continues. */
  | 'constraint'
  /** The database is locked by another connection. Nothing was done. */
  | 'busy'
  /** The statement is invalid. */
  | 'statement'
  /** There is no space left. Nothing was done. */
  | 'full'
  /** The database is unreachable or damaged. */
  | 'storage'

const wrongStatement = new Set(['SQLITE_ERROR', 'SQLITE_MISMATCH', 'SQLITE_RANGE', 'SQLITE_MISUSE', 'SQLITE_TOOBIG', 'ARGS_INVALID'])

/** Classifies an error. */
export function failureOf(error: unknown): Failure {
  const code = codeOf(error)
  if (code.startsWith('SQLITE_CONSTRAINT')) return 'constraint'
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) return 'busy'
  if (code === 'SQLITE_FULL' || rawCodeOf(error) === writeFailed) return 'full'
  return wrongStatement.has(code) || error instanceof RangeError ? 'statement' : 'storage'
}

/** The error for callers: failures of the database become `StorageUnavailable`, whose message names no host and no statement. */
export function publicError(error: unknown): unknown {
  if (error instanceof StorageUnavailable) return error
  const failure = failureOf(error)
  if (failure === 'full')
    return new StorageUnavailable('The database cannot be written: the disk is full, or the file must not grow.', {
      cause: error,
      full: true,
    })
  return failure === 'busy' || failure === 'storage' ? new StorageUnavailable('The database did not answer.', { cause: error }) : error
}

/** The kind of constraint that was violated. A libSQL server sends no extended error codes, so the message decides. */
export function violation(error: unknown): 'unique' | 'reference' | undefined {
  if (failureOf(error) !== 'constraint' || !(error instanceof Error)) return undefined
  if (error.message.includes('UNIQUE constraint failed')) return 'unique'
  return error.message.includes('FOREIGN KEY constraint failed') ? 'reference' : undefined
}

/** SQLITE_IOERR_WRITE: for example a limit on the size of files, or a disk quota. https://www.sqlite.org/rescode.html#ioerr_write */
const writeFailed = 778

function rawCodeOf(error: unknown): unknown {
  return error instanceof Error && 'rawCode' in error ? error.rawCode : undefined
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
