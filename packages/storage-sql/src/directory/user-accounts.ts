// What people write to their own record. A write goes the way of a change of the directory, so that contents, columns and counters agree.
import { usersOfOrganization } from '@symbolon/core-protocol'
import type {
  AccountOutcome,
  AccountRefusal,
  DirectoryConflictReason,
  DirectoryLimit,
  NewUserAccount,
  Resource,
  SeenAccount,
  StoreName,
  User,
  UserAccountStore,
} from '@symbolon/core-protocol'
import type { Kysely, Transaction } from 'kysely'
import { changedContent, personContent } from '../documents/person-content.ts'
import { endWhatPasswordsOpened, forgetBrowsers } from '../resources/new-passwords.ts'
import { ownerKept } from '../resources/owners.ts'
import { suspendRoles } from '../resources/pending-memberships.ts'
import { unlessLastOwner } from '../resources/tables/keep-owner.ts'
import { holdingNames } from '../resources/tables/held-names.ts'
import { lockPerson } from '../resources/tables/lock-person.ts'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { selectUsers, toUser } from '../resources/user-record.ts'
import { isTaken, namesOf } from '../resources/taken-names.ts'
import { removeLinksSince } from '../resources/user-links.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { insertPasskey } from '../stores/passkeys.ts'
import type { PasskeyTables } from '../stores/passkeys.ts'
import { checkPut } from './check-put.ts'
import { putResources } from './put.ts'
import { findResources } from './read.ts'
import { limitNames, limitRefusals } from './limits.ts'
import { removeResources } from './remove.ts'
import { removedIdRefusals } from './removed-ids.ts'
import type { RefusedCounts } from './tallied-limits.ts'

/** Rolls the transaction back: nothing is stored. */
class Refused extends Error {
  readonly reason: AccountRefusal

  constructor(reason: AccountRefusal) {
    super(reason)
    this.reason = reason
  }
}

/** Stores accounts of people. @param names the stores that are open: the tables of the others may be missing */
export function userAccountStore(
  db: Kysely<ResourceTables & PasskeyTables>,
  dialect: SqlDialect,
  names: readonly StoreName[],
): UserAccountStore {
  const refusedCounts: RefusedCounts = new Map()

  /** Puts the resources of one person and reads the person back, in the transaction of the decision. */
  const store = async (
    userId: string,
    { unique = [], uniqueInOrganization = false }: Pick<NewUserAccount, 'unique' | 'uniqueInOrganization'>,
    now: number,
    passkey: NewUserAccount['passkey'],
    decide: (trx: Transaction<ResourceTables>, all: Transaction<ResourceTables & PasskeyTables>) => Promise<readonly Resource[]>,
    held: readonly string[] = [],
  ): Promise<AccountOutcome> => {
    try {
      const put = async (all: Transaction<ResourceTables & PasskeyTables>): Promise<AccountOutcome> => {
        const trx = all.$pickTables<keyof ResourceTables>()
        const resources = await decide(trx, all)
        const [refusal] = (await checkPut(trx, resources, { withParents: true })).refusals
        if (refusal !== undefined) throw new Refused(refusalOf(refusal.reason))
        await putResources(trx, { resources, keys: new Map(), now, dialect })
        if ((await removedIdRefusals(trx, resources, false)).length > 0)
          throw new TypeError(`The id ${userId} has belonged to another user.`)
        if (passkey !== undefined && !(await insertPasskey(all.$pickTables<keyof PasskeyTables>(), { ...passkey, userId })))
          throw new Refused('passkey_taken')
        const user = await findPerson(trx, userId)
        const claims = await Promise.all(unique.map(async (member) => ({ member, names: await namesOf(trx, user, member) })))
        await holdingNames(trx.$pickTables<'held_names'>(), [...new Set(claims.flatMap(({ names }) => names))], async () => {
          for (const { member, names } of claims)
            if (await isTaken(trx, user.id, member, names, uniqueInOrganization ? user.orgId : undefined)) throw new Refused(taken[member])
        })
        return { kind: 'done', user }
      }
      return await db.transaction().execute(async (all) => await whileHolding(all, held, put))
    } catch (error) {
      if (error instanceof Refused) return { kind: 'refused', reason: error.reason }
      // Another writer took the name between the check and the insert. It is the only unique column that a new value can violate.
      if (dialect.violation(error) === 'unique') return { kind: 'refused', reason: 'user_name_taken' }
      throw error
    }
  }

  return {
    async change(userId, seen, change, now) {
      const { firstPasskey, endsAll, disconnectsSince, suspends } = change
      return await store(userId, change, now, firstPasskey, async (trx, all) => {
        if (!(await lockPerson(trx, userId))) throw new Refused('user_missing')
        const user = await findPerson(trx, userId)
        if (!stillHolds(seen, user) || (change.state !== undefined && !isStarting(user))) throw new Refused('changed')
        if (firstPasskey !== undefined && (await hasCredential(all, userId))) throw new Refused('changed')
        if (firstPasskey !== undefined || endsAll === true) await endWhatPasswordsOpened(trx, [userId])
        if (endsAll === true) await forgetBrowsers(trx, userId)
        if (disconnectsSince !== undefined) await removeLinksSince(trx, userId, disconnectsSince)
        if (suspends !== undefined) await suspendRoles(trx, [{ userId, ...suspends }], now)
        const [stored] = await findResources(trx, [{ kind: 'humanUser', key: [userId] }])
        if (stored === undefined) throw new Refused('user_missing')
        const { secrets: _, ...resource } = stored
        return [{ ...resource, content: changedContent(stored.content, change) }]
      })
    },
    async create(account, now) {
      const decide = async (trx: Transaction<ResourceTables>): Promise<readonly Resource[]> => {
        const put = resourcesOf(account)
        const limits = [await userLimit(trx)]
        const org = await trx.selectFrom('orgs').select('active').where('org_id', '=', account.orgId).executeTakeFirst()
        if (org?.active !== 1) throw new Refused('org_missing')
        const known = await trx.selectFrom('users').select('user_id').where('user_id', '=', account.userId).executeTakeFirst()
        if (known !== undefined) throw new TypeError(`There is a user ${account.userId} already.`)
        if ((await limitRefusals(trx, { put, limits }, { now, refused: refusedCounts })).length > 0) throw new Refused('organization_full')
        return put
      }
      const counted = limitNames({ put: resourcesOf(account), limits: [usersOf(0)] })
      return await store(account.userId, account, now, account.passkey, decide, counted)
    },
    async remove(userId, now) {
      const removal = db.transaction().execute(async (all) => {
        const trx = all.$pickTables<keyof ResourceTables>()
        const requireOwner = await ownerKept(names)(trx, userId)
        if (!(await lockPerson(trx, userId))) return 'user_missing'
        await removeResources(trx, [{ kind: 'humanUser', key: [userId] }], now)
        await requireOwner()
        return 'removed'
      })
      return await unlessLastOwner(removal)
    },
  }
}

