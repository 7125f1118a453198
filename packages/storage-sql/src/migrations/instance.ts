// The table of facts about the instance.
import { key, required, tableWords } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'
import type { SqlDialect } from '../sql/dialect.ts'

export function instanceMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-instance': {
      async up(db) {
        const { table } = tableWords(db, dialect)
        await table('instance', (t) => t.addColumn('name', 'text', key).addColumn('value', 'text', required))
      },
    },
  }
}
