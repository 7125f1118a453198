// The domain in which the login names of an organization end.
import { sql } from 'kysely'
import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { Database } from '../database.ts'

const orgIds = { users: sql.ref<string>('users.org_id'), user_grants: sql.ref<string>('user_grants.org_id') }

/**
 * A subquery; the latest domain to have become primary, should there be several.
 * @param table whose organization is meant
 */
export function primaryDomain(
  db: Kysely<Database>,
  table: 'users' | 'user_grants',
): SelectQueryBuilder<Database, 'org_domains', { domain_name: string }> {
  return db.selectFrom('org_domains').select('org_domains.domain_name')
    .where('org_domains.org_id', '=', orgIds[table])
    .where('org_domains.is_primary', '=', 1).where('org_domains.usable', '=', 1)
    .orderBy('org_domains.changed_at', 'desc').orderBy('org_domains.domain_name').limit(1)
}
