// The condition that a row's key is among the given ones.
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { AnyTables } from './any-table.ts'

export function matchingKeys(
  eb: ExpressionBuilder<AnyTables, string>,
  columns: readonly [string, ...string[]],
  keys: readonly (readonly string[])[],
): Expression<SqlBool> {
  for (const key of keys) if (key.length !== columns.length) throw new TypeError(`A key of ${columns.length} parts has ${key.length}`)
  const [only, ...others] = columns
  if (others.length === 0) return eb(only, 'in', keys.map(([part]) => part ?? ''))
  return eb.or(keys.map((key) => eb.and(columns.map((column, index) => eb(column, '=', key[index] ?? '')))))
}
