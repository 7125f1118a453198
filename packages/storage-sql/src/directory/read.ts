// Finds and lists resources, and turns their rows back into the resources that were put.
import { directoryFilters } from '@symbolon/core-protocol'
import type {
  DirectoryFilter,
  DirectoryQuery,
  DirectorySearch,
  FoundResource,
  Resource,
  ResourceKind,
  ResourceReference,
  ResourceSecrets,
  StoredResource,
} from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { parseContent } from '../documents/content.ts'
import type { Content } from '../documents/content.ts'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { chunks, chunkSize } from '../sql/chunks.ts'
import { anyTables, comesAfter, matchesKey } from './any-table.ts'
import { inKeyOrder } from './key-order.ts'
import { findPasskeys, getPasskey, listPasskeys } from './passkeys.ts'
import { kindsInOrder, resourceLayouts, secretMembers } from './resource-layouts.ts'
import type { Row, SecretColumn } from './resource-layouts.ts'
import { searchRows } from './search.ts'
import { inState } from './search-words.ts'
import { selectByKeys } from './select-by-keys.ts'

/** The kinds of each table, in an order in which parents come first. */
const kindsOfTables: readonly (readonly ResourceKind[])[] = kindsInOrder.flatMap((kind, index) => {
  const isOfTable = (other: ResourceKind): boolean => resourceLayouts[other].table === resourceLayouts[kind].table
  return kindsInOrder.findIndex(isOfTable) === index ? [kindsInOrder.filter(isOfTable)] : []
})

/** Finds the resources that exist. Two kinds that share a table take one lookup for an id. */
export async function findResources(
  db: Kysely<ResourceTables>,
  references: readonly ResourceReference[],
): Promise<readonly StoredResource[]> {
  const found: StoredResource[] = []
  const wanted = keysByTable(references)
  for (const kinds of kindsOfTables) {
    const [first] = kinds
    const keys = first === undefined ? undefined : wanted.get(resourceLayouts[first].table)
    if (first === undefined || keys === undefined) continue
    if (first === 'passkey') {
      const passkeys = await findPasskeys(
        db,
        keys.map(([credentialId = '']) => credentialId),
      )
      found.push(...passkeys)
      continue
    }
    const rows = await selectByKeys(db, first, keys)
    if (rows.length === 0) continue
    for (const kind of kinds) found.push(...(await toStored(db, kind, rowsOfKind(rows, kind, references))))
  }
  return found
}

/** The keys to look up in each table, each once. */
function keysByTable(references: readonly ResourceReference[]): ReadonlyMap<string, readonly (readonly string[])[]> {
  const tables = new Map<string, Map<string, readonly string[]>>()
  for (const { kind, key } of references) {
    const { table } = resourceLayouts[kind]
    const keys = tables.get(table) ?? new Map<string, readonly string[]>()
    tables.set(table, keys)
    keys.set(key.length === 1 ? (key[0] ?? '') : JSON.stringify(key), key)
  }
  return new Map([...tables].map(([table, keys]) => [table, [...keys.values()]]))
}

function rowsOfKind(rows: readonly Row[], kind: ResourceKind, references: readonly ResourceReference[]): readonly Row[] {
  const { kind: shared, keys } = resourceLayouts[kind]
  if (shared === undefined) return rows
  const ids = new Set(references.flatMap((reference) => (reference.kind === kind ? (reference.key[0] ?? []) : [])))
  return rows.filter((row) => row['kind'] === shared && ids.has(text(row[keys[0]]) ?? ''))
}

/** Keeps the resources as they are until the transaction ends, where other writers could change them: writes their rows unchanged. */
export async function lockResources(trx: Kysely<ResourceTables>, references: readonly ResourceReference[]): Promise<void> {
  for (const { kind, key } of inKeyOrder(references)) {
    const { table, keys } = resourceLayouts[kind]
    const [column] = keys
    await anyTables(trx)
      .updateTable(table)
      .set((eb) => ({ [column]: eb.ref(column) }))
      .where((eb) => matchesKey(eb, keys, [key]))
      .execute()
  }
}

