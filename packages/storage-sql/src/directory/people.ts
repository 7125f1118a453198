// The people of an organization with what begins a sign-in, page by page. The pages follow the index of user names, so that each one costs the
// same, whatever the number of users.
import { isSoleFactor } from '@symbolon/core-protocol'
import type { PeoplePage, PersonCredentials, StoreName } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { selectByValues } from '../sql/select-by-values.ts'
import { toPasskey } from '../stores/passkeys.ts'
import { passkeyTables } from './passkeys.ts'

/**
 * Reads one page.
 * @param names the stores that are open: the table of passkeys may be missing
 */
export async function pageOfPeople(
  db: Kysely<ResourceTables>,
  names: readonly StoreName[],
  { orgId, limit, from }: { readonly orgId: string; readonly limit: number; readonly from: string | undefined },
): Promise<PeoplePage> {
  const users = await db
    .selectFrom('users')
    .select(['user_id', 'kind', 'state', 'user_name_canonical'])
    .where('org_id', '=', orgId)
    .$if(from !== undefined, (query) => query.where('user_name_canonical', '>', from ?? ''))
    .orderBy('user_name_canonical')
    .limit(limit)
    .execute()
  const people = users.filter(({ kind }) => kind === 'human')
  const ids = people.map((user) => user.user_id)
  const passwords = await userIdsWithPassword(db, ids)
  const passkeys = names.includes('passkeys') ? await userIdsWithPasskey(db, ids) : new Set<string>()
  const links = await linksOf(db, ids)
  const last = users.length < limit ? undefined : users.at(-1)?.user_name_canonical
  return {
    people: people.map(({ user_id: userId, state }) => ({
      userId,
      state,
      password: passwords.has(userId),
      passkey: passkeys.has(userId),
      links: links.get(userId) ?? [],
    })),
    ...(last === undefined ? {} : { next: last }),
  }
}

async function userIdsWithPassword(db: Kysely<ResourceTables>, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await selectByValues(db, 'passwords of people', [], ids, (some) =>
    db.selectFrom('passwords').select('user_id').where('user_id', 'in', some),
  )
  return new Set(rows.map((row) => row.user_id))
}

async function userIdsWithPasskey(db: Kysely<ResourceTables>, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await selectByValues(db, 'passkeys of people', [], ids, (some) =>
    passkeyTables(db).selectFrom('passkeys').selectAll().where('user_id', 'in', some),
  )
  return new Set(
    rows
      .map(toPasskey)
      .filter(isSoleFactor)
      .map(({ userId }) => userId),
  )
}

async function linksOf(db: Kysely<ResourceTables>, ids: readonly string[]): Promise<ReadonlyMap<string, PersonCredentials['links']>> {
  const rows = await selectByValues(db, 'links of people', [], ids, (some) =>
    db.selectFrom('user_links').select(['user_id', 'idp_id', 'issuer']).where('user_id', 'in', some),
  )
  const links = new Map<string, PersonCredentials['links'][number][]>()
  for (const { user_id: userId, idp_id: idpId, issuer } of rows) {
    const link = { idpId, ...(issuer === null || issuer === '' ? {} : { issuer }) }
    const others = links.get(userId)
    if (others === undefined) links.set(userId, [link])
    else others.push(link)
  }
  return links
}
