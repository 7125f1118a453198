// Reads memberships that another organization offers, or whose roles are suspended.
import type { MembershipReference, PendingMembership } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { parseContent, textAt, textsAt } from '../documents/content.ts'
import type { ResourceTables } from './tables/resource-tables.ts'

/** How many pending memberships of one level are listed. */
const mostPending = 100

/** Whose memberships are read: all of a level, or the one of the organization, project or project grant with the id. */
interface Asked {
  readonly userId: string
  readonly id?: string
}

const readers = { organization: ofOrganizations, project: ofProjects, project_grant: ofGrants } as const

/** @see MembershipStore.listPending */
export async function listPending(db: Kysely<ResourceTables>, userId: string): Promise<readonly PendingMembership[]> {
  return (await Promise.all(Object.values(readers).map((read) => read(db, { userId })))).flat()
}

/** @see MembershipStore.findPending */
export async function findPending(
  db: Kysely<ResourceTables>,
  userId: string,
  { of, id }: MembershipReference,
): Promise<PendingMembership | undefined> {
  return (await readers[of](db, { userId, id }))[0]
}

async function ofOrganizations(db: Kysely<ResourceTables>, { userId, id }: Asked): Promise<readonly PendingMembership[]> {
  const rows = await db
    .selectFrom('org_members')
    .innerJoin('orgs', 'orgs.org_id', 'org_members.org_id')
    .select(['org_members.content', 'org_members.standing', 'orgs.org_id', 'orgs.name'])
    .where('org_members.user_id', '=', userId)
    .where('org_members.standing', 'is not', null)
    .$if(id !== undefined, (query) => query.where('orgs.org_id', '=', id ?? ''))
    // Suspended roles come before offers.
    .orderBy('org_members.standing', 'desc')
    .orderBy('orgs.org_id')
    .limit(mostPending)
    .execute()
  return rows.map((row) => ({ of: 'organization', orgId: row.org_id, ...pendingOf(row, row.org_id) }))
}

async function ofProjects(db: Kysely<ResourceTables>, { userId, id }: Asked): Promise<readonly PendingMembership[]> {
  const rows = await db
    .selectFrom('project_members')
    .innerJoin('orgs', 'orgs.org_id', 'project_members.org_id')
    .innerJoin('projects', 'projects.project_id', 'project_members.project_id')
    .select(['project_members.content', 'project_members.standing', 'project_members.project_id', 'orgs.org_id', 'orgs.name'])
    .select('projects.content as project')
    .where('project_members.user_id', '=', userId)
    .where('project_members.standing', 'is not', null)
    .$if(id !== undefined, (query) => query.where('project_members.project_id', '=', id ?? ''))
    // Suspended roles come before offers.
    .orderBy('project_members.standing', 'desc')
    .orderBy('project_members.project_id')
    .limit(mostPending)
    .execute()
  return rows.map((row) => ({
    of: 'project',
    orgId: row.org_id,
    projectId: row.project_id,
    ...pendingOf(row, row.org_id),
    projectName: projectName(row.project, row.project_id),
  }))
}

async function ofGrants(db: Kysely<ResourceTables>, { userId, id }: Asked): Promise<readonly PendingMembership[]> {
  const rows = await db
    .selectFrom('project_grant_members')
    .innerJoin('project_grants', 'project_grants.grant_id', 'project_grant_members.grant_id')
    .innerJoin('projects', 'projects.project_id', 'project_grants.project_id')
    .innerJoin('orgs', 'orgs.org_id', 'project_grant_members.org_id')
    .select(['project_grant_members.content', 'project_grant_members.standing', 'project_grants.grant_id', 'project_grants.project_id'])
    .select([
      'project_grants.granted_org_id',
      'project_grants.org_id',
      'orgs.org_id as given_by',
      'orgs.name',
      'projects.content as project',
    ])
    .where('project_grant_members.user_id', '=', userId)
    .where('project_grant_members.standing', 'is not', null)
    .$if(id !== undefined, (query) => query.where('project_grants.grant_id', '=', id ?? ''))
    // Suspended roles come before offers.
    .orderBy('project_grant_members.standing', 'desc')
    .orderBy('project_grants.grant_id')
    .limit(mostPending)
    .execute()
  return rows.map((row) => ({
    of: 'project_grant',
    orgId: row.org_id,
    projectId: row.project_id,
    grantId: row.grant_id,
    grantedOrgId: row.granted_org_id,
    ...pendingOf(row, row.given_by),
    projectName: projectName(row.project, row.project_id),
  }))
}

function pendingOf(
  row: { readonly content: string; readonly standing: 'invited' | 'suspended' | null; readonly name: string },
  givenBy: string,
): Pick<PendingMembership, 'active' | 'givenBy' | 'orgName' | 'pending' | 'roles'> {
  return {
    givenBy,
    active: false,
    roles: textsAt(parseContent(row.content), 'roles'),
    pending: row.standing ?? 'invited',
    orgName: row.name,
  }
}

function projectName(content: string, projectId: string): string {
  return textAt(parseContent(content), 'project', 'name') ?? projectId
}
