// Keeps the ids of removed objects, and refuses an object that asks for one of them. Both run in the transaction of the change. The refusal is
// decided after the rows are written: inserting a key waits for a transaction that removes it, so its removed ids are visible by then.
import { nameOfResource } from '@symbolon/core-protocol'
import type { DirectoryRefusal, RemovedIdKind, Resource, ResourceKind } from '@symbolon/core-protocol'
import { sql } from 'kysely'
import type { Kysely, SelectQueryBuilder, Transaction } from 'kysely'
import { requiredTextAt } from '../documents/content.ts'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { batchSize, chunks } from '../sql/chunks.ts'
import { selectByValues } from '../sql/select-by-values.ts'
import { isUser } from './resource-layouts.ts'

/** A query for ids with the organizations of their objects. */
type Removed<Table extends keyof ResourceTables> = SelectQueryBuilder<ResourceTables, Table, { id: string; org_id: string }>

/** Keeps the ids of the objects, and of what is removed with them. @param ids of existing objects of the kind */
export async function keepIds(trx: Transaction<ResourceTables>, kind: ResourceKind, ids: readonly string[], now: number): Promise<void> {
  const users = trx.selectFrom('users').select(['user_id as id', 'org_id'])
  const projects = trx.selectFrom('projects').select(['project_id as id', 'org_id'])
  const clients = trx.selectFrom('applications').select(['client_id as id', 'org_id'])
  if (kind === 'org') {
    const orgs = trx.selectFrom('orgs').select(['org_id as id', 'org_id'])
    await keep(trx, 'organization', orgs.where('org_id', 'in', ids), now)
    await keep(trx, 'user', users.where('org_id', 'in', ids), now)
    await keep(trx, 'project', projects.where('org_id', 'in', ids), now)
    await keep(trx, 'client', clients.where('org_id', 'in', ids), now)
  } else if (isUser(kind)) {
    const shared = kind === 'humanUser' ? 'human' : 'machine'
    await keep(trx, 'user', users.where('user_id', 'in', ids).where('kind', '=', shared), now)
  } else if (kind === 'project') {
    await keep(trx, 'project', projects.where('project_id', 'in', ids), now)
    await keep(trx, 'client', clients.where('project_id', 'in', ids), now)
  } else if (kind === 'oidcApp' || kind === 'apiApp') {
    const shared = kind === 'oidcApp' ? 'oidc' : 'api'
    await keep(trx, 'client', clients.where('app_id', 'in', ids).where('kind', '=', shared), now)
  }
}

async function keep<Table extends keyof ResourceTables>(
  trx: Transaction<ResourceTables>,
  kind: RemovedIdKind,
  removed: Removed<Table>,
  now: number,
): Promise<void> {
  const time = sql<number>`cast(${now} as bigint)`
  await trx
    .insertInto('removed_ids')
    .columns(['id_kind', 'id', 'org_id', 'content', 'created_at', 'changed_at'])
    .expression(
      trx
        .selectFrom(removed.as('removed'))
        .select([
          sql<RemovedIdKind>`cast(${kind} as text)`.as('id_kind'),
          'removed.id',
          'removed.org_id',
          sql<string>`cast(${'{}'} as text)`.as('content'),
        ])
        .select([time.as('created_at'), time.as('changed_at')])
        .where(sql<boolean>`true`),
    )
    .onConflict((conflict) =>
      conflict.columns(['id', 'id_kind']).doUpdateSet((eb) => ({
        org_id: eb.ref('excluded.org_id'),
        created_at: eb.ref('excluded.created_at'),
        changed_at: eb.ref('excluded.changed_at'),
      })),
    )
    .execute()
}

/** Keeps the client ids that stored applications give up: another client with such an id would receive their tokens. */
export async function keepReplacedClientIds(trx: Transaction<ResourceTables>, resources: readonly Resource[], now: number): Promise<void> {
  const given = new Map(resources.filter(isApp).map((app) => [app.key[0] ?? '', requiredTextAt(app.content, 'clientId')]))
  const rows = await selectByValues(trx, 'client ids of applications', [], [...given.keys()], (some) =>
    trx.selectFrom('applications').select(['app_id', 'client_id']).where('app_id', 'in', some),
  )
  const replaced = rows.flatMap((row) => (given.get(row.app_id) === row.client_id ? [] : [row.app_id]))
  for (const some of chunks(replaced, batchSize)) {
    const clients = trx.selectFrom('applications').select(['client_id as id', 'org_id'])
    await keep(trx, 'client', clients.where('app_id', 'in', some), now)
  }
}

