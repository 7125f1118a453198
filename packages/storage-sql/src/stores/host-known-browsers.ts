// The known browsers of users whom the host keeps. The database has no rows of these users, so a known browser ends by its expiry alone.
import type { KnownBrowsersTable } from '../resources/tables/sign-in.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { required, schemaOf } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'

/** The table of this store. */
export interface HostKnownBrowserTables {
  readonly host_known_browsers: KnownBrowsersTable
}

/** The migrations of this store. */
export function hostKnownBrowserMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-host-known-browsers': {
      async up(db) {
        const { table, index, integer } = schemaOf(db, dialect)
        await table('host_known_browsers', (t) => {
          const named = t.addColumn('browser', 'text', required).addColumn('user_id', 'text', required)
          return integer(integer(named, 'used_at'), 'expires_at').addPrimaryKeyConstraint('host_known_browsers_key', ['browser', 'user_id'])
        })
        await index('host_known_browsers', ['user_id'])
        await index('host_known_browsers', ['expires_at'])
      },
    },
    '002-ids': {
      async up(db) {
        await schemaOf(db, dialect).addText('host_known_browsers', 'browser_id')
      },
    },
  }
}
