// Whether the resources that a change was decided with are still the same ones. Another change may have removed one and created another with
// its key in between, in another organization: a right to the one is not a right to the other.
import { nameOfResource } from '@symbolon/core-protocol'
import type { DirectoryRefusal, ResourceIdentity, ResourceKind, ResourceReference } from '@symbolon/core-protocol'
import type { Transaction } from 'kysely'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { inKeyOrder } from './key-order.ts'
import { kindsInOrder, resourceLayouts } from './resource-layouts.ts'
import type { Row } from './resource-layouts.ts'
import { selectByKeys } from './select-by-keys.ts'
import type { Lock } from './select-by-keys.ts'

/**
 * Finds the resources that are no longer the ones that were read. On databases with several writers, all others stay until the transaction ends.
 * @param changed names (`nameOfResource`) of the resources that the change writes or removes
 */
export async function findReplaced(
  trx: Transaction<ResourceTables>,
  identities: readonly ResourceIdentity[],
  changed: ReadonlySet<string>,
  { skipLocked }: Pick<SqlDialect, 'skipLocked'>,
): Promise<readonly DirectoryRefusal[]> {
  const refusals: DirectoryRefusal[] = []
  // A row that must not exist refuses the change, so it is not locked. Nor is a row locked in two ways: two such changes would block each other.
  const lockOf = (each: ResourceIdentity): Lock | undefined =>
    each.was === undefined || skipLocked !== true ? undefined : changed.has(nameOfResource(each)) ? 'update' : 'share'
  // A passkey belongs to its user, whose identity is checked.
  const ofKinds = Map.groupBy(inKeyOrder(identities), ({ kind }) => kind)
  for (const kind of kindsInOrder) {
    const some = kind === 'passkey' ? [] : (ofKinds.get(kind) ?? [])
    for (const [lock, locked] of Map.groupBy(some, lockOf)) {
      const rows = await storedRows(trx, kind, locked, lock)
      for (const identity of locked) {
        const row = rows.get(JSON.stringify(identity.key))
        if (!isSame(identity, row)) refusals.push({ reason: 'stale', resource: { kind, key: identity.key } })
      }
    }
  }
  return refusals
}

/** Keeps resources from getting anything that belongs to them until the transaction ends, where several transactions write at the same time. */
export async function lockForRemoval(
  trx: Transaction<ResourceTables>,
  references: readonly ResourceReference[],
  dialect: Pick<SqlDialect, 'skipLocked'>,
): Promise<void> {
  if (dialect.skipLocked !== true) return
  const ofKinds = Map.groupBy(inKeyOrder(references), ({ kind }) => kind)
  for (const [kind, some] of ofKinds) if (kind !== 'passkey') await storedRows(trx, kind, some, 'update')
}

function isSame({ kind, was }: ResourceIdentity, row: Row | undefined): boolean {
  if (was === undefined || row === undefined) return was === undefined && row === undefined
  const { kind: shared } = resourceLayouts[kind]
  return (
    (shared === undefined || row['kind'] === shared) &&
    (row['org_id'] ?? undefined) === was.orgId &&
    Number(row['created_at']) === was.createdAt
  )
}

/** @returns the rows by their keys as JSON, also those of another kind with the same table */
async function storedRows(
  trx: Transaction<ResourceTables>,
  kind: ResourceKind,
  references: readonly ResourceReference[],
  lock: Lock | undefined,
): Promise<ReadonlyMap<string, Row>> {
  const { keys, kind: shared, owned } = resourceLayouts[kind]
  const hasOrg = owned && !keys.includes('org_id')
  const columns = [...keys, ...(hasOrg ? ['org_id'] : []), ...(shared === undefined ? [] : ['kind']), 'created_at']
  const found = await selectByKeys(
    trx,
    kind,
    references.map(({ key }) => key),
    { name: `identities for ${lock ?? 'reading'}`, columns, lock },
  )
  return new Map(found.map((row) => [JSON.stringify(keys.map((column) => row[column])), row]))
}
