// Runs queries that take effect together.
import type { CompiledQuery, Kysely } from 'kysely'
import type { SqlDialect } from './dialect.ts'

/**
 * Runs queries in one transaction: all of them take effect, or none.
 * @param conditional whether the first query is a condition: if it returns no row, the others are not run
 * @returns false if the condition was not met
 */
export function executeTogether<Tables>(
  db: Kysely<Tables>,
  dialect: SqlDialect,
  queries: readonly CompiledQuery[],
  conditional: boolean,
): Promise<boolean> {
  if (dialect.executeTogether !== undefined) return dialect.executeTogether(queries, conditional)
  return db.transaction().execute(async (transaction) => {
    for (const [index, query] of queries.entries()) {
      const { rows } = await transaction.executeQuery(query)
      if (conditional && index === 0 && rows.length === 0) return false
    }
    return true
  })
}
