// Looks many values up. The query for a whole batch of values is compiled once, because compiling it takes longer than running it.
import type { ResourceKind } from '@symbolon/core-protocol'
import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { chunks } from '../sql/chunks.ts'
import { anyTables, matchesKey } from './any-table.ts'
import { batchSize } from './insert-rows.ts'
import { resourceLayouts } from './resource-layouts.ts'
import type { Row } from './resource-layouts.ts'

/** The queries of whole batches by name, of each database. */
const compiled = new WeakMap<object, Map<string, CompiledQuery>>()

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
  const { adapter } = db.getExecutor()
  const known = compiled.get(adapter) ?? new Map<string, CompiledQuery>()
  compiled.set(adapter, known)
  const rows: Row[] = []
  for (const some of chunks(values, batchSize)) {
    if (some.length < batchSize) {
      rows.push(...(await db.executeQuery(build(some).compile())).rows)
      continue
    }
    const query = known.get(name) ?? build(some).compile()
    known.set(name, query)
    const found = await db.executeQuery<Row>({ ...query, parameters: [...before, ...some] })
    rows.push(...found.rows)
  }
  return rows
}

/**
 * @returns the rows with the keys, also those of another kind with the same table
 * @throws TypeError if a key has another number of parts than a key of the kind
 */
export async function selectByKeys(
  db: Kysely<ResourceTables>,
  kind: ResourceKind,
  keys: readonly (readonly string[])[],
): Promise<readonly Row[]> {
  const { table, keys: columns } = resourceLayouts[kind]
  const matching = (some: readonly (readonly string[])[]): Compilable<Row> =>
    anyTables(db)
      .selectFrom(table)
      .selectAll()
      .where((eb) => matchesKey(eb, columns, some))
  if (columns.length === 1) {
    const ids = keys.map((key) => onlyPart(kind, key))
    return await selectByValues(db, `rows of ${table}`, [], ids, (some) => matching(some.map((id) => [id])))
  }
  const rows: Row[] = []
  for (const some of chunks(keys, batchSize)) rows.push(...(await db.executeQuery(matching(some).compile())).rows)
  return rows
}

function onlyPart(kind: ResourceKind, key: readonly string[]): string {
  const [id] = key
  if (id === undefined || key.length > 1) throw new TypeError(`The key of ${kind} has 1 part, not ${key.length}`)
  return id
}