/** A part of a list: at most `limit` resources whose keys come after `after`. */
export interface Page {
  readonly limit: number
  readonly after: readonly string[] | undefined
}

const filterColumns: Readonly<Record<DirectoryFilter, string>> = {
  userId: 'user_id',
  projectId: 'project_id',
  appId: 'app_id',
  grantedOrgId: 'granted_org_id',
  idpId: 'idp_id',
  member: 'member',
}

/** @throws TypeError for a filter that the kind does not have */
function filterValues(kind: ResourceKind, of: NonNullable<DirectoryQuery['of']>): readonly (readonly [column: string, value: string])[] {
  const known = directoryFilters[kind] ?? []
  for (const name of Object.keys(of)) {
    if (!known.some((filter) => filter === name)) throw new TypeError(`${kind} has no filter ${name}`)
  }
  return known.flatMap((name) => (of[name] === undefined ? [] : [[filterColumns[name], of[name]] as const]))
}

/**
 * Reads one page of a search.
 * @throws TypeError for a filter that the kind does not have, and for a kind that cannot be searched
 */
export async function searchResources(db: Kysely<ResourceTables>, search: DirectorySearch): Promise<readonly FoundResource[]> {
  const { kind, of = {} } = search
  const rows = await searchRows(db, search, filterValues(kind, of))
  const resources = await toStored(db, kind, rows)
  return resources.map((resource, index) => ({ ...resource, word: text(rows[index]?.['word']) ?? '' }))
}

/**
 * Reads one page of the resources of a kind, in the order of their keys.
 * @throws TypeError for a filter or a state that the kind does not have, and when `query.after` does not have as many parts as keys of this kind
 */
export async function pageOfResources(db: Kysely<ResourceTables>, query: DirectoryQuery): Promise<readonly StoredResource[]> {
  const { kind, orgId, ids, of = {}, state, limit, after } = query
  const { table, keys, kind: shared } = resourceLayouts[kind]
  const filters = filterValues(kind, of)
  checkKeyLength(kind, keys, after)
  if (kind === 'passkey') return await listPasskeys(db, orgId, { limit, after, userId: of.userId })
  const selection = anyTables(db)
    .selectFrom(table)
    .selectAll()
    .$if(orgId !== undefined, (some) => some.where('org_id', '=', orgId ?? null))
    .$if(shared !== undefined, (some) => some.where('kind', '=', shared ?? null))
    .$if(ids !== undefined, (some) => some.where(keys[0], 'in', ids ?? []))
    .where((eb) => eb.and(filters.map(([column, value]) => eb(column, '=', value))))
    .$if(state !== undefined, (some) => some.where(inState(kind, state)))
    .$if(after !== undefined, (some) => some.where((eb) => comesAfter(eb, keys, after ?? [])))
    .limit(limit)
  const rows = await keys.reduce((some, column) => some.orderBy(column), selection).execute()
  return await toStored(db, kind, rows)
}

/** Reads a resource with its times. */
export async function getResource(db: Kysely<ResourceTables>, { kind, key }: ResourceReference): Promise<StoredResource | undefined> {
  if (kind === 'passkey') return await getPasskey(db, key[0] ?? '')
  const { table, keys, kind: shared } = resourceLayouts[kind]
  const rows = await anyTables(db)
    .selectFrom(table)
    .selectAll()
    .where((eb) => matchesKey(eb, keys, [key]))
    .$if(shared !== undefined, (query) => query.where('kind', '=', shared ?? null))
    .execute()
  const [resource] = await toStored(db, kind, rows)
  return resource
}

async function toStored(db: Kysely<ResourceTables>, kind: ResourceKind, rows: readonly Row[]): Promise<readonly StoredResource[]> {
  const resources = await toResources(db, kind, rows)
  return resources.map((resource, index) => ({
    ...resource,
    createdAt: Number(rows[index]?.['created_at']),
    changedAt: Number(rows[index]?.['changed_at']),
  }))
}

