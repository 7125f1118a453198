// The table of assertion ids that were used.
import { key, tableWords } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'
import type { SqlDialect } from '../sql/dialect.ts'

export function assertionIdMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-assertion-ids': {
      async up(db) {
        const { table, index, integer } = tableWords(db, dialect)
        await table('assertion_ids', (t) => integer(t.addColumn('id', 'text', key), 'expires_at'))
        await index('assertion_ids', ['expires_at'])
      },
    },
  }
}
