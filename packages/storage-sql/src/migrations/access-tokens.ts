// The table of opaque access tokens.
import { key, required, tableWords } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'
import type { SqlDialect } from '../sql/dialect.ts'

export function accessTokenMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-access-tokens': {
      async up(db) {
        const { table, index, integer } = tableWords(db, dialect)
        await table('access_tokens', (t) => {
          const named = t.addColumn('digest', 'text', key).addColumn('id', 'text', required).addColumn('authorization_id', 'text', required)
            .addColumn('client_id', 'text', required).addColumn('subject', 'text', required).addColumn('session_id', 'text')
            .addColumn('scope', 'text', required).addColumn('audience', 'text', required).addColumn('userinfo_claims', 'text')
          return integer(integer(named, 'issued_at'), 'expires_at')
        })
        await index('access_tokens', ['expires_at'])
      },
    },
    '002-actor': {
      async up(db) {
        await db.schema.alterTable('access_tokens').addColumn('actor', 'text').execute()
      },
    },
    '003-exchange': {
      async up(db) {
        for (const column of ['authentication', 'exchanged_from']) await db.schema.alterTable('access_tokens').addColumn(column, 'text').execute()
        await tableWords(db, dialect).addInteger('access_tokens', 'offline_until')
      },
    },
  }
}
