// Users and their metadata.
import { canonicalLoginName, foldName } from '@symbolon/core-protocol'
import type { DemandedOrganization, LoginNameMatch, UserMetadataStore, UserStore } from '@symbolon/core-protocol'
import { sql } from 'kysely'
import type { Expression, ExpressionBuilder, Kysely } from 'kysely'
import { parseContent, requiredTextAt } from '../documents/content.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { prepared, preparedOne } from '../sql/prepared.ts'
import type { Placeholders } from '../sql/prepared.ts'
import { ofOrganization, selectByLoginName, selectByUserName } from './login-names.ts'
import type { Spellings } from './login-names.ts'
import type { ResourceTables } from './tables/resource-tables.ts'
import { spellingsOf } from './tables/spellings.ts'
import { selectUsers, toUser } from './user-record.ts'

/** Finds users. */
export function userStore(db: Kysely<ResourceTables>, dialect: SqlDialect): UserStore {
  const findRow = preparedOne(db, dialect, ({ userId }: Placeholders<{ readonly userId: string }>) =>
    selectUsers(db).where('users.user_id', '=', userId),
  )
  const findActiveRow = preparedOne(db, dialect, ({ userId }: Placeholders<{ readonly userId: string }>) =>
    selectUsers(db).where('users.user_id', '=', userId).where('users.state', '=', 'active').where('orgs.active', '=', 1),
  )
  const people = db.selectFrom('users').where('users.kind', '=', 'human')
  const selectNamed = {
    login_name: (names: Spellings) => selectByLoginName(db, names, 'human'),
    user_name: (names: Spellings) => selectByUserName(db, names, 'human'),
    email: (names: Spellings) => people.where('users.email_canonical', 'in', names),
    // A user may enter the number of another person, and no number is proven by its owner here.
    phone: (names: Spellings) => people.where('users.phone_canonical', 'in', names).where('users.phone_verified', '=', 1),
  }

  async function find(
    by: LoginNameMatch['by'],
    names: Spellings,
    organization: DemandedOrganization | undefined,
  ): Promise<readonly LoginNameMatch[]> {
    const ids = ofOrganization(db, selectNamed[by](names), organization).select('users.user_id')
    const rows = await selectUsers(db)
      .where('users.user_id', 'in', ids)
      .$if(by === 'email', (query) => query.orderBy('users.email_verified', 'desc'))
      // However many users have one user name, a user who has proven it as address or number is among the two.
      .$if(by === 'user_name' && isContact(names), (query) => query.orderBy((eb) => provenName(eb), 'desc'))
      .orderBy('users.user_id')
      .limit(2)
      .execute()
    return rows.map((row) => ({ user: toUser(row), by }))
  }

  return {
    async find(userId) {
      const row = await findRow({ userId })
      return row === undefined ? undefined : toUser(row)
    },
    async findActive(userId) {
      const row = await findActiveRow({ userId })
      return row === undefined ? undefined : toUser(row)
    },
    async findByLoginName(name, organization) {
      const names = (await spellingsOf(db, [name])).get(name) ?? [name]
      // All four queries always run, so that the time does not disclose whether a name exists.
      const [loginNames, userNames, emails, phones] = await Promise.all([
        find('login_name', names, organization),
        find('user_name', names, organization),
        find('email', names, organization),
        find('phone', names, organization),
      ])
      const contacts = [...emails, ...phones]
      return firstMatches([
        loginNames.every(isAsTyped(name)) ? loginNames : withoutShadows(loginNames, contacts),
        withoutShadows(userNames, contacts),
        provenFirst(emails),
        phones,
      ])
    },
  }
}

/** Whether a name can be an address or a number. */
function isContact([name]: Spellings): boolean {
  return name.includes('@') || name.startsWith('+')
}

/** Orders users who have proven that their user name is their address or number before others. */
function provenName({ eb, ref }: ExpressionBuilder<ResourceTables, 'users'>): Expression<number> {
  return sql<number>`case when ${eb.or([
    eb('users.email_canonical', '=', ref('users.user_name_canonical')).and('users.email_verified', '=', 1),
    eb('users.phone_canonical', '=', ref('users.user_name_canonical')).and('users.phone_verified', '=', 1),
  ])} then 1 else 0 end`
}

/**
 * Whether the user name is the typed one, and not another spelling of a number: `0041…@acme.example` and `+41…@acme.example` mean one user with
 * this number as user name, and are the mailboxes of two.
 */
function isAsTyped(name: string): (match: LoginNameMatch) => boolean {
  const local = name.slice(0, Math.max(name.lastIndexOf('@'), 0))
  return ({ user: { userName } }) => foldName(userName) === local || canonicalLoginName(userName) === name
}

/** An earlier kind of match excludes the later ones. */
function firstMatches(kinds: readonly (readonly LoginNameMatch[])[]): readonly LoginNameMatch[] {
  return kinds.find((found) => found.length > 0) ?? []
}

/** Whether the user has proven the address or number by which the user was found. */
function isProven({ user, by }: LoginNameMatch): boolean {
  return by === 'phone' || (by === 'email' && user.email?.verified === true)
}

/** A proven address excludes the same one where it is unproven. */
function provenFirst(matches: readonly LoginNameMatch[]): readonly LoginNameMatch[] {
  const proven = matches.filter(isProven)
  return proven.length > 0 ? proven : matches
}

/** Leaves out the user names that are the proven address or number of another user. Any user can choose such a name. */
function withoutShadows(userNames: readonly LoginNameMatch[], contacts: readonly LoginNameMatch[]): readonly LoginNameMatch[] {
  const owners = contacts.filter(isProven).map(({ user }) => user.id)
  return owners.length === 0 ? userNames : userNames.filter(({ user }) => owners.includes(user.id))
}

/** Lists the metadata of users. */
export function userMetadataStore(db: Kysely<ResourceTables>, dialect: SqlDialect): UserMetadataStore {
  const list = prepared(db, dialect, ({ userId }: Placeholders<{ readonly userId: string }>) =>
    db.selectFrom('user_metadata').select(['metadata_key', 'content']).where('user_id', '=', userId).orderBy('metadata_key'),
  )
  return {
    async list(userId) {
      const rows = await list({ userId })
      return rows.map((row) => ({ key: row.metadata_key, value: requiredTextAt(parseContent(row.content), 'value') }))
    },
  }
}
