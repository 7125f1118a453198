// Whether a proof of a person still counts in the transaction that acts on it.
import type { NewPassword } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import type { ResourceTables } from './resource-tables.ts'

/** Whether nothing of the person, or of the organization, was ended since the caller's proof. The caller has locked the person. */
export async function isAsSeen(
  trx: Pick<Kysely<ResourceTables>, 'selectFrom'>,
  userId: string,
  seen: NewPassword['seen'],
): Promise<boolean> {
  if (seen === 'any') return true
  const row = await trx
    .selectFrom('users')
    .innerJoin('orgs', 'orgs.org_id', 'users.org_id')
    .select(['users.created_at', 'users.times_ended', 'orgs.times_ended as org_times_ended'])
    .where('users.user_id', '=', userId)
    .executeTakeFirst()
  return row?.created_at === seen.createdAt && row.times_ended + row.org_times_ended === seen.timesEnded
}
