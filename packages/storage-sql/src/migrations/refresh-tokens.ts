// The table of refresh tokens: a row for each family.
import { key, required, tableWords } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'
import type { SqlDialect } from '../sql/dialect.ts'

export function refreshTokenMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-refresh-tokens': {
      async up(db) {
        const { table, index, integer } = tableWords(db, dialect)
        await table('refresh_tokens', (t) => {
          const named = t.addColumn('family', 'text', key).addColumn('authorization_id', 'text', required)
            .addColumn('client_id', 'text', required).addColumn('subject', 'text', required).addColumn('scope', 'text', required)
            .addColumn('audience', 'text', required).addColumn('authentication', 'text').addColumn('claims', 'text')
            .addColumn('actor', 'text').addColumn('digest', 'text', required).addColumn('previous_digest', 'text')
          const timed = integer(integer(integer(named, 'issued_at'), 'ends_at'), 'expires_at')
          return integer(timed, 'repeatable_until', (column) => column)
        })
        await index('refresh_tokens', ['expires_at'])
      },
    },
    '002-exchange': {
      async up(db) {
        await db.schema.alterTable('refresh_tokens').addColumn('exchanged_from', 'text').execute()
      },
    },
    '003-validity': {
      async up(db) {
        await tableWords(db, dialect).addText('refresh_tokens', 'validity')
      },
    },
    '004-of-user': {
      async up(db) {
        await tableWords(db, dialect).index('refresh_tokens', ['subject', 'client_id', 'expires_at'])
      },
    },
  }
}
