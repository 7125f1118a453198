// What users may do: their grants of project roles, and their memberships of organizations, projects, project grants and the instance.
import type { SuspensionEnd } from '@symbolon/core-protocol'
import type { SqlDialect } from '../../sql/dialect.ts'
import { key, owned, required, schemaOf } from '../../sql/schema.ts'
import type { Migrations, Schema } from '../../sql/schema.ts'
import { resourceColumns } from './columns.ts'
import type { ResourceColumns } from './columns.ts'

/** The roles of one user in one project. */
export interface UserGrantsTable extends ResourceColumns {
  readonly user_id: string
  readonly project_id: string
  /** Empty unless the roles come through a project grant. */
  readonly project_grant_id: string
  readonly org_id: string
  readonly active: number
  /** `suspended`: see `MembershipStore.suspend`. Null: the roles count if `active` is 1. */
  readonly standing: 'suspended' | null
  readonly suspended_at: number | null
  readonly suspended_until: SuspensionEnd | null
}

/** Whether the roles of a member count. */
export interface StandingColumns {
  /** `invited`: the user has not accepted. `suspended`: see `MembershipStore.suspend`. Null: the roles count. */
  readonly standing: 'invited' | 'suspended' | null
  /** Of a suspended member: since when, in milliseconds since the epoch, and what ends it. Without them, only a confirmation ends it. */
  readonly suspended_at: number | null
  readonly suspended_until: SuspensionEnd | null
}

/** One member of an organization. */
export interface OrgMembersTable extends ResourceColumns, StandingColumns {
  readonly org_id: string
  readonly user_id: string
}

/** One member of a project. */
export interface ProjectMembersTable extends ResourceColumns, StandingColumns {
  readonly project_id: string
  readonly user_id: string
  readonly org_id: string
}

/** One member of a project grant. */
export interface ProjectGrantMembersTable extends ResourceColumns, StandingColumns {
  readonly grant_id: string
  readonly user_id: string
  readonly org_id: string
}

/** One member of the instance. */
export interface InstanceMembersTable extends ResourceColumns {
  readonly user_id: string
}

/** The tables of this file. */
export interface MembershipTables {
  readonly user_grants: UserGrantsTable
  readonly org_members: OrgMembersTable
  readonly project_members: ProjectMembersTable
  readonly project_grant_members: ProjectGrantMembersTable
  readonly instance_members: InstanceMembersTable
}

/** Creates the tables. No foreign key points to users: `removeLeftRoles` keeps roles whose user is gone from a later user with the id. */
export async function createMembershipTables(schema: Schema): Promise<void> {
  const { table, index, integer } = schema
  await table('user_grants', (t) =>
    resourceColumns(
      schema,
      integer(
        t
          .addColumn('user_id', 'text', required)
          .addColumn('project_id', 'text', required)
          .addColumn('project_grant_id', 'text', required)
          .addColumn('org_id', 'text', owned('orgs.org_id')),
        'active',
      ),
    ).addPrimaryKeyConstraint('user_grants_key', ['user_id', 'project_id', 'project_grant_id']),
  )
  await index('user_grants', ['project_id'])
  await index('user_grants', ['project_grant_id'])
  await index('user_grants', ['org_id'])
  await table('org_members', (t) =>
    resourceColumns(
      schema,
      t.addColumn('org_id', 'text', owned('orgs.org_id')).addColumn('user_id', 'text', required),
    ).addPrimaryKeyConstraint('org_members_key', ['org_id', 'user_id']),
  )
  await index('org_members', ['user_id'])
  await table('project_members', (t) =>
    resourceColumns(
      schema,
      t
        .addColumn('project_id', 'text', owned('projects.project_id'))
        .addColumn('user_id', 'text', required)
        .addColumn('org_id', 'text', owned('orgs.org_id')),
    ).addPrimaryKeyConstraint('project_members_key', ['project_id', 'user_id']),
  )
  await index('project_members', ['user_id'])
  await index('project_members', ['org_id'])
  await table('project_grant_members', (t) =>
    resourceColumns(
      schema,
      t
        .addColumn('grant_id', 'text', owned('project_grants.grant_id'))
        .addColumn('user_id', 'text', required)
        .addColumn('org_id', 'text', owned('orgs.org_id')),
    ).addPrimaryKeyConstraint('project_grant_members_key', ['grant_id', 'user_id']),
  )
  await index('project_grant_members', ['user_id'])
  await index('project_grant_members', ['org_id'])
  await table('instance_members', (t) => resourceColumns(schema, t.addColumn('user_id', 'text', key)))
}

/** The migration that records which memberships wait for their users. Rows of earlier releases count. */
export function standingMigrations(dialect: SqlDialect): Migrations {
  return {
    '022-standing-of-members': {
      async up(db) {
        const { addInteger, addText } = schemaOf(db, dialect)
        for (const table of ['org_members', 'project_members', 'project_grant_members']) {
          await addText(table, 'standing')
          await addInteger(table, 'suspended_at')
          await addText(table, 'suspended_until')
        }
      },
    },
  }
}

/** The migration that records which user grants are suspended. Rows of earlier releases count. */
export function grantStandingMigrations(dialect: SqlDialect): Migrations {
  return {
    '027-standing-of-grants': {
      async up(db) {
        const { addInteger, addText } = schemaOf(db, dialect)
        await addText('user_grants', 'standing')
        await addInteger('user_grants', 'suspended_at')
        await addText('user_grants', 'suspended_until')
      },
    },
  }
}
