// The table of authorization codes.
import { key, required, tableWords } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'
import type { SqlDialect } from '../sql/dialect.ts'

export function authorizationCodeMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-authorization-codes': {
      async up(db) {
        const { table, index, integer } = tableWords(db, dialect)
        await table('authorization_codes', (t) => {
          const named = t.addColumn('digest', 'text', key).addColumn('authorization_id', 'text', required)
            .addColumn('client_id', 'text', required).addColumn('redirect_uri', 'text', required).addColumn('user_id', 'text', required)
            .addColumn('session_id', 'text', required).addColumn('scope', 'text', required).addColumn('nonce', 'text')
            .addColumn('code_challenge', 'text').addColumn('claims', 'text').addColumn('amr', 'text', required)
            .addColumn('acr', 'text', required)
          const timed = integer(integer(integer(named, 'authenticated_at'), 'issued_at'), 'expires_at')
          return integer(integer(timed, 'remembered_until'), 'consumed_at', (column) => column)
        })
        await index('authorization_codes', ['remembered_until'])
      },
    },
    '002-validity': {
      async up(db) {
        await tableWords(db, dialect).addText('authorization_codes', 'validity')
      },
    },
  }
}
