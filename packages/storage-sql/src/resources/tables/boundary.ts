// Which applications of other organizations users have signed in to on a page, and the policy of instances that an earlier release has filled.
import { owned, schemaOf } from '../../sql/schema.ts'
import type { Migrations } from '../../sql/schema.ts'
import type { SqlDialect } from '../../sql/dialect.ts'
import { sql } from 'kysely'

/** One application that one user has signed in to on a page. */
export interface ShownSignInsTable {
  readonly user_id: string
  readonly app_id: string
  readonly shown_at: number
}

/** The table of this file. */
export interface BoundaryTables {
  readonly shown_sign_ins: ShownSignInsTable
}

/** The migration that adds the table. An instance with organizations keeps what its applications got so far, until an owner changes it. */
export function boundaryMigrations(dialect: SqlDialect): Migrations {
  return {
    '023-shown-sign-ins': {
      async up(db) {
        const { table, index, integer } = schemaOf(db, dialect)
        await table('shown_sign_ins', (t) =>
          integer(
            t.addColumn('user_id', 'text', owned('users.user_id')).addColumn('app_id', 'text', owned('applications.app_id')),
            'shown_at',
          ).addPrimaryKeyConstraint('shown_sign_ins_key', ['user_id', 'app_id']),
        )
        await index('shown_sign_ins', ['app_id'])
        const content = JSON.stringify({ crossOrganizationData: 'ALL_APPLICATIONS' })
        await sql`insert into instance_policies (policy, content, created_at, changed_at)
          select 'boundaryPolicy', ${content}, 0, 0 where exists (select 1 from orgs) on conflict (policy) do nothing`.execute(db)
      },
    },
  }
}
