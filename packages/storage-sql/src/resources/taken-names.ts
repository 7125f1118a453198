// Whether a name or a contact of a user belongs to another user. A user who could choose the address of another user as a user name would keep
// the owner from signing in with it, and receive messages that are meant for the owner.
import { canonicalLoginName, foldName } from '@symbolon/core-protocol'
import type { UniqueInInstance, User } from '@symbolon/core-protocol'
import type { SelectQueryBuilder, Transaction } from 'kysely'
import { selectByLoginName, selectByUserName } from './login-names.ts'
import type { Spellings } from './login-names.ts'
import type { ResourceTables } from './tables/resource-tables.ts'
import { spellingsOf } from './tables/spellings.ts'

type Users = SelectQueryBuilder<ResourceTables, 'users', object>

/** @returns the names, in canonical form, that no other user may have; none if the user has no such value */
export async function namesOf(trx: Transaction<ResourceTables>, user: User, unique: UniqueInInstance): Promise<readonly string[]> {
  switch (unique) {
    case 'userName':
      return [canonicalLoginName(user.userName)]
    case 'loginName':
      return await loginNamesOf(trx, user)
    case 'email':
    case 'provenEmail':
      return user.email === undefined ? [] : [canonicalLoginName(user.email.address)]
    case 'phone':
      return user.phone === undefined ? [] : [canonicalLoginName(user.phone.number)]
  }
}

/**
 * Whether another person has one of the names. Service users do not sign in by a name.
 *
 * @param names as of `namesOf`, held by the transaction
 * @param within the organization whose people count, where addresses, numbers and bare user names need to be unique there alone. Login names
 *   are unique in the instance in any case, also among addresses that others have proven and this user has not
 */
export async function isTaken(
  trx: Transaction<ResourceTables>,
  userId: string,
  unique: UniqueInInstance,
  names: readonly string[],
  within?: string,
): Promise<boolean> {
  if (names.length === 0) return false
  const ofOthers = (users: Users): Users => {
    const others = users.where('users.user_id', '!=', userId)
    return within === undefined ? others : others.where('users.org_id', '=', within)
  }
  const spelled = [...(await spellingsOf(trx.$pickTables<'spellings'>(), names)).values()]
  const inInstance = unique === 'loginName' ? loginNameQueries(trx, userId, namesWithDomain(spelled)) : []
  const queries = [
    ...queriesOf(trx, unique, spelled).map(ofOthers),
    ...inInstance.map((users) => users.where('users.user_id', '!=', userId)),
  ]
  for (const query of queries) {
    const other = await query.select('users.user_id').limit(1).executeTakeFirst()
    if (other !== undefined) return true
  }
  return false
}

function queriesOf(trx: Transaction<ResourceTables>, unique: UniqueInInstance, names: readonly Spellings[]): readonly Users[] {
  const people = (column: 'email_canonical' | 'phone_canonical'): Users =>
    trx.selectFrom('users').where('users.kind', '=', 'human').where(column, 'in', names.flat())
  const withUserName = names.map((spellings) => selectByUserName(trx, spellings, 'human'))
  switch (unique) {
    case 'userName':
      return withUserName
    case 'loginName':
      return [
        people('email_canonical').where('users.email_verified', '=', 1),
        people('phone_canonical').where('users.phone_verified', '=', 1),
        ...namesWithDomain(names).map((spellings) => selectByUserName(trx, spellings, 'human')),
      ]
    case 'email':
      return [people('email_canonical'), ...withUserName]
    case 'provenEmail':
      return [people('email_canonical').where('users.email_verified', '=', 1)]
    case 'phone':
      return [people('phone_canonical')]
  }
}

/**
 * A login name precedes every other name. One that is an address keeps the user who has proven the address from signing in by it, in whichever
 * organization, unless both have proven it.
 */
function loginNameQueries(trx: Transaction<ResourceTables>, userId: string, names: readonly Spellings[]): readonly Users[] {
  if (names.length === 0) return []
  const addresses = names.flat()
  const proven = trx.selectFrom('users').where('users.kind', '=', 'human').where('users.email_verified', '=', 1)
  const ownAddress = proven
    .where('users.user_id', '=', userId)
    .where('users.email_canonical', 'in', addresses)
    .select('users.email_canonical')
  return [
    ...names.map((spellings) => selectByLoginName(trx, spellings, 'human')),
    proven.where('users.email_canonical', 'in', addresses).where('users.email_canonical', 'not in', ownAddress),
  ]
}

function namesWithDomain(names: readonly Spellings[]): readonly Spellings[] {
  return names.filter(([name]) => name.includes('@'))
}

/** The user name, and the login names with each domain of the organization; of a number also as it is spelled, which is another address. */
async function loginNamesOf(trx: Transaction<ResourceTables>, { orgId, userName }: User): Promise<readonly string[]> {
  const name = canonicalLoginName(userName)
  const domains = await trx
    .selectFrom('org_domains')
    .select('domain_canonical')
    .where('org_id', '=', orgId)
    .where('usable', '=', 1)
    .orderBy('domain_canonical')
    .execute()
  const full = domains.flatMap(({ domain_canonical: domain }) =>
    name.endsWith(`@${domain}`) ? [name] : [`${name}@${domain}`, `${foldName(userName)}@${domain}`],
  )
  return [...new Set([name, ...full])]
}
