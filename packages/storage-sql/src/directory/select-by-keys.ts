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
 * How rows are kept as they are until the transaction ends, on databases with several writers. `share` lets other transactions keep them too.
 */
export type Lock = 'update' | 'share'

/** What is read of a row. */
export interface Reading {
  /** Names the reading: it has the same columns and the same lock each time. */
  readonly name: string
  readonly columns: readonly string[]
  readonly lock: Lock | undefined
}

/**
 * @param reading absent for whole rows
 * @returns the rows with the keys, also those of another kind with the same table
 * @throws TypeError if a key has another number of parts than a key of the kind
 */
export async function selectByKeys(
  db: Kysely<ResourceTables>,
  kind: ResourceKind,
  keys: readonly (readonly string[])[],
  reading?: Reading,
): Promise<readonly Row[]> {
  const { table, keys: columns } = resourceLayouts[kind]
  const matching = (some: readonly (readonly string[])[]): Compilable<Row> => {
    const matched = anyTables(db)
      .selectFrom(table)
      .where((eb) => matchesKey(eb, columns, some))
    const rows = reading === undefined ? matched.selectAll() : matched.select(reading.columns)
    if (reading?.lock === undefined) return rows
    // In one order in every transaction: otherwise two could wait for one another.
    const ordered = columns.reduce((all, column) => all.orderBy(column), rows)
    return reading.lock === 'update' ? ordered.forUpdate() : ordered.forShare()
  }
  if (columns.length === 1) {
    const ids = keys.map((key) => onlyPart(kind, key))
    return await selectByValues(db, `${reading?.name ?? 'rows'} of ${table}`, [], ids, (some) => matching(some.map((id) => [id])))
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
