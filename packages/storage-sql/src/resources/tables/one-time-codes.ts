// What signing in keeps of a user beside the password: the codes of an authenticator app that were accepted and the tries against them; and
// how slow the passwords are to verify that came with a document.
import { owned, tableWords } from '../../sql/schema.ts'
import type { Migrations } from '../../sql/schema.ts'
import type { SqlDialect } from '../../sql/dialect.ts'

export function oneTimeCodeMigrations(dialect: SqlDialect): Migrations {
  return {
    '003-one-time-codes': {
      async up(db) {
        const { table, index, integer, addInteger } = tableWords(db, dialect)
        await table('one_time_codes', (t) => {
          const named = integer(t.addColumn('user_id', 'text', (column) => owned('users.user_id')(column).primaryKey()), 'failed_attempts')
          return integer(integer(named, 'last_attempt_at', (column) => column), 'last_step', (column) => column)
        })
        await addInteger('passwords', 'cost')
        await index('passwords', ['cost'])
      },
    },
  }
}
