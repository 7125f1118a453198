// What signing in keeps beside the password: the browsers that users are known in, and the tries that failed. Tries against passwords stood
// beside the hash before; those of names that nobody has stand with them now.
import { key, owned, required, tableWords } from '../../sql/schema.ts'
import type { Migrations } from '../../sql/schema.ts'
import type { SqlDialect } from '../../sql/dialect.ts'

export function signInMigrations(dialect: SqlDialect): Migrations {
  return {
    '004-sign-in': {
      async up(db) {
        const { table, index, integer } = tableWords(db, dialect)
        await table('known_browsers', (t) => {
          const named = t.addColumn('browser', 'text', required).addColumn('user_id', 'text', owned('users.user_id'))
          return integer(integer(named, 'used_at'), 'expires_at').addPrimaryKeyConstraint('known_browsers_key', ['browser', 'user_id'])
        })
        await index('known_browsers', ['user_id'])
        await index('known_browsers', ['expires_at'])
        await table('sign_in_attempts', (t) => {
          const named = t.addColumn('attempt_key', 'text', key).addColumn('user_id', 'text')
          return integer(integer(integer(named, 'failed_attempts'), 'last_attempt_at'), 'expires_at')
        })
        await index('sign_in_attempts', ['user_id'])
        await index('sign_in_attempts', ['expires_at'])
        for (const column of ['failed_attempts', 'last_attempt_at']) await db.schema.alterTable('passwords').dropColumn(column).execute()
      },
    },
  }
}
