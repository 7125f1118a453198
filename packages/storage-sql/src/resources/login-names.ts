// Login names: `userName@domain`, where the domain is one of the user's organization.
import { canonicalDomain, canonicalLoginName, domainOfName } from '@symbolon/core-protocol'
import type { DemandedOrganization } from '@symbolon/core-protocol'
import { sql } from 'kysely'
import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { ResourceTables } from './tables/resource-tables.ts'

/** The spellings of one name, the canonical one first. */
export type Spellings = readonly [string, ...string[]]

type SelectUsers = SelectQueryBuilder<ResourceTables, 'users', object>

/** @returns the user names of users whose login name or user name this can be. A user name can be an address or a number itself */
export function userNamesOf(spellings: Spellings): readonly string[] {
  const [name] = spellings
  const at = name.lastIndexOf('@')
  const local = at < 0 ? name : name.slice(0, at)
  return [...new Set([local, canonicalLoginName(local), ...spellings])]
}

/** Selects the users with this login name. @param spellings as of `spellingsOf` */
export function selectByLoginName(db: Kysely<ResourceTables>, spellings: Spellings, kind: 'human' | 'machine'): SelectUsers {
  const [name] = spellings
  const at = name.lastIndexOf('@')
  return (
    db
      .selectFrom('users')
      .where('users.kind', '=', kind)
      // A user name that contains the domain already does not get it a second time.
      .where('users.user_name_canonical', 'in', userNamesOf(spellings))
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('org_domains')
            .select('org_domains.org_id')
            .whereRef('org_domains.org_id', '=', 'users.org_id')
            .where('org_domains.usable', '=', 1)
            .where('org_domains.domain_canonical', '=', at < 0 ? '' : domainOfName(name)),
        ),
      )
  )
}

/** Selects the users with this user name, in any organization. @param spellings as of `spellingsOf` */
export function selectByUserName(db: Kysely<ResourceTables>, spellings: Spellings, kind: 'human' | 'machine'): SelectUsers {
  return db.selectFrom('users').where('users.kind', '=', kind).where('users.user_name_canonical', 'in', spellings)
}

/** @returns those of the users that belong to the organization; all of them without a demand */
export function ofOrganization(db: Kysely<ResourceTables>, users: SelectUsers, demanded: DemandedOrganization | undefined): SelectUsers {
  if (demanded === undefined) return users
  const { ids, primaryDomains } = demanded
  const ofIds = ids.reduce((rest, id) => rest.where('users.org_id', '=', id), users)
  return primaryDomains.reduce(
    (rest, domain) => rest.where(primaryDomain(db, 'users', 'domain_canonical'), '=', canonicalDomain(domain)),
    ofIds,
  )
}

const orgIds = {
  orgs: sql.ref<string>('orgs.org_id'),
  users: sql.ref<string>('users.org_id'),
  user_grants: sql.ref<string>('user_grants.org_id'),
}

/** A subquery for the primary domain of an organization: of several, the one that changed last. @param table whose `org_id` is meant */
export function primaryDomain<Column extends 'domain_name' | 'domain_canonical' = 'domain_name'>(
  db: Kysely<ResourceTables>,
  table: 'orgs' | 'users' | 'user_grants',
  column?: Column,
): SelectQueryBuilder<ResourceTables, 'org_domains', Record<Column, string>>
export function primaryDomain(
  db: Kysely<ResourceTables>,
  table: 'orgs' | 'users' | 'user_grants',
  column: 'domain_name' | 'domain_canonical' = 'domain_name',
): SelectQueryBuilder<ResourceTables, 'org_domains', object> {
  return db
    .selectFrom('org_domains')
    .select(`org_domains.${column}`)
    .where('org_domains.org_id', '=', orgIds[table])
    .where('org_domains.is_primary', '=', 1)
    .where('org_domains.usable', '=', 1)
    .orderBy('org_domains.changed_at', 'desc')
    .orderBy('org_domains.domain_name')
    .limit(1)
}
