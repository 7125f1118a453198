// Limits of a whole organization, such as the number of its users: to count up to a million rows at each change would take longer than the
// change. A tally is kept instead. It is an upper bound of what limited changes have stored, and is counted again after an hour, and when it is
// exceeded: what was removed makes room then. At most one count in ten seconds is made for an organization at its limit.
import type { DirectoryLimit } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { anyTables } from './any-table.ts'

/** What one limit counts for one organization. */
export interface Tallied {
  readonly limit: DirectoryLimit
  readonly orgId: string
  readonly table: string
}

/** How long a tally is believed, and how long a refusal by a count is, milliseconds. */
const [believed, refusedFor] = [3_600_000, 10_000]
/** Organizations at their limit that a process remembers. */
const mostRemembered = 1000

interface Tally {
  readonly used: number
  readonly countedAt: number
}

/** Counts that led to a refusal, which stores nothing, by organization and what is counted. */
export type RefusedCounts = Map<string, Tally>

/**
 * When the change is made, and the counts in memory. `isTried`: the change is only tried, which stores no tally. undefined: it is only tried, and
 * every tally is believed.
 */
export type TallyTime = { readonly now: number; readonly refused: RefusedCounts; readonly isTried?: boolean } | undefined

/**
 * Decides which of the additions exceed the limit, in their order, and stores the tally with the change unless one does.
 * @param additions by how much each resource of the change adds to what is counted; negative where it shrinks
 * @returns for each addition whether it exceeds the limit
 */
export async function exceedsTally(
  db: Kysely<ResourceTables>,
  tallied: Tallied,
  additions: readonly number[],
  time: TallyTime,
): Promise<readonly boolean[]> {
  if (additions.every((addition) => addition <= 0)) return additions.map(() => false)
  const { limit, orgId } = tallied
  const counted = `${tallied.table} ${limit.of ?? 'rows'}`
  const added = additions.reduce((sum, addition) => sum + addition, 0)
  const tally = await currentTally(db, tallied, counted, added, time)
  let { used } = tally
  const exceeding = additions.map((addition) => {
    const exceeds = addition > 0 && used + addition > limit.most
    if (!exceeds) used += addition
    return exceeds
  })
  if (time !== undefined && time.isTried !== true && !exceeding.includes(true)) {
    const row = { used: Math.max(0, used), counted_at: tally.countedAt }
    await db
      .insertInto('organization_usage')
      .values({ org_id: orgId, counted, ...row })
      .onConflict((conflict) => conflict.columns(['org_id', 'counted']).doUpdateSet(row))
      .execute()
  }
  return exceeding
}

async function currentTally(db: Kysely<ResourceTables>, tallied: Tallied, counted: string, added: number, time: TallyTime): Promise<Tally> {
  const { limit, orgId } = tallied
  const row = await db
    .selectFrom('organization_usage')
    .select(['used', 'counted_at'])
    .where('org_id', '=', orgId)
    .where('counted', '=', counted)
    .executeTakeFirst()
  const stored = row === undefined ? undefined : { used: Number(row.used), countedAt: Number(row.counted_at) }
  if (time === undefined) return stored ?? { used: await count(db, tallied), countedAt: 0 }
  const { now, refused } = time
  const exceeds = ({ used }: Tally): boolean => used + added > limit.most
  if (stored !== undefined && Math.abs(now - stored.countedAt) < believed && !exceeds(stored)) return stored
  const name = `${orgId} ${counted}`
  const known = [stored, refused.get(name)].find(
    (each) => each !== undefined && exceeds(each) && Math.abs(now - each.countedAt) < refusedFor,
  )
  if (known !== undefined) return known
  const fresh = { used: await count(db, tallied), countedAt: now }
  refused.delete(name)
  if (exceeds(fresh)) refused.set(name, fresh)
  const [oldest] = refused.keys()
  if (refused.size > mostRemembered && oldest !== undefined) refused.delete(oldest)
  return fresh
}

/** A count of rows ends one row beyond the limit. */
async function count(db: Kysely<ResourceTables>, { limit, orgId, table }: Tallied): Promise<number> {
  if (limit.of === 'characters') {
    const row = await anyTables(db)
      .selectFrom(table)
      .select(({ fn }) => fn.sum<number | string | null>(fn<number>('length', ['content'])).as('size'))
      .where('org_id', '=', orgId)
      .executeTakeFirst()
    return Number(row?.size ?? 0)
  }
  const row = await anyTables(db)
    .selectFrom((eb) =>
      eb
        .selectFrom(table)
        .select('org_id')
        .where('org_id', '=', orgId)
        .limit(limit.most + 1)
        .as('some'),
    )
    .select(({ fn }) => fn.countAll<number | string>().as('size'))
    .executeTakeFirst()
  return Number(row?.size ?? 0)
}
