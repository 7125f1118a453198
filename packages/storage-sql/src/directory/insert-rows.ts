// Inserts many rows of one table. The statement of a whole batch is compiled once, because compiling it takes longer than running it.
import type { Compilable, CompiledQuery, Transaction } from 'kysely'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { chunks } from '../sql/chunks.ts'

/** Rows of one statement: few enough that the driver keeps it prepared and that the event loop is not blocked. */
export const batchSize = 100

/** The inserts of whole batches, by table and columns. They are those of one database. */
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
  for (const some of chunks(rows, batchSize)) {
    const isWhole = some.length === batchSize
    const query = (isWhole ? insertions.get(name) : undefined) ?? build(some).compile()
    if (isWhole) insertions.set(name, query)
    const parameters = [...query.parameters]
    let index = 0
    for (const row of some) for (const column of columns) parameters[index++] = row[column]
    await trx.executeQuery({ ...query, parameters })
  }
}
