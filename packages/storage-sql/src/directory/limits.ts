// Limits for the resources of an organization, a user, an application or a project. They are checked in the transaction of the change, before it
// writes, while it holds a name for each holder: two changes never count the same resources. A count ends one row beyond the limit.
import { nameOfResource } from '@symbolon/core-protocol'
import type { DirectoryChange, DirectoryLimit, DirectoryRefusal, Resource } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { requiredTextAt } from '../documents/content.ts'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { anyTables, matchesKey } from './any-table.ts'
import { resourceLayouts } from './resource-layouts.ts'
import { exceedsTally } from './tallied-limits.ts'
import type { TallyTime } from './tallied-limits.ts'

const columns: Readonly<Record<DirectoryLimit['per'], readonly [string, ...string[]]>> = {
  org: ['org_id'],
  user: ['user_id'],
  app: ['app_id'],
  project: ['project_id'],
  orgAndUser: ['org_id', 'user_id'],
}

/** The resources that one limit counts for one holder. */
interface Counted {
  readonly limit: DirectoryLimit
  /** The values of the columns of `limit.per`. */
  readonly holder: readonly string[]
  readonly resources: readonly Resource[]
}

/** @returns the names that the change holds, so that no other one counts for the same holders at the same time */
export function limitNames(change: Pick<DirectoryChange, 'put' | 'limits'>): readonly string[] {
  return [
    ...new Set(
      countedOf(change).map(
        ({ limit, holder }) => `limit ${tableOf(limit)} ${limit.per} ${holder.length === 1 ? holder[0] : JSON.stringify(holder)}`,
      ),
    ),
  ]
}

/**
 * @param time absent where a change is only tried
 * @returns the resources of the change that exceed a limit: the last ones of it
 */
export async function limitRefusals(
  db: Kysely<ResourceTables>,
  change: Pick<DirectoryChange, 'put' | 'limits'>,
  time?: TallyTime,
): Promise<readonly DirectoryRefusal[]> {
  const refusals = new Map<string, DirectoryRefusal>()
  for (const counted of countedOf(change)) {
    const { tallied, of } = counted.limit
    const refused =
      tallied === true
        ? await beyondTally(db, counted, time)
        : of === 'characters'
          ? await tooLarge(db, counted)
          : await tooMany(db, counted)
    for (const { kind, key } of refused) {
      const name = nameOfResource({ kind, key })
      if (!refusals.has(name)) refusals.set(name, { reason: counted.limit.reason, resource: { kind, key } })
    }
  }
  return [...refusals.values()]
}

function countedOf({ put, limits = [] }: Pick<DirectoryChange, 'put' | 'limits'>): readonly Counted[] {
  return limits.flatMap((limit) => {
    const isCounted = ({ kind, content }: Resource): boolean =>
      limit.kinds.includes(kind) && (limit.of !== 'offers' || content['state'] === 'STATE_INVITED')
    const groups = Map.groupBy(put.filter(isCounted), (resource) => JSON.stringify(holderOf(resource, limit.per)))
    return [...groups.values()].flatMap((resources) => {
      const [first] = resources
      return first === undefined ? [] : [{ limit, holder: holderOf(first, limit.per), resources }]
    })
  })
}

function holderOf({ kind, key: [first = ''], orgId = '', content }: Resource, per: DirectoryLimit['per']): readonly string[] {
  switch (per) {
    case 'org':
      return [orgId]
    case 'user':
      return [kind === 'userMetadata' ? first : requiredTextAt(content, 'userId')]
    case 'app':
      return [requiredTextAt(content, 'appId')]
    case 'project':
      return [first]
    case 'orgAndUser':
      return [orgId, requiredTextAt(content, 'userId')]
  }
}

function tableOf({ kinds: [kind = 'org'] }: DirectoryLimit): string {
  return resourceLayouts[kind].table
}

async function tooMany(db: Kysely<ResourceTables>, counted: Counted): Promise<readonly Resource[]> {
  const { limit, holder, resources } = counted
  const stored = await storedSizes(db, counted)
  const added = resources.filter(({ key }) => !stored.has(JSON.stringify(key)))
  if (added.length === 0) return []
  const rows = await anyTables(db)
    .selectFrom(tableOf(limit))
    .select(columns[limit.per][0])
    .where((eb) => matchesKey(eb, columns[limit.per], [holder]))
    .$if(limit.of === 'offers', (query) => query.where('standing', '=', 'invited'))
    .limit(limit.most + 1)
    .execute()
  return added.slice(Math.max(0, limit.most - rows.length))
}

async function beyondTally(db: Kysely<ResourceTables>, counted: Counted, time: TallyTime): Promise<readonly Resource[]> {
  const {
    limit,
    holder: [orgId = ''],
    resources,
  } = counted
  const stored = await storedSizes(db, counted)
  const additions = resources.map(({ key, content }) => {
    const size = stored.get(JSON.stringify(key))
    return limit.of === 'characters' ? JSON.stringify(content).length - (size ?? 0) : size === undefined ? 1 : 0
  })
  const exceeding = await exceedsTally(db, { limit, orgId, table: tableOf(limit) }, additions, time)
  return resources.filter((_, index) => exceeding[index])
}

async function tooLarge(db: Kysely<ResourceTables>, counted: Counted): Promise<readonly Resource[]> {
  const { limit, holder, resources } = counted
  const stored = await storedSizes(db, counted)
  const row = await anyTables(db)
    .selectFrom(tableOf(limit))
    .select(({ fn }) => fn.sum<number | string | null>(fn<number>('length', ['content'])).as('size'))
    .where((eb) => matchesKey(eb, columns[limit.per], [holder]))
    .executeTakeFirst()
  let size = Number(row?.size ?? 0)
  return resources.filter(({ key, content }) => {
    const growth = JSON.stringify(content).length - (stored.get(JSON.stringify(key)) ?? 0)
    const exceeds = growth > 0 && size + growth > limit.most
    if (!exceeds) size += growth
    return exceeds
  })
}

/** The lengths of the contents that are stored under the keys of the resources, by key. */
async function storedSizes(db: Kysely<ResourceTables>, { limit, resources }: Counted): Promise<ReadonlyMap<string, number>> {
  const { keys } = resourceLayouts[limit.kinds[0] ?? 'org']
  const rows = await anyTables(db)
    .selectFrom(tableOf(limit))
    .select([...keys])
    .select(({ fn }) => fn<number | string>('length', ['content']).as('size'))
    .where((eb) =>
      matchesKey(
        eb,
        keys,
        resources.map(({ key }) => key),
      ),
    )
    .execute()
  return new Map(rows.map((row) => [JSON.stringify(keys.map((column) => row[column])), Number(row.size)]))
}
