// The table of the instance's flags: one row.
import { key, required, tableWords } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'
import type { SqlDialect } from '../sql/dialect.ts'

export function featureMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-features': {
      async up(db) {
        const { table, integer } = tableWords(db, dialect)
        await table('features', (t) => (
          integer(integer(t.addColumn('id', 'text', key), 'sequence'), 'changed_at').addColumn('flags', 'text', required)
        ))
      },
    },
  }
}
