// What applications get of other organizations: the policy of the instance, and the projects that organizations share. Which applications a
// user has signed in to on a page is remembered per user, and removed with the user and with the application.
import type { Boundary, ClientStore } from '@symbolon/core-protocol'
import type { Expression, Kysely, SqlBool } from 'kysely'
import { expressionBuilder } from 'kysely'
import { parseContent, textAt, textsAt } from '../documents/content.ts'
import { batchSize, chunks } from '../sql/chunks.ts'
import { activeApplications, activeServiceUsers } from './active-clients.ts'
import { findFirstOrganizations } from './first-organizations.ts'
import type { ResourceTables } from './tables/resource-tables.ts'

/** The lookups of `ClientStore` about other organizations. */
export function boundaryLookups(
  db: Kysely<ResourceTables>,
): Pick<ClientStore, 'findBoundary' | 'listShared' | 'hasGrantFrom' | 'hasShownSignIn' | 'recordShownSignIn'> {
  return {
    findBoundary: async () => await findBoundary(db),
    async listShared(ids, orgId, userOrgId) {
      const shared: string[] = []
      for (const some of chunks(ids, batchSize)) {
        const found = await Promise.all([
          db
            .selectFrom('projects')
            .innerJoin('orgs', 'orgs.org_id', 'projects.org_id')
            .select('projects.project_id as id')
            .where('projects.project_id', 'in', some)
            .where('projects.active', '=', 1)
            .where('orgs.active', '=', 1)
            .where(isSharedWith(orgId, userOrgId))
            .execute(),
          activeApplications(db)
            .select('applications.client_id as id')
            .where('applications.client_id', 'in', some)
            .where(isSharedWith(orgId, userOrgId))
            .execute(),
          activeServiceUsers(db)
            .select('users.user_id as id')
            .where('users.user_id', 'in', some)
            .where('users.org_id', '=', orgId)
            .execute(),
        ])
        shared.push(...found.flat().map(({ id }) => id))
      }
      return [...new Set(shared)]
    },
    async hasGrantFrom(orgId, grantedOrgId) {
      const grant = await db
        .selectFrom('project_grants')
        .innerJoin('projects', 'projects.project_id', 'project_grants.project_id')
        .select('project_grants.grant_id')
        .where('project_grants.org_id', '=', orgId)
        .where('project_grants.granted_org_id', '=', grantedOrgId)
        .where('project_grants.active', '=', 1)
        .where('projects.active', '=', 1)
        .limit(1)
        .executeTakeFirst()
      return grant !== undefined
    },
    async hasShownSignIn(clientId, userId) {
      const row = await db
        .selectFrom('shown_sign_ins')
        .innerJoin('applications', 'applications.app_id', 'shown_sign_ins.app_id')
        .select('shown_sign_ins.app_id')
        .where('applications.client_id', '=', clientId)
        .where('shown_sign_ins.user_id', '=', userId)
        .executeTakeFirst()
      return row !== undefined
    },
    async recordShownSignIn(clientId, userId, now) {
      const app = await db
        .selectFrom('applications')
        .innerJoin('users', (join) => join.on('users.user_id', '=', userId))
        .select('applications.app_id')
        .where('applications.client_id', '=', clientId)
        .executeTakeFirst()
      if (app === undefined) return
      await db
        .insertInto('shown_sign_ins')
        .values({ user_id: userId, app_id: app.app_id, shown_at: now })
        .onConflict((conflict) => conflict.columns(['user_id', 'app_id']).doNothing())
        .execute()
    },
  }
}

/** Whether the organization owns the project, or has an active grant of it that counts for users of the other organization. */
function isSharedWith(orgId: string, userOrgId: string | undefined): Expression<SqlBool> {
  const eb = expressionBuilder<ResourceTables, 'projects'>()
  const grants = eb
    .selectFrom('project_grants')
    .select('project_grants.grant_id')
    .whereRef('project_grants.project_id', '=', 'projects.project_id')
    .where('project_grants.granted_org_id', '=', orgId)
    .where('project_grants.active', '=', 1)
  const granted =
    userOrgId === undefined || userOrgId === orgId ? eb.exists(grants) : eb.and([eb.exists(grants), eb('projects.org_id', '=', userOrgId)])
  return eb.or([eb('projects.org_id', '=', orgId), granted])
}

/** Without its own list, an instance trusts the organization of its first administrator. */
async function findBoundary(db: Kysely<ResourceTables>): Promise<Boundary> {
  const row = await db.selectFrom('instance_policies').select('content').where('policy', '=', 'boundaryPolicy').executeTakeFirst()
  const policy = row === undefined ? {} : parseContent(row.content)
  const trusted = textsAt(policy, 'trustedOrganizations')
  return {
    isOpen: textAt(policy, 'crossOrganizationData') === 'ALL_APPLICATIONS',
    trustedOrgIds: trusted.length > 0 ? trusted : await findFirstOrganizations(db),
  }
}
