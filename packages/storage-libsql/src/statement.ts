// A statement and its result, as every database here takes and gives them.
import type { CompiledQuery, QueryResult } from 'kysely'

export type Value = string | bigint | null
export type Row = Readonly<Record<string, unknown>>

export interface Statement {
  readonly sql: string
  readonly args: readonly Value[]
}

export interface Result {
  readonly rows: readonly Row[]
  /** How many rows a statement without RETURNING touched. */
  readonly changes: number
}

export function toStatement(query: CompiledQuery): Statement {
  return { sql: query.sql, args: query.parameters.map(toValue) }
}

/**
 * The driver binds every number as REAL, which a TEXT column keeps as `1.0`, and aborts the process on a boolean: integers go as
 * bigint, and types that a column here never has are refused.
 */
function toValue(value: unknown): Value {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  // The driver hands text back only up to the first NUL, so none is ever stored: it stands for an unknown character, as in HTML.
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
  if (value === null || (typeof value === 'bigint' && BigInt.asIntN(64, value) === value)) return value
  throw new TypeError(`A value of type ${typeof value} cannot be bound`)
}

/** The type of the rows is Kysely's inference from the query, which nothing here can check. */
export function toQueryResult<R>(result: Result): QueryResult<R>
export function toQueryResult({ rows, changes }: Result): QueryResult<Row> {
  return { rows: [...rows], numAffectedRows: BigInt(changes) }
}
