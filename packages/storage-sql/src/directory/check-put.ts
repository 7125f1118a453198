// Checks which resources of a change cannot be put, because another resource has a unique value or because a parent is missing. All
// refusals are found at once, with the same few queries for any number of resources. The check runs in the transaction of the change,
// after its removals.
import type { DirectoryRefusal, Resource } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { chunks, chunkSize } from '../sql/chunks.ts'
import { selectByValues } from '../sql/select-by-values.ts'
import { anyTables } from './any-table.ts'
import { kindsInOrder, resourceLayouts } from './resource-layouts.ts'
import type { Parent } from './resource-layouts.ts'
import { uniqueValues } from './unique-values.ts'
import type { UniqueValue } from './unique-values.ts'

/** The result of the check. */
export interface PutCheck {
  readonly refusals: readonly DirectoryRefusal[]
  /** Values that resources of the change have and that others of the change ask for, by their holders. They must be released first. */
  readonly released: ReadonlyMap<UniqueValue, readonly (readonly string[])[]>
}

interface Candidate {
  readonly resource: Resource
  readonly parents: readonly Parent[]
}

/** What the resources of the change ask for, of one kind of unique value. */
interface ValueRequests {
  readonly unique: UniqueValue
  /** The value that each resource asks for. */
  readonly requested: ReadonlyMap<Resource, string>
  /** Who has a requested value in the database. */
  readonly holders: ReadonlyMap<string, readonly (readonly string[])[]>
  /** The holders that are resources of the change and ask for another value or for no value, by name. */
  readonly givers: ReadonlyMap<string, Resource>
}

/** What is checked. */
export interface PutChecks {
  /** Whether the parents of each resource must exist. */
  readonly withParents: boolean
  /** Resources that the database checks. Others may belong to them. Default: none. */
  readonly unchecked?: ReadonlySet<Resource>
}

/** Checks whether the resources can be put. */
export async function checkPut(
  db: Kysely<ResourceTables>,
  resources: readonly Resource[],
  { withParents, unchecked = new Set() }: PutChecks,
): Promise<PutCheck> {
  if (unchecked.size === resources.length) return { refusals: [], released: new Map() }
  const ofKinds = Map.groupBy(resources, ({ kind }) => kind)
  const candidates = kindsInOrder
    .flatMap((kind) => ofKinds.get(kind) ?? [])
    .map((resource): Candidate => ({ resource, parents: withParents && !unchecked.has(resource) ? parentsOf(resource) : [] }))
  const stored = await storedParents(db, candidates)
  const checked = resources.filter((resource) => !unchecked.has(resource))
  const requests = await Promise.all(uniqueValues.map((unique) => findRequests(db, unique, checked)))
  // A refused resource keeps its values, which may refuse others. The loop ends when a round refuses no further resource.
  for (let keeping: ReadonlySet<Resource> = new Set(); ;) {
    const refused = refuse(candidates, stored, requests, keeping)
    if ([...refused.keys()].every((resource) => keeping.has(resource))) {
      return { refusals: inOrder(resources, refused), released: new Map(requests.map((request) => [request.unique, holdersOf(request)])) }
    }
    keeping = new Set([...keeping, ...refused.keys()])
  }
}

async function findRequests(db: Kysely<ResourceTables>, unique: UniqueValue, resources: readonly Resource[]): Promise<ValueRequests> {
  const requested = new Map<Resource, string>()
  const changing: Resource[] = []
  for (const resource of resources) {
    const value = unique.valueOf(resource)
    if (value === undefined) continue
    changing.push(resource)
    if (value !== null) requested.set(resource, value)
  }
  const holders = new Map<string, readonly (readonly string[])[]>()
  for (const some of chunks([...new Set(requested.values())], chunkSize)) {
    for (const { value, holder } of await unique.find(db, some)) holders.set(value, [...(holders.get(value) ?? []), holder])
  }
  const givers = new Map<string, Resource>()
  // Usually the requested values are free.
  const own = new Map(holders.size === 0 ? [] : changing.map((resource) => [nameOf(unique.holderOf(resource)), resource]))
  for (const [value, all] of holders) {
    for (const holder of all) {
      const giver = own.get(nameOf(holder))
      if (giver !== undefined && requested.get(giver) !== value) givers.set(nameOf(holder), giver)
    }
  }
  return { unique, requested, holders, givers }
}

