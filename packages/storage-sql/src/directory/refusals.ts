// What of a change cannot be put, all of it at once: values that another resource has, and parents that are not there. Asked inside the
// transaction, after the removals, so that a change of many resources costs the same few queries whether one of them is refused or all.
import type { DirectoryRefusal, Resource } from '@symbolon/core-protocol'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../database.ts'
import { anyTables, chunks, chunkSize } from './any-table.ts'
import { kindsInOrder, resourceTables } from './resource-tables.ts'
import type { Parent } from './resource-tables.ts'
import { uniqueValues } from './unique-values.ts'
import type { UniqueValue } from './unique-values.ts'

type Executor = Kysely<Database> | Transaction<Database>

/** One resource of the change, with the name by which holders and parents are compared. */
interface Candidate {
  readonly resource: Resource
  readonly parents: readonly Parent[]
}

/** Values that resources of the change hold in the database and give up for others of the change. */
export interface Admission {
  readonly refusals: readonly DirectoryRefusal[]
  readonly givenUp: ReadonlyMap<UniqueValue, readonly (readonly string[])[]>
}

/** @param withParents whether what a resource hangs on has to be there */
export async function admit(db: Executor, resources: readonly Resource[], withParents: boolean): Promise<Admission> {
  const candidates = kindsInOrder.flatMap((kind) => resources.filter((resource) => resource.kind === kind))
    .map((resource): Candidate => ({ resource, parents: withParents ? parentsOf(resource) : [] }))
  const stored = await storedParents(db, candidates)
  const claims: readonly Claims[] = await Promise.all(uniqueValues.map((unique) => claimsOf(db, unique, resources)))
  // Whoever is refused keeps what it has, which may refuse others: again, until nobody else is refused.
  for (let keeping: ReadonlySet<Resource> = new Set(); ;) {
    const refused = settle(candidates, stored, claims, keeping)
    if ([...refused.keys()].every((resource) => keeping.has(resource))) {
      return { refusals: inOrder(resources, refused), givenUp: new Map(claims.map((claim) => [claim.unique, givenUpOf(claim)])) }
    }
    keeping = new Set([...keeping, ...refused.keys()])
  }
}

interface Claims {
  readonly unique: UniqueValue
  /** What each resource of the change wants. */
  readonly wanted: ReadonlyMap<Resource, string>
  /** Who has a wanted value in the database. */
  readonly holders: ReadonlyMap<string, readonly string[]>
  /** The holders among the resources of the change that want another value, or none any more, by name. */
  readonly givers: ReadonlyMap<string, Resource>
}

async function claimsOf(db: Executor, unique: UniqueValue, resources: readonly Resource[]): Promise<Claims> {
  const wanted = new Map<Resource, string>()
  const own = new Map<string, Resource>()
  for (const resource of resources) {
    const value = unique.valueOf(resource)
    if (value === undefined) continue
    own.set(nameOf(unique.holderOf(resource)), resource)
    if (value !== null) wanted.set(resource, value)
  }
  const holders = new Map<string, readonly string[]>()
  for (const some of chunks([...new Set(wanted.values())], chunkSize)) {
    for (const { value, holder } of await unique.find(db, some)) holders.set(value, holder)
  }
  const givers = new Map<string, Resource>()
  for (const [value, holder] of holders) {
    const giver = own.get(nameOf(holder))
    if (giver !== undefined && wanted.get(giver) !== value) givers.set(nameOf(holder), giver)
  }
  return { unique, wanted, holders, givers }
}

function settle(
  candidates: readonly Candidate[],
  stored: ReadonlySet<string>,
  claims: readonly Claims[],
  keeping: ReadonlySet<Resource>,
): ReadonlyMap<Resource, DirectoryRefusal['reason']> {
  const refused = new Map<Resource, DirectoryRefusal['reason']>()
  const present = new Set(stored)
  const given = new Map<string, Resource>()
  for (const { resource, parents } of candidates) {
    const reason = parents.some((parent) => !present.has(parentName(parent)))
      ? 'missing_reference'
      : claims.find((claim) => isTaken(resource, claim, keeping, given))?.unique.reason
    if (reason !== undefined) {
      refused.set(resource, reason)
      continue
    }
    const { table } = resourceTables[resource.kind]
    if (resource.key.length === 1) present.add(parentName({ table, id: resource.key[0] ?? '' }))
    for (const { unique, wanted } of claims) {
      const value = wanted.get(resource)
      if (value !== undefined) given.set(claimName(unique, value), resource)
    }
  }
  return refused
}

function isTaken(
  resource: Resource,
  { unique, wanted, holders, givers }: Claims,
  keeping: ReadonlySet<Resource>,
  given: ReadonlyMap<string, Resource>,
): boolean {
  const value = wanted.get(resource)
  if (value === undefined) return false
  const earlier = given.get(claimName(unique, value))
  if (earlier !== undefined && nameOf(unique.holderOf(earlier)) !== nameOf(unique.holderOf(resource))) return true
  const holder = holders.get(value)
  if (holder === undefined || nameOf(holder) === nameOf(unique.holderOf(resource))) return false
  const giver = givers.get(nameOf(holder))
  return giver === undefined || keeping.has(giver)
}

function givenUpOf({ givers, unique }: Claims): readonly (readonly string[])[] {
  return [...givers.values()].map((resource) => unique.holderOf(resource))
}

function parentsOf(resource: Resource): readonly Parent[] {
  const { owned, keys, parent } = resourceTables[resource.kind]
  const orgId = owned ? resource.orgId : keys[0] === 'org_id' && resource.kind !== 'org' ? resource.key[0] : undefined
  return [...(orgId === undefined ? [] : [{ table: 'orgs' as const, id: orgId }]), ...(parent === undefined ? [] : [parent(resource)])]
}

const parentKeys = {
  orgs: 'org_id', users: 'user_id', projects: 'project_id', project_grants: 'grant_id', applications: 'app_id',
} as const satisfies Record<Parent['table'], string>

async function storedParents(db: Executor, candidates: readonly Candidate[]): Promise<ReadonlySet<string>> {
  const wanted = new Map<Parent['table'], Set<string>>()
  for (const { table, id } of candidates.flatMap(({ parents }) => parents)) wanted.set(table, (wanted.get(table) ?? new Set()).add(id))
  const found = new Set<string>()
  for (const [table, ids] of wanted) {
    const column = parentKeys[table]
    for (const some of chunks([...ids], chunkSize)) {
      const rows = await anyTables(db).selectFrom(table).select(column).where(column, 'in', some).execute()
      for (const row of rows) found.add(parentName({ table, id: String(row[column]) }))
    }
  }
  return found
}

function inOrder(
  resources: readonly Resource[],
  refused: ReadonlyMap<Resource, DirectoryRefusal['reason']>,
): readonly DirectoryRefusal[] {
  return resources.flatMap((resource) => {
    const reason = refused.get(resource)
    return reason === undefined ? [] : [{ reason, resource: { kind: resource.kind, key: resource.key } }]
  })
}

function parentName({ table, id }: { readonly table: string, readonly id: string }): string {
  return `${table}:${id}`
}

function claimName({ reason }: UniqueValue, value: string): string {
  return `${reason}:${value}`
}

function nameOf(holder: readonly string[]): string {
  return JSON.stringify(holder)
}
