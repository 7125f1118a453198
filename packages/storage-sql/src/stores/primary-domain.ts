// The domain in which the login names of an organization end.
import { sql } from 'kysely'
import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { Database } from '../tables.ts'

/** A subquery; the latest one to have become primary, should there be several. */
export function primaryDomain(
  db: Kysely<Database>,
  orgId: 'users.org_id' | 'user_grants.org_id',
): SelectQueryBuilder<Database, 'org_domains', { domain_name: string }> {
  return db.selectFrom('org_domains').select('org_domains.domain_name')
    .where('org_domains.org_id', '=', sql.ref<string>(orgId))
    .where('org_domains.is_primary', '=', 1).where('org_domains.usable', '=', 1)
    .orderBy('org_domains.changed_at', 'desc').orderBy('org_domains.domain_name').limit(1)
}
