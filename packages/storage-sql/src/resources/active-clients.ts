// The queries for active clients: an application is active if its project and organization are, a service user if its organization is.
import { sql } from 'kysely'
import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { ClientRow } from './client-record.ts'
import type { ResourceTables } from './tables/resource-tables.ts'

/** Selects the rows of active applications. */
export function selectApplications(
  db: Kysely<ResourceTables>,
): SelectQueryBuilder<ResourceTables, 'applications' | 'projects' | 'orgs', ClientRow> {
  return activeApplications(db).select([
    'applications.kind',
    'applications.client_id',
    'applications.org_id',
    'applications.project_id as project_or_name',
    'projects.content as project_content',
    'applications.secret_digest',
    'applications.secret_hash',
    'applications.former_secret',
    'applications.former_secret_until',
    'applications.content',
    'applications.created_at',
    'applications.times_ended',
    'projects.times_ended as project_times_ended',
    'orgs.times_ended as org_times_ended',
  ])
}

/** Selects the rows of active service users, with the same columns. */
export function selectServiceUsers(db: Kysely<ResourceTables>): SelectQueryBuilder<ResourceTables, 'users' | 'orgs', ClientRow> {
  return activeServiceUsers(db).select([
    sql<'service_user'>`'service_user'`.as('kind'),
    'users.user_id as client_id',
    'users.org_id',
    'users.user_name as project_or_name',
    sql<string>`'{}'`.as('project_content'),
    'users.secret_digest',
    'users.secret_hash',
    'users.former_secret',
    'users.former_secret_until',
    'users.content',
    'users.created_at',
    'users.times_ended',
    sql<number>`0`.as('project_times_ended'),
    'orgs.times_ended as org_times_ended',
  ])
}

/** Selects no columns yet. */
export function activeApplications(
  db: Kysely<ResourceTables>,
): SelectQueryBuilder<ResourceTables, 'applications' | 'projects' | 'orgs', object> {
  return db
    .selectFrom('applications')
    .innerJoin('projects', 'projects.project_id', 'applications.project_id')
    .innerJoin('orgs', 'orgs.org_id', 'projects.org_id')
    .where('applications.active', '=', 1)
    .where('projects.active', '=', 1)
    .where('orgs.active', '=', 1)
}

/** Selects no columns yet. */
export function activeServiceUsers(db: Kysely<ResourceTables>): SelectQueryBuilder<ResourceTables, 'users' | 'orgs', object> {
  return db
    .selectFrom('users')
    .innerJoin('orgs', 'orgs.org_id', 'users.org_id')
    .where('users.kind', '=', 'machine')
    .where('users.state', '=', 'active')
    .where('orgs.active', '=', 1)
}
