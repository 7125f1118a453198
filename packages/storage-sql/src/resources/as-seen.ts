// Whether a proof of a person still counts in the transaction that acts on it.
import type { NewPassword } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import type { ResourceTables } from './tables/resource-tables.ts'
import { selectUsers, toUser } from './user-record.ts'

/** Whether nothing of the person was ended since the caller's proof. The caller has locked the person. */
export async function isAsSeen(trx: Kysely<ResourceTables>, userId: string, seen: NewPassword['seen']): Promise<boolean> {
  if (seen === 'any') return true
  const row = await selectUsers(trx).where('users.user_id', '=', userId).executeTakeFirst()
  if (row === undefined) return false
  // Those of the organization are counted too.
  const { createdAt, timesEnded } = toUser(row)
  return createdAt === seen.createdAt && timesEnded === seen.timesEnded
}
