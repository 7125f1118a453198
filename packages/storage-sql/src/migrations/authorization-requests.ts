// The table of authorization requests that wait for the user.
import { key, required, tableWords } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'
import type { SqlDialect } from '../sql/dialect.ts'

export function authorizationRequestMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-authorization-requests': {
      async up(db) {
        const { table, index, integer } = tableWords(db, dialect)
        await table('authorization_requests', (t) => {
          const named = t.addColumn('id', 'text', key).addColumn('browser', 'text').addColumn('request', 'text', required)
            .addColumn('session_id', 'text').addColumn('login_name', 'text')
          return integer(integer(named, 'created_at'), 'expires_at')
        })
        await index('authorization_requests', ['expires_at'])
      },
    },
    '002-room': {
      async up(db) {
        const { addInteger, addText, index } = tableWords(db, dialect)
        await addText('authorization_requests', 'source')
        for (const column of ['bytes', 'touched']) {
          await addInteger('authorization_requests', column, (each) => each.notNull().defaultTo(0))
        }
        // Holds all that tells who takes how much room, and in which order it is taken back.
        await index('authorization_requests', ['source', 'touched', 'created_at', 'bytes'])
      },
    },
  }
}