/** Forgets the removed ids of the objects that return. */
export async function restoreIds(trx: Transaction<ResourceTables>, resources: readonly Resource[]): Promise<void> {
  const rows = await storedIds(trx, resources)
  for (const resource of resources) {
    for (const row of rows.get(idsOf(resource)[0]?.id ?? '') ?? []) {
      if (!isOf(resource, row)) continue
      await trx.deleteFrom('removed_ids').where('id', '=', row.id).where('id_kind', '=', row.id_kind).execute()
    }
  }
}

/**
 * Finds the resources that ask for the id of a removed object, and the removed ids that an object has.
 * @param restores whether an object may return to its organization
 */
export async function removedIdRefusals(
  db: Kysely<ResourceTables>,
  resources: readonly Resource[],
  restores: boolean,
): Promise<readonly DirectoryRefusal[]> {
  const rows = await storedIds(db, resources)
  const inUse = await idsInUse(
    db,
    resources.filter(({ kind }) => kind === 'removedId'),
  )
  return resources.flatMap((resource): DirectoryRefusal[] => {
    const { kind, key } = resource
    if (inUse.has(nameOfResource(resource))) return [{ reason: 'id_in_use', resource: { kind, key } }]
    const removed = idsOf(resource).flatMap(({ kinds, id }) => (rows.get(id) ?? []).filter((row) => kinds.includes(row.id_kind)))
    return removed.every((row) => restores && isOf(resource, row)) ? [] : [{ reason: 'id_removed', resource: { kind, key } }]
  })
}

interface StoredId {
  readonly id_kind: RemovedIdKind
  readonly id: string
  readonly org_id: string
}

async function storedIds(db: Kysely<ResourceTables>, resources: readonly Resource[]): Promise<ReadonlyMap<string, readonly StoredId[]>> {
  const ids = [...new Set(resources.flatMap((each) => idsOf(each).map(({ id }) => id)))]
  if (ids.length === 0) return new Map()
  const rows = await selectByValues(db, 'removed ids', [], ids, (some) =>
    db.selectFrom('removed_ids').select(['id_kind', 'id', 'org_id']).where('id', 'in', some),
  )
  return Map.groupBy(rows, ({ id }) => id)
}

/** The id that a resource has in tokens, and the kinds of objects that must not have had it. What is in `aud` shares one namespace. */
function idsOf({ kind, key: [id = ''], content }: Resource): readonly { readonly kinds: readonly RemovedIdKind[]; readonly id: string }[] {
  switch (kind) {
    case 'org':
      return [{ kinds: ['organization'], id }]
    case 'humanUser':
      return [{ kinds: ['user'], id }]
    case 'machineUser':
    case 'project':
      return [{ kinds: ['client', 'project', 'user'], id }]
    case 'oidcApp':
    case 'apiApp':
      return [{ kinds: ['client', 'project', 'user'], id: requiredTextAt(content, 'clientId') }]
    default:
      return []
  }
}

/** Whether the removed object was of the same kind and organization. */
function isOf(resource: Resource, { id_kind: kind, org_id: orgId }: StoredId): boolean {
  return kind === removedKindOf(resource) && orgId === (resource.kind === 'org' ? resource.key[0] : resource.orgId)
}

function removedKindOf(resource: Resource): RemovedIdKind | undefined {
  if (isUser(resource.kind)) return 'user'
  if (isApp(resource)) return 'client'
  return resource.kind === 'project' ? 'project' : resource.kind === 'org' ? 'organization' : undefined
}

function isApp({ kind }: Pick<Resource, 'kind'>): boolean {
  return kind === 'oidcApp' || kind === 'apiApp'
}

/** The names (`nameOfResource`) of the removed ids that an object has. */
async function idsInUse(db: Kysely<ResourceTables>, removed: readonly Resource[]): Promise<ReadonlySet<string>> {
  const used = new Set<string>()
  for (const [kind, some] of Map.groupBy(removed, ({ key: [kind = ''] }) => kind)) {
    const ids = some.map(({ key: [, id = ''] }) => id)
    for (const few of chunks(ids, batchSize))
      for (const id of await presentIds(db, kind, few)) used.add(nameOfResource({ kind: 'removedId', key: [kind, id] }))
  }
  return used
}

async function presentIds(db: Kysely<ResourceTables>, kind: string, ids: readonly string[]): Promise<readonly string[]> {
  const rows =
    kind === 'organization'
      ? await db.selectFrom('orgs').select('org_id as id').where('org_id', 'in', ids).execute()
      : kind === 'user'
        ? await db.selectFrom('users').select('user_id as id').where('user_id', 'in', ids).execute()
        : kind === 'project'
          ? await db.selectFrom('projects').select('project_id as id').where('project_id', 'in', ids).execute()
          : await db.selectFrom('client_ids').select('client_id as id').where('client_id', 'in', ids).execute()
  return rows.map(({ id }) => id)
}
