// Which parts of a change may remove the last usable owner of the instance, or the last owner who is able to sign in.
import type { DirectoryChange, DirectoryRefusal, Resource, ResourceReference, StoreName } from '@symbolon/core-protocol'
import { wireUserState } from '@symbolon/schema-v2'
import type { Kysely, Transaction } from 'kysely'
import { isActive, textAt } from '../documents/content.ts'
import { findCredentials, findLoss, findOwners, hasOwnerRole, holdOwners } from '../resources/owners.ts'
import type { Owner, OwnerCredentials, OwnersBefore } from '../resources/owners.ts'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'

/** The effects of a change on the owners. */
export interface OwnersAtRisk {
  readonly before: OwnersBefore
  /** The parts of the change because of which an owner is not usable afterwards. */
  readonly taken: readonly ResourceReference[]
  /** The parts because of which an owner may not be able to sign in afterwards. */
  readonly weakened: readonly ResourceReference[]
}

/**
 * Finds what a change may take from the owners, and keeps the owners as they are until the end of the transaction.
 * @returns undefined if the change takes nothing from them
 */
export async function findOwnersAtRisk(
  trx: Transaction<ResourceTables>,
  change: DirectoryChange,
  names: readonly StoreName[],
): Promise<OwnersAtRisk | undefined> {
  if (!(await concernsOwners(trx, change, names))) return undefined
  const before = await holdOwners(trx, () => true, names)
  return before === undefined ? undefined : { before, ...(await partsAtRisk(trx, change, before.owners, names)) }
}

/** @returns whether a part of the change may take something from an owner */
export async function concernsOwners(db: Kysely<ResourceTables>, change: DirectoryChange, names: readonly StoreName[]): Promise<boolean> {
  if (!change.remove.some(({ kind }) => kinds.has(kind)) && !change.put.some(({ kind }) => kinds.has(kind))) return false
  const owners = await findOwners(db)
  if (owners.length === 0) return false
  const { taken, weakened } = await partsAtRisk(db, change, owners, names)
  return taken.length + weakened.length > 0
}

/**
 * @param assumed people who count as having a password
 * @returns a refusal for each part of the change that takes an owner away, if none is left after the change
 */
export async function lastOwnerRefusals(
  trx: Kysely<ResourceTables>,
  { before, taken, weakened }: OwnersAtRisk,
  names: readonly StoreName[],
  assumed?: ReadonlySet<string>,
): Promise<readonly DirectoryRefusal[]> {
  const loss = await findLoss(trx, before, names, assumed)
  if (loss === undefined) return []
  const parts = loss === 'usable' ? taken : [...taken, ...weakened]
  return parts.map(({ kind, key }) => ({ reason: 'last_owner', resource: { kind, key } }))
}

const kinds: ReadonlySet<string> = new Set([
  'instanceMember',
  'humanUser',
  'machineUser',
  'org',
  'orgPolicy',
  'instancePolicy',
  'oidcIdp',
  'jwtIdp',
  'instanceOidcIdp',
  'userLink',
  'passkey',
])

async function partsAtRisk(
  db: Kysely<ResourceTables>,
  { put, remove }: DirectoryChange,
  owners: readonly Owner[],
  names: readonly StoreName[],
): Promise<Pick<OwnersAtRisk, 'taken' | 'weakened'>> {
  const isTaken = ({ kind, key: [id] }: ResourceReference): boolean =>
    owners.some(({ userId, orgId }) => (kind === 'org' ? orgId : userId) === id)
  const taken = [...remove.filter(({ kind }) => ofOwners.has(kind)), ...put.filter(takesAway)].filter(isTaken)
  const weakening = [...remove.filter(({ kind }) => kinds.has(kind) && !ofOwners.has(kind)), ...put.filter(weakens)]
  if (weakening.length === 0) return { taken, weakened: [] }
  const needsCredentials = weakening.some(({ kind }) => kind !== 'orgPolicy' && kind !== 'instancePolicy')
  const credentials = needsCredentials ? await findCredentials(db, names) : undefined
  return { taken, weakened: weakening.filter((part) => mayWeaken(part, owners, credentials)) }
}

/** The kinds that make a user an owner. Service users do not count as owners. */
const ofOwners: ReadonlySet<string> = new Set(['instanceMember', 'humanUser', 'org'])

/** Whether a resource in this state cannot make a user a usable owner. */
function takesAway({ kind, content }: Resource): boolean {
  switch (kind) {
    case 'instanceMember':
      return !hasOwnerRole(content)
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

/** Whether a resource of this kind may keep a user from signing in. A gateway that sends JWTs does not sign users in. */
function weakens({ kind }: Resource): boolean {
  return kind === 'orgPolicy' || kind === 'instancePolicy' || kind === 'jwtIdp' || kind === 'passkey'
}

function mayWeaken({ kind, key: [id = '', policy] }: ResourceReference, owners: readonly Owner[], held?: OwnerCredentials): boolean {
  const isOwner = (userId: string): boolean => owners.some((owner) => owner.userId === userId)
  switch (kind) {
    case 'instancePolicy':
      return id === 'loginPolicy'
    case 'orgPolicy':
      return policy === 'loginPolicy' && owners.some(({ orgId }) => orgId === id)
    case 'userLink':
      return isOwner(id)
    case 'passkey':
      return held?.passkeys.some(({ credentialId, userId }) => credentialId === id && isOwner(userId)) === true
    default:
      return held?.links.some(({ idpId, userId }) => idpId === id && isOwner(userId)) === true
  }
}
