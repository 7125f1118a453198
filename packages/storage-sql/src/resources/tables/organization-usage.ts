// How much of some kinds an organization has, for limits whose count would take long at each change. A row is written by changes that such a
// limit applies to. Other changes are noticed at the next count.
import { owned, required, schemaOf } from '../../sql/schema.ts'
import type { Migrations } from '../../sql/schema.ts'
import type { SqlDialect } from '../../sql/dialect.ts'

/** The use of one kind by one organization. */
export interface OrganizationUsageTable {
  readonly org_id: string
  /** What is counted, such as `users rows`. */
  readonly counted: string
  readonly used: number
  /** Milliseconds since the epoch: when it was counted. Later changes were added. */
  readonly counted_at: number
}

/** The table of this file. */
export interface OrganizationUsageTables {
  readonly organization_usage: OrganizationUsageTable
}

/** The migration that adds the table. */
export function organizationUsageMigrations(dialect: SqlDialect): Migrations {
  return {
    '028-usage-of-organizations': {
      async up(db) {
        const { table, integer } = schemaOf(db, dialect)
        await table('organization_usage', (t) =>
          integer(
            integer(t.addColumn('org_id', 'text', owned('orgs.org_id')).addColumn('counted', 'text', required), 'used'),
            'counted_at',
          ).addPrimaryKeyConstraint('organization_usage_key', ['org_id', 'counted']),
        )
      },
    },
  }
}
