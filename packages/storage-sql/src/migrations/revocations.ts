// The table of what was ended before its time.
import { key, tableWords } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'
import type { SqlDialect } from '../sql/dialect.ts'

export function revocationMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-revocations': {
      async up(db) {
        const { table, index, integer } = tableWords(db, dialect)
        await table('revocations', (t) => integer(t.addColumn('id', 'text', key), 'expires_at'))
        await index('revocations', ['expires_at'])
      },
    },
  }
}
