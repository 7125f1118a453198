// The table of sessions.
import { key, required, tableWords } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'
import type { SqlDialect } from '../sql/dialect.ts'

export function sessionMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-sessions': {
      async up(db) {
        const { table, index, integer } = tableWords(db, dialect)
        await table('sessions', (t) => {
          const named = t.addColumn('id', 'text', key).addColumn('user_agent', 'text', required).addColumn('user_id', 'text', required)
            .addColumn('factors', 'text', required)
          return integer(integer(integer(named, 'authenticated_at'), 'created_at'), 'expires_at')
        })
        await index('sessions', ['user_agent'])
        await index('sessions', ['expires_at'])
      },
    },
    '002-validity': {
      async up(db) {
        await tableWords(db, dialect).addText('sessions', 'validity')
      },
    },
    '003-of-user': {
      async up(db) {
        await tableWords(db, dialect).index('sessions', ['user_id', 'expires_at'])
      },
    },
  }
}
