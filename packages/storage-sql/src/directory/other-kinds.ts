// Kinds of resources that share a table, and so their identifiers: human and service users, applications, identity providers.
import type { Resource, ResourceKind, ResourceReference } from '@symbolon/core-protocol'
import type { Transaction } from 'kysely'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { selectByValues } from '../sql/select-by-values.ts'
import { anyTables } from './any-table.ts'
import { removeResources } from './remove.ts'
import { resourceLayouts } from './resource-layouts.ts'

/** The states of those people of a change who are stored, by id. A new person has neither a password nor an app. */
export type StoredPeople = ReadonlyMap<string, string>

const pairs: readonly (readonly [ResourceKind, ResourceKind])[] = [
  ['humanUser', 'machineUser'],
  ['oidcApp', 'apiApp'],
  ['oidcIdp', 'jwtIdp'],
]

/**
 * Removes resources whose identifier is put as another kind: the new resource must inherit nothing from the old one.
 * @returns the people who are stored afterwards
 */
export async function removeOtherKinds(
  trx: Transaction<ResourceTables>,
  resources: readonly Resource[],
  now: number,
): Promise<StoredPeople> {
  const people = new Map<string, string>()
  // Usually nothing is stored that has to be removed, and a removal takes several statements.
  const others: ResourceReference[] = []
  for (const pair of pairs) {
    const put = new Map<string, ResourceKind[]>()
    for (const { kind, key } of resources) {
      if (!pair.includes(kind)) continue
      const id = key[0] ?? ''
      const kinds = put.get(id)
      if (kinds === undefined) put.set(id, [kind])
      else kinds.push(kind)
    }
    for (const { id, kind, state } of await storedRows(trx, pair, [...put.keys()])) {
      const isOther = put.get(id)?.some((wanted) => wanted !== kind) === true
      if (isOther) others.push({ kind, key: [id] })
      else if (kind === 'humanUser') people.set(id, state)
    }
  }
  if (others.length > 0) await removeResources(trx, others, now)
  return people
}

/** @returns the people among the resources who are stored */
export async function storedPeople(trx: Transaction<ResourceTables>, resources: readonly Resource[]): Promise<StoredPeople> {
  const ids = resources.flatMap(({ kind, key: [id = ''] }) => (kind === 'humanUser' ? [id] : []))
  const rows = await storedRows(trx, ['humanUser', 'machineUser'], ids)
  return new Map(rows.flatMap(({ id, kind, state }) => (kind === 'humanUser' ? [[id, state] as const] : [])))
}

/** One query for both kinds. */
async function storedRows(
  trx: Transaction<ResourceTables>,
  [one, other]: (typeof pairs)[number],
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly kind: ResourceKind; readonly state: string }[]> {
  const { table, keys, kind: shared, switchedBy } = resourceLayouts[one]
  const [column] = keys
  const columns = [column, 'kind', ...(switchedBy === 'state' ? ['state'] : [])]
  const rows = await selectByValues(trx, `kinds of ${table}`, [], ids, (some) =>
    anyTables(trx).selectFrom(table).select(columns).where(column, 'in', some),
  )
  return rows.map((row) => ({ id: String(row[column]), kind: row['kind'] === shared ? one : other, state: String(row['state']) }))
}
