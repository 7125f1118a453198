// Inserts many rows of one table.
import { sql } from 'kysely'
import type { Compilable, Transaction } from 'kysely'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { batchSize, chunks } from '../sql/chunks.ts'
import { compiledOnce } from '../sql/compiled-once.ts'
import type { SqlDialect } from '../sql/dialect.ts'

/**
 * Inserts the rows, some at a time.
 * @param table names the statement: `build` gives the same one for all rows of the table with the same columns
 * @param rows all with the same columns, in the same order
 * @param build the statement for some rows: their values come first, and all other parameters are constants
 */
export async function insertRows<Row extends object>(
  trx: Transaction<ResourceTables>,
  { parameter }: Pick<SqlDialect, 'parameter'>,
  table: string,
  rows: readonly Row[],
  build: (rows: readonly Row[]) => Compilable,
): Promise<void> {
  if (rows.length === 0) return
  const columns = Object.keys(rows[0] ?? {}) as (keyof Row & string)[]
  for (const some of batches(rows)) {
    const shared = sharedColumns(some, columns)
    const name = ['insert', table, ...columns, some.length, ...shared].join(' ')
    const values = valuesOf(some, columns, shared)
    const query = compiledOnce(trx, name, () => build(withReferences(some, columns, shared, parameter)), values.length)
    await trx.executeQuery({ ...query, parameters: [...values, ...query.parameters] })
  }
}

/** Hundreds of rows, then tens, then the rest: a table has nineteen statements, not a hundred. */
function batches<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const [hundreds, tens] = [rows.length - (rows.length % batchSize), rows.length - (rows.length % 10)]
  return [...chunks(rows.slice(0, hundreds), batchSize), rows.slice(hundreds, tens), rows.slice(tens)].filter(({ length }) => length > 0)
}

/**
 * The columns in which all rows of a whole batch have one value, such as the organization. It is bound once: binding the values takes about
 * half of the time of an insert.
 */
function sharedColumns<Row extends object>(rows: readonly Row[], columns: readonly (keyof Row)[]): readonly (keyof Row)[] {
  const [first] = rows
  if (first === undefined || rows.length < batchSize) return []
  return columns.filter((column) => rows.every((row) => row[column] === first[column]))
}

/** The first row binds the shared values, and the others refer to them. Kysely takes a reference for a value of any type. */
function withReferences<Row extends object>(
  [first, ...others]: readonly Row[],
  columns: readonly (keyof Row)[],
  shared: readonly (keyof Row)[],
  parameter: SqlDialect['parameter'],
): readonly Row[] {
  if (first === undefined) return []
  const references = Object.fromEntries(shared.map((column) => [column, sql.raw(parameter(columns.indexOf(column) + 1))]))
  return [first, ...others.map((row) => ({ ...row, ...references }))]
}

/** The values that a statement binds: all of the first row, and of the others those that are not shared. */
function valuesOf<Row extends object>(
  [first, ...others]: readonly Row[],
  columns: readonly (keyof Row)[],
  shared: readonly (keyof Row)[],
): readonly unknown[] {
  const own = columns.filter((column) => !shared.includes(column))
  const values: unknown[] = first === undefined ? [] : columns.map((column) => first[column])
  for (const row of others) for (const column of own) values.push(row[column])
  return values
}
