// Password hashes. A hash is replaced by a conditional statement, so that it never overwrites a newer one.
import type { NewPassword, PasswordStore, StoreName } from '@symbolon/core-protocol'
import type { Kysely, Transaction } from 'kysely'
import { flagAt, objectAt, parseContent } from '../documents/content.ts'
import { isAsSeen } from './tables/as-seen.ts'
import { removeFactors } from './remove-factors.ts'
import type { FactorTables } from './remove-factors.ts'
import { ownerKept } from './owners.ts'
import { suspendRoles } from './pending-memberships.ts'
import { unlessLastOwner } from './tables/keep-owner.ts'
import { lockPerson } from './tables/lock-person.ts'
import { endWhatPasswordsOpened, forgetBrowsers, forgetFailedAttempts } from './new-passwords.ts'
import type { ResourceTables } from './tables/resource-tables.ts'
import { selectUsers, toUser } from './user-record.ts'

/** Finds and replaces password hashes. @param names all stores that are open: the tables of the others may be missing */
export function passwordStore(db: Kysely<ResourceTables & FactorTables>, names: readonly StoreName[]): PasswordStore {
  const keepOwner = ownerKept(names)
  return {
    async find(userId) {
      const row = await db
        .selectFrom('passwords')
        .select(['user_id', 'hash', 'changed_at'])
        .where('user_id', '=', userId)
        .executeTakeFirst()
      if (row === undefined) return undefined
      return { userId: row.user_id, hash: row.hash, ...(row.changed_at === null ? {} : { changedAt: row.changed_at }) }
    },
    async slowest() {
      const row = await db
        .selectFrom('passwords')
        .select(({ fn }) => fn.max('cost').as('cost'))
        .executeTakeFirst()
      return row?.cost ?? 0
    },
    async replaceHash(userId, oldHash, newHash) {
      const row = await db
        .updateTable('passwords')
        .set({ hash: newHash, cost: null })
        .where('user_id', '=', userId)
        .where('hash', '=', oldHash)
        .returning('user_id')
        .executeTakeFirst()
      return row !== undefined
    },
    async set(password) {
      const { removesFactors = false, forgetsBrowsers = false, suspends } = password
      const change = db.transaction().execute(async (all) => {
        const trx = all.$pickTables<keyof ResourceTables>()
        const requireOwner = removesFactors ? await keepOwner(trx, password.userId) : undefined
        if (!(await lockPerson(trx, password.userId)) || !(await isAsSeen(trx, password.userId, password.seen))) return undefined
        const isFirst = await insertFirst(trx, password)
        if (!isFirst && !(await replace(trx, password))) return undefined
        const users = [password.userId]
        if (!isFirst || removesFactors) await endWhatPasswordsOpened(trx, users)
        if (removesFactors) await removeFactors(all, password.userId, names)
        if (forgetsBrowsers) await forgetBrowsers(trx, password.userId)
        await forgetFailedAttempts(trx, users)
        await withdrawDemand(trx, password)
        if (suspends !== undefined) await suspendRoles(trx, [{ userId: password.userId, ...suspends }], password.now)
        await requireOwner?.()
        const row = await selectUsers(trx).where('users.user_id', '=', password.userId).executeTakeFirstOrThrow()
        return toUser(row)
      })
      const outcome = await unlessLastOwner(change)
      return outcome === 'last_owner' ? undefined : outcome
    },
  }
}

/** Inserts the password of a person who has none. @returns whether it was inserted */
async function insertFirst(trx: Transaction<ResourceTables>, { userId, hash, replaces, now }: NewPassword): Promise<boolean> {
  if (typeof replaces === 'object') return false
  const row = await trx
    .insertInto('passwords')
    .values({ user_id: userId, hash, source: null, cost: null, changed_at: now, replaced_hash: null })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Replaces the password if it is the one that the caller read. The source in the document is kept with it, so that the document can be applied
 * again without restoring the old password. The hash of an export is known by its source, so it is not kept longer than it is needed.
 */
async function replace(trx: Transaction<ResourceTables>, { userId, hash, replaces, now }: NewPassword): Promise<boolean> {
  if (replaces === 'none') return false
  const row = await trx
    .updateTable('passwords')
    .set((eb) => ({
      hash,
      cost: null,
      changed_at: now,
      replaced_hash: eb
        .case()
        .when(eb.and([eb('replaced_hash', 'is', null), eb('source', 'is not', null), eb('cost', 'is', null)]))
        .then(eb.ref('hash'))
        .else(eb.ref('replaced_hash'))
        .end(),
    }))
    .where('user_id', '=', userId)
    .$if(replaces !== 'any', (query) => query.where('hash', '=', replaces === 'any' ? '' : replaces.hash))
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** A new password is not demanded any more. */
async function withdrawDemand(trx: Transaction<ResourceTables>, { userId, now }: NewPassword): Promise<void> {
  const { content } = await trx.selectFrom('users').select('content').where('user_id', '=', userId).executeTakeFirstOrThrow()
  const stored = parseContent(content)
  if (!flagAt(stored, 'user', 'passwordChangeRequired')) return
  const { passwordChangeRequired: _, ...user } = objectAt(stored, 'user')
  await trx
    .updateTable('users')
    .set({ content: JSON.stringify({ ...stored, user }), changed_at: now })
    .where('user_id', '=', userId)
    .execute()
}
