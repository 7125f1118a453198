// A statement and its result, as every database here takes and gives them.
import { ValueNode } from 'kysely'
import type { CompiledQuery, OperationNode, QueryResult } from 'kysely'

export type Value = string | bigint | null
export type Row = Readonly<Record<string, unknown>>

export interface Statement {
  readonly sql: string
  readonly args: readonly Value[]
  /** It gives one row at most. */
  readonly first?: boolean
}

export interface Result {
  /** Of whoever asked. */
  readonly rows: Row[]
  /** How many rows a statement without RETURNING touched. */
  readonly changes: number
}

/** Whether the statement has changed the database; yes where it cannot be told. */
export function changesData(statement: Statement | undefined, { rows, changes }: Result): boolean {
  if (changes > 0) return true
  const query = statement === undefined || /^\s*(?:select|insert|update|delete)\b/i.test(statement.sql)
  return !query || (rows.length > 0 && !/^\s*select\b/i.test(statement?.sql ?? ''))
}

/** @param one whether it is known to give one row at most */
export function toStatement({ sql, parameters, query }: CompiledQuery, one = false): Statement {
  return { sql, args: parameters.map(toValue), first: one || (query.kind === 'SelectQueryNode' && isOne(query.limit?.limit)) }
}

function isOne(limit: OperationNode | undefined): boolean {
  return limit !== undefined && ValueNode.is(limit) && limit.value === 1
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
  return { rows, numAffectedRows: BigInt(changes) }
}
