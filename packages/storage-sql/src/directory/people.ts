// The people of an organization with what begins a sign-in, page by page. The pages follow the index of user names, so that each one costs the
// same, whatever the number of users.
import { isSoleFactor } from '@symbolon/core-protocol'
import type { PeoplePage, PersonCredentials, StoreName } from '@symbolon/core-protocol'
import type { Kysely, SqlBool } from 'kysely'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { prepared } from '../sql/prepared.ts'
import type { Placeholders } from '../sql/prepared.ts'
import { selectByValues } from '../sql/select-by-values.ts'
import { toPasskey } from '../stores/passkeys.ts'
import { passkeyTables } from './passkeys.ts'

/** Reads the people of an organization. */
export type ReadPeople = (orgId: string, limit: number, from?: string) => Promise<PeoplePage>

/**
 * Prepares the reading of people.
 * @param names the stores that are open: the table of passkeys may be missing
 */
export function peopleReader(db: Kysely<ResourceTables>, dialect: SqlDialect, names: readonly StoreName[]): ReadPeople {
  const hasPasskeys = names.includes('passkeys')
  const list = prepared(db, dialect, ({ orgId, from, limit }: Placeholders<Asked>) =>
    passkeyTables(db)
      .selectFrom('users')
      .select(['user_id', 'kind', 'state', 'user_name_canonical'])
      .select(({ exists, selectFrom }) => [
        exists(selectFrom('passwords').select('passwords.user_id').whereRef('passwords.user_id', '=', 'users.user_id')).as('has_password'),
        exists(selectFrom('user_links').select('user_links.user_id').whereRef('user_links.user_id', '=', 'users.user_id')).as('has_link'),
      ])
      .$if(hasPasskeys, (query) =>
        query.select(({ exists, selectFrom }) =>
          exists(selectFrom('passkeys').select('passkeys.user_id').whereRef('passkeys.user_id', '=', 'users.user_id')).as('has_passkey'),
        ),
      )
      .where('org_id', '=', orgId)
      .where('user_name_canonical', '>', from)
      .orderBy('user_name_canonical')
      .limit(limit),
  )
  return async (orgId, limit, from = '') => {
    const users = await list({ orgId, from, limit })
    const people = users.filter(({ kind }) => kind === 'human')
    const passkeys = await passkeysOf(db, people.filter((user) => isTrue(user.has_passkey)).map(idOf))
    const links = await linksOf(db, people.filter((user) => isTrue(user.has_link)).map(idOf))
    const last = users.length < limit ? undefined : users.at(-1)?.user_name_canonical
    return {
      people: people.map((user) => ({
        userId: user.user_id,
        state: user.state,
        password: isTrue(user.has_password),
        passkeys: passkeys.get(user.user_id) ?? [],
        links: links.get(user.user_id) ?? [],
      })),
      ...(last === undefined ? {} : { next: last }),
    }
  }
}

interface Asked {
  readonly orgId: string
  /** User names have at least one character. */
  readonly from: string
  readonly limit: number
}

function idOf(user: { readonly user_id: string }): string {
  return user.user_id
}

/** A truth value of SQLite is a number. */
function isTrue(value: SqlBool | undefined): boolean {
  return value === true || value === 1
}

async function passkeysOf(db: Kysely<ResourceTables>, ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await selectByValues(db, 'passkeys of people', [], ids, (some) =>
    passkeyTables(db).selectFrom('passkeys').selectAll().where('user_id', 'in', some),
  )
  const passkeys = new Map<string, string[]>()
  for (const { userId, credentialId } of rows.map(toPasskey).filter(isSoleFactor))
    passkeys.set(userId, [...(passkeys.get(userId) ?? []), credentialId])
  return passkeys
}

async function linksOf(db: Kysely<ResourceTables>, ids: readonly string[]): Promise<ReadonlyMap<string, PersonCredentials['links']>> {
  const rows = await selectByValues(db, 'links of people', [], ids, (some) =>
    db.selectFrom('user_links').select(['user_id', 'idp_id', 'provided_user_id', 'issuer']).where('user_id', 'in', some),
  )
  const links = new Map<string, PersonCredentials['links'][number][]>()
  for (const { user_id: userId, idp_id: idpId, provided_user_id: providedUserId, issuer } of rows) {
    const link = { idpId, providedUserId, ...(issuer === null || issuer === '' ? {} : { issuer }) }
    const others = links.get(userId)
    if (others === undefined) links.set(userId, [link])
    else others.push(link)
  }
  return links
}
