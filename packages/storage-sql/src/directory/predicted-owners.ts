// Whether a change that is not applied would take the last owner away: it is made as far as it can be, and rolled back.
import { nameOfResource } from '@symbolon/core-protocol'
import type { DirectoryChange, DirectoryRefusal, ResourceKind, StoreName } from '@symbolon/core-protocol'
import type { Kysely, Transaction } from 'kysely'
import { hasOwnerRole } from '../resources/owners.ts'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { checkPut } from './check-put.ts'
import { concernsOwners, findOwnersAtRisk, lastOwnerRefusals } from './last-owner.ts'
import { removeOtherKinds } from './other-kinds.ts'
import { putResources } from './put.ts'
import { findResources } from './read.ts'
import { removeResources } from './remove.ts'

/**
 * What a change that is not applied would be refused for. A person whom it creates or changes counts as having a password, because no password
 * is hashed for such a change.
 * @returns a refusal for each part of the change that takes an owner away, if none would be left
 */
export async function predictedRefusals(
  db: Kysely<ResourceTables>,
  dialect: SqlDialect,
  change: DirectoryChange,
  names: readonly StoreName[],
): Promise<readonly DirectoryRefusal[]> {
  if (!(await concernsOwners(db, change, names))) return []
  return await withRollback(db, async (trx) => {
    const atRisk = await findOwnersAtRisk(trx, change, names)
    if (atRisk === undefined) return []
    await removeResources(trx, change.remove, 0)
    const stored = await removeOtherKinds(trx, change.put, 0)
    const put = change.put.filter(({ kind }) => ofOwners.includes(kind))
    const { refusals, released } = await checkPut(trx, put, { withParents: true })
    for (const [unique, holders] of released) if (holders.length > 0) await unique.release(trx, holders)
    const refused = new Set(refusals.map(({ resource }) => nameOfResource(resource)))
    const resources = put.filter((resource) => !refused.has(nameOfResource(resource)))
    await putResources(trx, { resources, keys: new Map(), now: 0, dialect, people: stored })
    // What the change refers to may not be stored, because the document brings it: an owner who is unknown counts as usable.
    const gained = change.put.filter(({ kind, content }) => kind === 'instanceMember' && hasOwnerRole(content))
    const known = await findResources(
      trx,
      gained.flatMap(({ key }) => [{ kind: 'humanUser', key } as const, { kind: 'machineUser', key } as const]),
    )
    if (known.length < gained.length) return []
    const people = new Set(resources.flatMap(({ kind, key: [id = ''] }) => (kind === 'humanUser' ? [id] : [])))
    return await lastOwnerRefusals(trx, atRisk, names, people)
  })
}

/** What decides who is a usable owner and how owners sign in. */
const ofOwners: readonly ResourceKind[] = [
  'org',
  'orgPolicy',
  'instancePolicy',
  'instanceOidcIdp',
  'oidcIdp',
  'jwtIdp',
  'humanUser',
  'machineUser',
  'userLink',
  'passkey',
  'instanceMember',
]

/** The result of the work, whose writes are rolled back. */
export async function withRollback(
  db: Kysely<ResourceTables>,
  work: (trx: Transaction<ResourceTables>) => Promise<readonly DirectoryRefusal[]>,
): Promise<readonly DirectoryRefusal[]> {
  const trx = await db.startTransaction().execute()
  try {
    return await work(trx)
  } finally {
    await trx.rollback().execute()
  }
}
