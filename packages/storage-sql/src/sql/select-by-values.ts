// Looks many values up.
import type { Compilable, Kysely } from 'kysely'
import { batchSize, chunks } from './chunks.ts'
import { compiledOnce } from './compiled-once.ts'

/**
 * @param name names the query: `build` gives the same one for all batches of the same size
 * @param before the parameters of the query that come before the values
 * @param build the query for some values, which are its last parameters
 * @returns the rows of all batches
 */
export async function selectByValues<Tables, Row>(
  db: Kysely<Tables>,
  name: string,
  before: readonly unknown[],
  values: readonly string[],
  build: (values: readonly string[]) => Compilable<Row>,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const some of chunks(values, batchSize)) {
    // Most look-ups are for one value or for a whole batch.
    const isUsual = some.length === batchSize || some.length === 1
    const parameters = [...before, ...some]
    const query = isUsual ? compiledOnce(db, `${some.length} ${name}`, () => build(some), parameters.length) : build(some).compile()
    const found = await db.executeQuery<Row>({ ...query, parameters })
    rows.push(...found.rows)
  }
  return rows
}
