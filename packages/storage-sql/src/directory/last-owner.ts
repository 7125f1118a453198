// An instance that has a usable owner keeps one: an active person of an active organization who holds IAM_OWNER. Service users do not count,
// because their credentials may be lost or end. Checked in the transaction of each change that may take an owner away, so that of two owners
// who remove each other one stays.
import type { DirectoryChange, DirectoryRefusal, Resource, ResourceReference } from '@symbolon/core-protocol'
import type { Kysely, Transaction } from 'kysely'
import { isActive, parseContent, textAt, textsAt } from '../documents/content.ts'
import { wireUserState } from '../documents/wire-names.ts'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { lockResources } from './read.ts'

/** A usable owner. */
interface Owner {
  readonly userId: string
  readonly orgId: string
}

const ownerRole = 'IAM_OWNER'

/** The usable owners of the instance. */
async function findOwners(db: Kysely<ResourceTables>): Promise<readonly Owner[]> {
  const rows = await db
    .selectFrom('instance_members')
    .innerJoin('users', 'users.user_id', 'instance_members.user_id')
    .innerJoin('orgs', 'orgs.org_id', 'users.org_id')
    .select(['users.user_id', 'users.org_id', 'instance_members.content'])
    .where('users.kind', '=', 'human')
    .where('users.state', '=', 'active')
    .where('orgs.active', '=', 1)
    .execute()
  return rows
    .filter(({ content }) => textsAt(parseContent(content), 'roles').includes(ownerRole))
    .map((row) => ({ userId: row.user_id, orgId: row.org_id }))
}

/** What a change takes from owners of the instance. */
export interface OwnersAtRisk {
  /** The parts of the change because of which an owner is not usable afterwards. */
  readonly parts: readonly ResourceReference[]
  /** Whether an owner is usable afterwards whom the change does not touch. */
  readonly othersStay: boolean
}

/** @returns whether no owner is left, unless the change makes another user one */
export function takesLastOwner({ parts, othersStay }: OwnersAtRisk): boolean {
  return parts.length > 0 && !othersStay
}

/**
 * Finds what a change takes from the owners, and keeps the owners as they are until the end of the transaction.
 * @returns undefined if the change takes no owner away
 */
export async function findOwnersAtRisk(trx: Transaction<ResourceTables>, change: DirectoryChange): Promise<OwnersAtRisk | undefined> {
  if (![...change.put, ...change.remove].some(({ kind }) => kinds.has(kind))) return undefined
  const owners = await findOwners(trx)
  if (partsAtRisk(change, owners).length === 0) return undefined
  await lockResources(
    trx,
    owners.map(({ userId }) => ({ kind: 'instanceMember', key: [userId] })),
  )
  // Another change may have taken an owner away before the rows were locked.
  const present = await findOwners(trx)
  const lost = new Set(present.filter((owner) => partsAtRisk(change, [owner]).length > 0))
  return { parts: partsAtRisk(change, present), othersStay: present.some((owner) => !lost.has(owner)) }
}

/** @returns a refusal for each part of the change that takes an owner away, if no owner is usable after the change */
export async function lastOwnerRefusals(trx: Transaction<ResourceTables>, atRisk: OwnersAtRisk): Promise<readonly DirectoryRefusal[]> {
  if (!takesLastOwner(atRisk) || (await findOwners(trx)).length > 0) return []
  return atRisk.parts.map(({ kind, key }) => ({ reason: 'last_owner', resource: { kind, key } }))
}

/**
 * The same for a change that is not applied. Users whom it creates are not stored: an owner among them counts as usable.
 * @returns a refusal for each part of the change that takes an owner away, if no owner would be left
 */
export async function predictedRefusals(db: Kysely<ResourceTables>, change: DirectoryChange): Promise<readonly DirectoryRefusal[]> {
  if (![...change.put, ...change.remove].some(({ kind }) => kinds.has(kind))) return []
  const owners = await findOwners(db)
  const parts = partsAtRisk(change, owners)
  const stay = owners.some((owner) => partsAtRisk(change, [owner]).length === 0)
  const gained = change.put.some(({ kind, content }) => kind === 'instanceMember' && textsAt(content, 'roles').includes(ownerRole))
  return stay || gained ? [] : parts.map(({ kind, key }) => ({ reason: 'last_owner', resource: { kind, key } }))
}

const kinds: ReadonlySet<string> = new Set(['instanceMember', 'humanUser', 'machineUser', 'org'])

function partsAtRisk({ put, remove }: DirectoryChange, owners: readonly Owner[]): readonly ResourceReference[] {
  const concerns = ({ kind, key: [id] }: ResourceReference): boolean =>
    owners.some(({ userId, orgId }) => (kind === 'org' ? orgId : userId) === id)
  return [...remove.filter(({ kind }) => kinds.has(kind) && kind !== 'machineUser'), ...put.filter(takesAway)].filter(concerns)
}

/** Whether nobody can be a usable owner by a resource like this. */
function takesAway({ kind, content }: Resource): boolean {
  switch (kind) {
    case 'instanceMember':
      return !textsAt(content, 'roles').includes(ownerRole)
    case 'humanUser':
      return wireUserState(textAt(content, 'state')) !== 'active'
    case 'machineUser':
      return true
    case 'org':
      return !isActive(content['orgState'])
    default:
      return false
  }
}
