// Organizations and the domains that they hold.
import type { Organization, OrganizationStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { flagAt, parseContent } from '../documents/content.ts'
import { primaryDomain } from './login-names.ts'
import type { ResourceTables } from './tables/resource-tables.ts'

/** Finds organizations. */
export function organizationStore(db: Kysely<ResourceTables>): OrganizationStore {
  const find = async (orgId: string): Promise<Organization | undefined> => {
    const row = await db
      .selectFrom('orgs')
      .select(['orgs.org_id', 'orgs.active'])
      .select(primaryDomain(db, 'orgs').as('primary_domain'))
      .where('orgs.org_id', '=', orgId)
      .executeTakeFirst()
    if (row === undefined) return undefined
    const { org_id, active, primary_domain: domain } = row
    return { orgId: org_id, active: active === 1, ...(domain === null ? {} : { primaryDomain: domain }) }
  }
  return {
    find,
    async findByDomain(domain) {
      const orgId = await findOrgOfDomain(db, domain)
      return orgId === undefined ? undefined : await find(orgId)
    },
    async hasVerifiedDomain(orgId, domain) {
      const row = await db
        .selectFrom('org_domains')
        .select('content')
        .where('org_id', '=', orgId)
        .where('domain_canonical', '=', domain)
        .where('usable', '=', 1)
        .executeTakeFirst()
      return row !== undefined && flagAt(parseContent(row.content), 'isVerified')
    },
  }
}

/** Finds the organization whose login names may end in the domain. @param domain in canonical form */
export async function findOrgOfDomain(db: Kysely<ResourceTables>, domain: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('org_domains')
    .select('org_id')
    .where('domain_canonical', '=', domain)
    .where('usable', '=', 1)
    .executeTakeFirst()
  return row?.org_id
}
