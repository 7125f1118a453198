// The tables of resources without their types, for code that works alike on all of them: columns have the names that the layouts give.
import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'

/** Every table with every column that a layout names. */
export type AnyTables = Record<string, Record<string, string | number | null>>

/** The same database with untyped tables. */
export function anyTables(db: Kysely<ResourceTables>): Kysely<AnyTables> {
  return db.$pickTables<never>().$extendTables<AnyTables>()
}

/**
 * The condition that the key of a row is one of the keys.
 * @throws TypeError if a key has another number of parts than there are columns
 */
export function matchesKey(
  eb: ExpressionBuilder<AnyTables, string>,
  columns: readonly [string, ...string[]],
  keys: readonly (readonly string[])[],
): Expression<SqlBool> {
  for (const key of keys) if (key.length !== columns.length) throw new TypeError(`The key has ${key.length} parts, not ${columns.length}`)
  const [only, ...others] = columns
  if (others.length === 0)
    return eb(
      only,
      'in',
      keys.map(([part]) => part ?? ''),
    )
  return eb.or(keys.map((key) => eb.and(columns.map((column, index) => eb(column, '=', key[index] ?? '')))))
}

/** Whether the key of a row comes after the key. The comparison of the first column alone lets the database start at the page. */
export function comesAfter(
  eb: ExpressionBuilder<AnyTables, string>,
  columns: readonly string[],
  key: readonly (string | number | null)[],
): Expression<SqlBool> {
  const [column = '', ...others] = columns
  const [value = '', ...rest] = key
  if (others.length === 0) return eb(column, '>', value)
  return eb.and([eb(column, '>=', value), eb.or([eb(column, '>', value), comesAfter(eb, others, rest)])])
}
