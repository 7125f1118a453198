// Statements and results in the form that all databases of this package use.
import { ValueNode } from 'kysely'
import type { CompiledQuery, OperationNode, QueryResult } from 'kysely'

/** A value that can be bound. */
export type Value = string | bigint | null
/** One row by column names. */
export type Row = Readonly<Record<string, unknown>>

/** One SQL statement. */
export interface Statement {
  readonly sql: string
  readonly args: readonly Value[]
  /** Whether it returns at most one row. */
  readonly first?: boolean
}

/** Statements that take effect together: all of them or none. */
export interface Unit {
  readonly statements: readonly Statement[]
  /** Whether the first statement is a condition: if it returns no row, the others are not run. It changes nothing then. */
  readonly conditional?: boolean
}

/** The result of a statement. */
export interface Result {
  /** The rows belong to the caller, who may change them. */
  readonly rows: Row[]
  /** The number of rows that a statement without RETURNING changed. */
  readonly changes: number
}

/** The result of a unit of one statement. @throws TypeError when the unit ran no statement */
export function only([result]: readonly Result[]): Result {
  if (result === undefined) throw new TypeError('The statement was not run.')
  return result
}

/** Whether the statement changed the database; true if that is unknown. */
export function changesData(statement: Statement | undefined, { rows, changes }: Result): boolean {
  if (changes > 0) return true
  const query = statement === undefined || /^\s*(?:select|insert|update|delete)\b/i.test(statement.sql)
  return !query || (rows.length > 0 && !/^\s*select\b/i.test(statement?.sql ?? ''))
}

/** Converts a query of Kysely. */
export function toStatement(query: CompiledQuery): Statement {
  return { sql: query.sql, args: query.parameters.map(toValue), first: returnsOne(query) }
}

/** Whether the query is limited to one row. */
export function returnsOne({ query }: CompiledQuery): boolean {
  const limit: OperationNode | undefined = query.kind === 'SelectQueryNode' ? query.limit?.limit : undefined
  return limit !== undefined && ValueNode.is(limit) && limit.value === 1
}

/**
 * Converts a value. The driver binds every number as REAL, which a TEXT column stores as `1.0`, and aborts the process on a boolean. So
 * integers become bigint, and types that no column has are refused.
 * @throws TypeError for a value of another type
 */
export function toValue(value: unknown): Value {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  // The driver returns text only up to the first NUL. U+FFFD is stored instead, as in HTML.
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
  if (value === null || (typeof value === 'bigint' && BigInt.asIntN(64, value) === value)) return value
  throw new TypeError(`A value of type ${typeof value} cannot be bound.`)
}

/** Converts a result. The type of the rows is inferred by Kysely from the query and cannot be checked here. */
export function toQueryResult<R>(result: Result): QueryResult<R>
export function toQueryResult({ rows, changes }: Result): QueryResult<Row> {
  return { rows, numAffectedRows: BigInt(changes) }
}