/**
 * Lists the resources of a kind, of an organization or of the instance, in the order of their keys.
 * @throws TypeError when the key in `page.after` does not have as many parts as keys of this kind
 */
export async function listResources(
  db: Kysely<ResourceTables>,
  kind: ResourceKind,
  orgId: string | undefined,
  page?: Page,
): Promise<readonly Resource[]> {
  const { table, keys, kind: shared, owned, withoutOrg = false } = resourceLayouts[kind]
  const ofOrg = owned || keys.includes('org_id')
  const ofNoOrg = withoutOrg && orgId === undefined
  // Without an identifier, all organizations are listed: they are resources of the instance too.
  if (ofOrg !== (orgId !== undefined) && !(kind === 'org' && orgId === undefined) && !ofNoOrg) return []
  if (kind === 'passkey') return (await listPasskeys(db, orgId, page)).map(({ createdAt: _, changedAt: __, ...resource }) => resource)
  const after = page?.after
  checkKeyLength(kind, keys, after)
  const query = anyTables(db)
    .selectFrom(table)
    .selectAll()
    .$if(orgId !== undefined, (some) => some.where('org_id', '=', orgId ?? null))
    .$if(ofNoOrg, (some) => some.where('org_id', 'not in', anyTables(db).selectFrom('orgs').select('org_id')))
    .$if(shared !== undefined, (some) => some.where('kind', '=', shared ?? null))
    .$if(after !== undefined, (some) => some.where((eb) => comesAfter(eb, keys, after ?? [])))
    .$if(page !== undefined, (some) => some.limit(page?.limit ?? 0))
  const rows = await keys.reduce((some, column) => some.orderBy(column), query).execute()
  return toResources(db, kind, rows)
}

function checkKeyLength(kind: ResourceKind, keys: readonly string[], key: readonly string[] | undefined): void {
  if (key !== undefined && key.length !== keys.length) throw new TypeError(`The key of ${kind} has ${keys.length} parts, not ${key.length}`)
}

async function toResources(db: Kysely<ResourceTables>, kind: ResourceKind, rows: readonly Row[]): Promise<readonly Resource[]> {
  const passwords =
    kind === 'humanUser'
      ? await findPasswords(
          db,
          rows.map((row) => text(row['user_id']) ?? ''),
        )
      : undefined
  return rows.map((row) => {
    const key = resourceLayouts[kind].keys.map((column) => text(row[column]) ?? '')
    const orgId = text(row['org_id'])
    const secrets = { ...storedSecrets(row, resourceLayouts[kind].secrets ?? []), ...passwords?.get(key[0] ?? '') }
    return {
      kind,
      key,
      ...(orgId === undefined ? {} : { orgId }),
      content: contentOf(kind, row),
      ...(Object.keys(secrets).length === 0 ? {} : { secrets }),
    }
  })
}

function contentOf(kind: ResourceKind, row: Row): Content {
  const content = parseContent(text(row['content']) ?? '{}')
  const isSuspended = kind === 'userGrant' && row['standing'] === 'suspended' && row['active'] === 1
  return isSuspended ? { ...content, state: 'STATE_SUSPENDED' } : content
}

function storedSecrets(row: Row, columns: readonly SecretColumn[]): ResourceSecrets {
  return Object.fromEntries(
    columns.flatMap((column) => {
      const secret = text(row[column])
      return secret === undefined ? [] : [[secretMembers[column], secret]]
    }),
  )
}

async function findPasswords(db: Kysely<ResourceTables>, userIds: readonly string[]): Promise<ReadonlyMap<string, ResourceSecrets>> {
  const found = new Map<string, ResourceSecrets>()
  for (const some of chunks(userIds, chunkSize)) {
    const rows = await db.selectFrom('passwords').selectAll().where('user_id', 'in', some).execute()
    for (const { user_id, hash, source, replaced_hash: replaced } of rows) {
      found.set(user_id, {
        passwordHash: hash,
        ...(source === null ? {} : { passwordSource: source }),
        ...(replaced === null ? {} : { replacedPasswordHash: replaced }),
      })
    }
  }
  return found
}

function text(value: string | number | null | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}
