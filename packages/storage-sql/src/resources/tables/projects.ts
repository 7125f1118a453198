// Projects, their roles, and their grants to other organizations.
import { key, owned, required } from '../../sql/schema.ts'
import type { Schema } from '../../sql/schema.ts'
import { resourceColumns } from './columns.ts'
import type { HolderColumns, ResourceColumns } from './columns.ts'

/** One project. */
export interface ProjectsTable extends ResourceColumns, HolderColumns {
  readonly project_id: string
  readonly org_id: string
  readonly active: number
  readonly has_project_check: number
  readonly project_role_check: number
}

/** One role of a project. */
export interface ProjectRolesTable extends ResourceColumns {
  readonly project_id: string
  readonly role_key: string
  readonly org_id: string
}

/** The grant of a project to another organization. */
export interface ProjectGrantsTable extends ResourceColumns {
  readonly grant_id: string
  readonly project_id: string
  readonly granted_org_id: string
  readonly org_id: string
  readonly active: number
}

/** The tables of this file. */
export interface ProjectTables {
  readonly projects: ProjectsTable
  readonly project_roles: ProjectRolesTable
  readonly project_grants: ProjectGrantsTable
}

/** Creates the tables. An import may bring a grant before the organization that it is granted to: no foreign key points there. */
export async function createProjectTables(schema: Schema): Promise<void> {
  const { table, index, integer } = schema
  await table('projects', (t) => {
    const named = integer(t.addColumn('project_id', 'text', key).addColumn('org_id', 'text', owned('orgs.org_id')), 'active')
    return resourceColumns(schema, integer(integer(named, 'has_project_check'), 'project_role_check'))
  })
  await index('projects', ['org_id'])
  await table('project_roles', (t) =>
    resourceColumns(
      schema,
      t
        .addColumn('project_id', 'text', owned('projects.project_id'))
        .addColumn('role_key', 'text', required)
        .addColumn('org_id', 'text', owned('orgs.org_id')),
    ).addPrimaryKeyConstraint('project_roles_key', ['project_id', 'role_key']),
  )
  await index('project_roles', ['org_id'])
  await table('project_grants', (t) =>
    resourceColumns(
      schema,
      integer(
        t
          .addColumn('grant_id', 'text', key)
          .addColumn('project_id', 'text', owned('projects.project_id'))
          .addColumn('granted_org_id', 'text', required)
          .addColumn('org_id', 'text', owned('orgs.org_id')),
        'active',
      ),
    ),
  )
  await index('project_grants', ['project_id', 'granted_org_id'])
  await index('project_grants', ['granted_org_id'])
  await index('project_grants', ['org_id'])
}
