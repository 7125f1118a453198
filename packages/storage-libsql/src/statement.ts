// A statement as the client takes it, and a result as Kysely takes it.
import type { InStatement, InValue, ResultSet } from '@libsql/client'
import type { CompiledQuery, QueryResult } from 'kysely'

export type Statement = Exclude<InStatement, string>

export function toStatement(query: CompiledQuery): Statement {
  return { sql: query.sql, args: query.parameters.map(toArgument) }
}

/**
 * The client binds every number as REAL, which a TEXT column keeps as `1.0`: integers go as bigint, and types that a column
 * here never has are refused.
 */
function toArgument(value: unknown): InValue {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  // The client hands text back only up to the first NUL, so none is ever stored: it stands for an unknown character, as in HTML.
  if (typeof value === 'string') return value.replaceAll('\0', '\uFFFD')
  if (typeof value === 'bigint' || value === null) return value
  throw new TypeError(`A value of type ${typeof value} cannot be bound`)
}

export function toQueryResult<Row>(result: ResultSet): QueryResult<Row> {
  return { rows: result.rows.map(plain<Row>), numAffectedRows: BigInt(result.rowsAffected) }
}

/** The client's rows carry hidden indices and a length; what the query selected are the enumerable members. */
function plain<Row>(row: object): Row
function plain(row: object): object {
  return { ...row }
}
