// The table of signing keys.
import { key, required, tableWords } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'
import type { SqlDialect } from '../sql/dialect.ts'

export function signingKeyMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-signing-keys': {
      async up(db) {
        const { table, index, integer } = tableWords(db, dialect)
        await table('signing_keys', (t) => {
          const named = integer(t.addColumn('kid', 'text', key).addColumn('algorithm', 'text', required), 'sequence')
            .addColumn('public_jwk', 'text', required).addColumn('sealed_private_jwk', 'text', required)
          return integer(integer(integer(named, 'created_at'), 'active_from'), 'retired_at', (column) => column)
        })
        await index('signing_keys', ['algorithm', 'sequence'], { unique: true })
      },
    },
    '002-rotation': {
      async up(db) {
        const { addInteger } = tableWords(db, dialect)
        // Whoever opens the database next raises them to what it needs.
        await addInteger('signing_keys', 'token_lifetime', (column) => column.notNull().defaultTo(0))
        await addInteger('signing_keys', 'key_set_max_age', (column) => column.notNull().defaultTo(0))
        await addInteger('signing_keys', 'revoked_at')
      },
    },
  }
}
