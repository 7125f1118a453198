// Inserts many rows of one table. The statement for a number of rows is compiled once, because compiling it takes longer than running it.
import type { Compilable, CompiledQuery, Transaction } from 'kysely'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { batchSize, chunks } from '../sql/chunks.ts'

/** The inserts by table, columns and number of rows. They are those of one database. */
export type Insertions = Map<string, CompiledQuery>

/**
 * Inserts the rows, some at a time.
 * @param table names the statement: `build` gives the same one for all rows of the table with the same columns
 * @param rows all with the same columns, in the same order
 * @param build the statement for some rows: their values come first, and all other parameters are constants
 */
export async function insertRows<Row extends object>(
  trx: Transaction<ResourceTables>,
  insertions: Insertions,
  table: string,
  rows: readonly Row[],
  build: (rows: readonly Row[]) => Compilable,
): Promise<void> {
  if (rows.length === 0) return
  const columns = Object.keys(rows[0] ?? {}) as (keyof Row & string)[]
  const name = [table, ...columns].join(' ')
  for (const some of batches(rows)) {
    const sized = `${name} ${some.length}`
    const query = insertions.get(sized) ?? build(some).compile()
    insertions.set(sized, query)
    const parameters = [...query.parameters]
    let index = 0
    for (const row of some) for (const column of columns) parameters[index++] = row[column]
    await trx.executeQuery({ ...query, parameters })
  }
}

/** Hundreds of rows, then tens, then the rest: a table has nineteen statements, not a hundred. */
function batches<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const [hundreds, tens] = [rows.length - (rows.length % batchSize), rows.length - (rows.length % 10)]
  return [...chunks(rows.slice(0, hundreds), batchSize), rows.slice(hundreds, tens), rows.slice(tens)].filter(({ length }) => length > 0)
}