/** The resources that are refused if those in `keeping` do not give up their values. */
function refuse(
  candidates: readonly Candidate[],
  stored: ReadonlySet<string>,
  requests: readonly ValueRequests[],
  keeping: ReadonlySet<Resource>,
): ReadonlyMap<Resource, DirectoryRefusal['reason']> {
  const refused = new Map<Resource, DirectoryRefusal['reason']>()
  const present = new Set(stored)
  const given = new Map<string, Resource>()
  for (const { resource, parents } of candidates) {
    const reason = parents.some((parent) => !present.has(parentName(parent)))
      ? 'missing_reference'
      : requests.find((request) => isTaken(resource, request, keeping, given))?.unique.reason
    if (reason !== undefined) {
      refused.set(resource, reason)
      continue
    }
    const { table } = resourceLayouts[resource.kind]
    if (resource.key.length === 1) present.add(parentName({ table, id: resource.key[0] ?? '' }))
    for (const { unique, requested } of requests) {
      const value = requested.get(resource)
      if (value !== undefined) given.set(valueName(unique, value), resource)
    }
  }
  return refused
}

function isTaken(
  resource: Resource,
  { unique, requested, holders, givers }: ValueRequests,
  keeping: ReadonlySet<Resource>,
  given: ReadonlyMap<string, Resource>,
): boolean {
  const value = requested.get(resource)
  if (value === undefined) return false
  const all = (holders.get(value) ?? []).map(nameOf)
  if (all.includes(nameOf(unique.holderOf(resource)))) return false
  const earlier = given.get(valueName(unique, value))
  if (earlier !== undefined && nameOf(unique.holderOf(earlier)) !== nameOf(unique.holderOf(resource))) return true
  return all.some((holder) => {
    const giver = givers.get(holder)
    return giver === undefined || keeping.has(giver)
  })
}

function holdersOf({ givers, unique }: ValueRequests): readonly (readonly string[])[] {
  return [...givers.values()].map((resource) => unique.holderOf(resource))
}

function parentsOf(resource: Resource): readonly Parent[] {
  const { owned, keys, parent, withoutOrg = false } = resourceLayouts[resource.kind]
  const orgId = owned && !withoutOrg ? resource.orgId : keys[0] === 'org_id' && resource.kind !== 'org' ? resource.key[0] : undefined
  return [...(orgId === undefined ? [] : [{ table: 'orgs' as const, id: orgId }]), ...(parent === undefined ? [] : [parent(resource)])]
}

const parentKeys = {
  orgs: 'org_id',
  users: 'user_id',
  projects: 'project_id',
  project_grants: 'grant_id',
  applications: 'app_id',
} as const satisfies Record<Parent['table'], string>

async function storedParents(db: Kysely<ResourceTables>, candidates: readonly Candidate[]): Promise<ReadonlySet<string>> {
  const wanted = new Map<Parent['table'], Set<string>>()
  for (const { table, id } of candidates.flatMap(({ parents }) => parents)) wanted.set(table, (wanted.get(table) ?? new Set()).add(id))
  const found = new Set<string>()
  for (const [table, ids] of wanted) {
    const column = parentKeys[table]
    const rows = await selectByValues(db, `parents in ${table}`, [], [...ids], (some) =>
      anyTables(db).selectFrom(table).select(column).where(column, 'in', some),
    )
    for (const row of rows) found.add(parentName({ table, id: String(row[column]) }))
  }
  return found
}

function inOrder(resources: readonly Resource[], refused: ReadonlyMap<Resource, DirectoryRefusal['reason']>): readonly DirectoryRefusal[] {
  return resources.flatMap((resource) => {
    const reason = refused.get(resource)
    return reason === undefined ? [] : [{ reason, resource: { kind: resource.kind, key: resource.key } }]
  })
}

function parentName({ table, id }: { readonly table: string; readonly id: string }): string {
  return `${table}:${id}`
}

function valueName({ reason }: UniqueValue, value: string): string {
  return `${reason}:${value}`
}

function nameOf(holder: readonly string[]): string {
  return JSON.stringify(holder)
}
