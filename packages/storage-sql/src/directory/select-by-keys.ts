// Looks many resources up by their keys.
import type { ResourceKind } from '@symbolon/core-protocol'
import type { Compilable, Kysely } from 'kysely'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { batchSize, chunks } from '../sql/chunks.ts'
import { selectByValues } from '../sql/select-by-values.ts'
import { anyTables, matchesKey } from './any-table.ts'
import { resourceLayouts } from './resource-layouts.ts'
import type { Row } from './resource-layouts.ts'

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