/** Names that changes of the directory hold too: a count and what it allows are one. */
async function whileHolding<Db extends Transaction<ResourceTables & PasskeyTables>>(
  all: Db,
  names: readonly string[],
  work: (all: Db) => Promise<AccountOutcome>,
): Promise<AccountOutcome> {
  const outcomes: AccountOutcome[] = []
  await holdingNames(all.$pickTables<'held_names'>(), names, async () => void outcomes.push(await work(all)))
  const [outcome] = outcomes
  if (outcome === undefined) throw new TypeError('The work has no outcome.')
  return outcome
}

/** How many users an organization may have. */
async function userLimit(trx: Transaction<ResourceTables>): Promise<DirectoryLimit> {
  const [policy] = await findResources(trx, [{ kind: 'instancePolicy', key: ['boundaryPolicy'] }])
  const set = policy?.content['maxUsersOfOrganization']
  return usersOf(typeof set === 'number' && set > 0 ? set : usersOfOrganization)
}

function usersOf(most: number): DirectoryLimit {
  return { reason: 'organization_users_limit', kinds: ['humanUser', 'machineUser'], per: 'org', most, tallied: true }
}

/** Whether the person has a password or a passkey. The caller has locked the person. */
async function hasCredential(trx: Transaction<ResourceTables & PasskeyTables>, userId: string): Promise<boolean> {
  for (const table of ['passwords', 'passkeys'] as const) {
    const row = await trx.selectFrom(table).select('user_id').where('user_id', '=', userId).limit(1).executeTakeFirst()
    if (row !== undefined) return true
  }
  return false
}

/** What a refusal of the directory means for one person. The other reasons are not about people. */
function refusalOf(reason: DirectoryConflictReason): AccountRefusal {
  if (reason === 'user_name_taken' || reason === 'identity_taken') return reason
  return 'org_missing'
}

const taken = {
  userName: 'user_name_taken',
  loginName: 'user_name_taken',
  email: 'email_taken',
  provenEmail: 'email_taken',
  phone: 'phone_taken',
} as const

async function findPerson(trx: Transaction<ResourceTables>, userId: string): Promise<User> {
  const row = await selectUsers(trx).where('users.user_id', '=', userId).executeTakeFirst()
  if (row === undefined) throw new Refused('user_missing')
  return toUser(row)
}

/** A person who has not signed in yet becomes active; one who is locked or switched off does not. */
function isStarting({ state }: User): boolean {
  return state === 'initial' || state === 'active'
}

function stillHolds(seen: SeenAccount, user: User): boolean {
  const { email, phone, ...others } = seen
  return (
    (!('email' in seen) || (email?.address === user.email?.address && email?.verified === user.email?.verified)) &&
    (!('phone' in seen) || (phone?.number === user.phone?.number && phone?.verified === user.phone?.verified)) &&
    Object.entries(others).every(([member, value]) => value === Reflect.get(user, member))
  )
}

function resourcesOf(account: NewUserAccount): readonly Resource[] {
  const { userId, orgId, passwordHash, identity } = account
  return [
    {
      kind: 'humanUser',
      key: [userId],
      orgId,
      content: personContent(account),
      ...(passwordHash === undefined ? {} : { secrets: { passwordHash } }),
    },
    ...(identity === undefined
      ? []
      : [{ kind: 'userLink' as const, key: [userId, identity.idpId, identity.providedUserId], orgId, content: { userId, ...identity } }]),
  ]
}
