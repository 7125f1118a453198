// Classifies errors of the server and of the connection. https://www.postgresql.org/docs/current/errcodes-appendix.html
import { StorageUnavailable } from '@symbolon/core-protocol'
import { DatabaseError } from 'pg'

/** The meaning of an error. */
export type Failure =
  /** The statement is invalid, or the data violates a constraint. The connection is in order. */
  | 'statement'
  /** The transaction conflicted with another transaction and was rolled back. A repetition succeeds. */
  | 'conflict'
  /** A table was changed after the server had planned the statement for this connection. Nothing was done. */
  | 'outdated'
  /** There is no space left. Nothing was done. */
  | 'full'
  /** The server gave up, refuses, or cannot be reached. It is unknown what was done. */
  | 'unavailable'

/** serialization_failure, deadlock_detected */
const conflicts: ReadonlySet<string> = new Set(['40001', '40P01'])
/** disk_full, configuration_limit_exceeded (such as temp_file_limit) */
const full: ReadonlySet<string> = new Set(['53100', '53400'])
/**
 * Classes: connection exception, invalid authorization, insufficient resources, operator intervention, system error, internal error. Single
 * codes: lock_not_available, time-outs of idle transactions and of whole ones, read_only_sql_transaction (a server that is no longer the
 * primary one), invalid_catalog_name.
 */
const unavailable = /^(?:08|28|53|57|58|XX|55P03$|25P03$|25P04$|25006$|3D000$)/

/** Classifies an error. */
export function failureOf(error: unknown): Failure {
  const code = codeOf(error)
  if (code === undefined) return 'unavailable'
  if (conflicts.has(code)) return 'conflict'
  if (full.has(code)) return 'full'
  if (unavailable.test(code)) return 'unavailable'
  return code === '0A000' && error instanceof DatabaseError && error.routine === 'RevalidateCachedQuery' ? 'outdated' : 'statement'
}

/** The SQLSTATE; undefined for an error that the server did not report, such as of a socket. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined
}

/** The error for callers: failures of the database become `StorageUnavailable`, whose message names no host and no statement. */
export function publicError(error: unknown): unknown {
  if (error instanceof StorageUnavailable) return error
  const failure = failureOf(error)
  if (failure === 'statement') return error
  const message = failure === 'full' ? 'The database cannot be written: the disk is full.' : 'The database did not answer.'
  return new StorageUnavailable(message, { cause: error, full: failure === 'full' })
}

/** Whether the work that failed with this error was rolled back and succeeds when it is done again. */
export function isRepeatable(error: unknown): boolean {
  if (!(error instanceof StorageUnavailable)) return false
  const failure = error.cause === undefined ? undefined : failureOf(error.cause)
  return failure === 'conflict' || failure === 'outdated'
}

/** The kind of constraint that was violated. */
export function violation(error: unknown): 'unique' | 'reference' | undefined {
  const code = codeOf(error)
  return code === '23505' ? 'unique' : code === '23503' ? 'reference' : undefined
}
