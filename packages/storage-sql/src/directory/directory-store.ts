// The store of resources. A change is one transaction: all of it is applied, or nothing and a conflict names every resource at fault.
import { DirectoryConflict, nameOfResource } from '@symbolon/core-protocol'
import type { DirectoryChange, DirectoryRefusal, DirectoryStore, ExpectedContent, Resource, StoreName } from '@symbolon/core-protocol'
import { canonicalJson } from '@symbolon/schema-v2'
import type { Kysely, Transaction } from 'kysely'
import { requiredTextAt } from '../documents/content.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { findReplaced, lockForRemoval } from './check-identities.ts'
import { checkPut } from './check-put.ts'
import { findOwnersAtRisk, lastOwnerRefusals } from './last-owner.ts'
import { limitNames, limitRefusals } from './limits.ts'
import type { RefusedCounts } from './tallied-limits.ts'
import { predictedRefusals, withRollback } from './predicted-owners.ts'
import { removeOtherKinds } from './other-kinds.ts'
import { peopleReader } from './people.ts'
import { putResources } from './put.ts'
import { lastOfEach } from './key-order.ts'
import { withIssuersOfLinks } from './link-issuers.ts'
import { findResources, getResource, listResources, lockResources, pageOfResources, searchResources } from './read.ts'
import { removeResources } from './remove.ts'
import { keepReplacedClientIds, removedIdRefusals, restoreIds } from './removed-ids.ts'
import { audienceNames, orgNames } from './unique-values.ts'
import { isUser } from './resource-layouts.ts'
import { findRemovedByUsers } from './removed-by-users.ts'
import { findLinkedMembers, findTrustedProviders, markChangedProviders } from '../resources/identity-providers.ts'
import { openSnapshot } from './snapshot.ts'
import { readPublicKey } from '../documents/public-key.ts'
import type { PublicKey } from '../documents/public-key.ts'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { findClientHolder } from '../resources/client-ids.ts'
import { keepFirstOrganizations } from '../resources/first-organizations.ts'
import { suspendRoles } from '../resources/pending-memberships.ts'
import { findContactFacts } from '../resources/contact-facts.ts'
import { holdingNames } from '../resources/tables/held-names.ts'
import { storeRecord } from '../stores/import-jobs.ts'
import type { ImportJobTables } from '../stores/import-job-tables.ts'
import { storePendingSecrets } from '../stores/pending-secrets.ts'
import type { PendingSecretTables } from '../stores/pending-secrets.ts'

/** Another writer may take a value between the check and the insert. Then the change is tried again, at most this many times in all. */
const maxAttempts = 3

/** Stores resources. @param names the stores that are open: the tables of the others may be missing */
export function directoryStore(db: Kysely<ResourceTables>, dialect: SqlDialect, names: readonly StoreName[]): DirectoryStore {
  const refusedCounts: RefusedCounts = new Map()
  const applyOnce = (
    change: DirectoryChange,
    keys: ReadonlyMap<Resource, PublicKey>,
    unchecked: ReadonlySet<Resource>,
    now: number,
  ): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const held = [...audienceNames(change.put), ...orgNames(change.put), ...limitNames(change)]
      await holdingNames(trx.$pickTables<'held_names'>(), held, () => applyIn(trx, change, keys, unchecked, now))
    })

  const applyIn = async (
    trx: Transaction<ResourceTables>,
    given: DirectoryChange,
    keys: ReadonlyMap<Resource, PublicKey>,
    unchecked: ReadonlySet<Resource>,
    now: number,
  ): Promise<void> => {
    const change = { ...given, put: await withIssuersOfLinks(trx, given.put) }
    const atRisk = await findOwnersAtRisk(trx, change, names)
    const stale = [...(await findReplacedBy(trx, change, unchecked)), ...(await findStale(trx, change.expected ?? [], unchecked))]
    if (stale.length > 0) throw new DirectoryConflict(stale)
    await lockForRemoval(trx, change.remove, dialect)
    await removeResources(trx, change.remove, now)
    const people = await removeOtherKinds(
      trx,
      change.put.filter((resource) => !unchecked.has(resource)),
      now,
    )
    await keepReplacedClientIds(trx, change.put, now)
    if (change.restores === true) await restoreIds(trx, change.put)
    const { refusals, released } = await checkPut(trx, change.put, { withParents: true, unchecked })
    if (refusals.length > 0) throw new DirectoryConflict(refusals)
    const exceeding = await limitRefusals(trx, change, { now, refused: refusedCounts })
    if (exceeding.length > 0) throw new DirectoryConflict(exceeding)
    for (const [unique, holders] of released) if (holders.length > 0) await unique.release(trx, holders)
    const mustNotExist = new Set([
      ...(change.expected ?? []).flatMap((each) => (each.content === undefined ? [nameOfResource(each)] : [])),
      ...(change.decidedWith ?? []).flatMap((each) => (each.was === undefined ? [nameOfResource(each)] : [])),
    ])
    const isNew = (resource: Resource): boolean => mustNotExist.has(nameOfResource(resource))
    await putResources(trx, { resources: change.put, keys, now, dialect, people, isNew })
    const removedIds = await removedIdRefusals(trx, change.put, change.restores === true)
    if (removedIds.length > 0) throw new DirectoryConflict(removedIds)
    if (change.put.some(({ kind }) => kind === 'instanceMember')) await keepFirstOrganizations(trx, now)
    if (change.suspends !== undefined) await suspendRoles(trx, change.suspends, now)
    if (change.changedProviders !== undefined) await markChangedProviders(trx, change.changedProviders, now)
    const lastOwners = atRisk === undefined ? [] : await lastOwnerRefusals(trx, atRisk, names)
    if (lastOwners.length > 0) throw new DirectoryConflict(lastOwners)
    if (change.record !== undefined) await keep(change.record, trx)
  }

  /** @param unchecked see `newPeople` */
  const findReplacedBy = async (
    trx: Transaction<ResourceTables>,
    { put, remove, decidedWith = [] }: DirectoryChange,
    unchecked: ReadonlySet<Resource>,
  ): Promise<readonly DirectoryRefusal[]> => {
    const inserted = new Set([...unchecked].map(({ key: [id] }) => id))
    const checked = decidedWith.filter(({ kind, key: [id] }) => !(isUser(kind) && inserted.has(id)))
    if (checked.length === 0) return []
    return await findReplaced(trx, checked, new Set([...put, ...remove].map(nameOfResource)), dialect)
  }

  /** @returns false if the change is refused. Only an attempt with all checks finds every resource at fault. */
  const succeeds = async (attempt: Promise<void>): Promise<boolean> => {
    try {
      await attempt
      return true
    } catch (error) {
      if (error instanceof DirectoryConflict || dialect.violation(error) !== undefined) return false
      throw error
    }
  }

  return {
    find: (references) => findResources(db, references),
    list: (kind, orgId) => listResources(db, kind, orgId),
    get: (reference) => getResource(db, reference),
    page: (query) => pageOfResources(db, query),
    search: (query) => searchResources(db, query),
    findRemovedByUsers: (references) => findRemovedByUsers(db, references),
    findTrustedProviders: (idpIds) => findTrustedProviders(db, idpIds),
    findContactFacts: (asked) => findContactFacts(db, asked),
    findLinkedMembers: (idpIds, limit) => findLinkedMembers(db, idpIds, limit),
    pageOfPeople: peopleReader(db, dialect, names),
    async findClientId(clientId) {
      const holder = await findClientHolder(db, clientId)
      return holder === undefined ? undefined : { kind: holder.kind, key: [holder.id] }
    },
    async findTaken(given, now) {
      const change = { ...given, put: lastOfEach(given.put) }
      const lastOwners = await predictedRefusals(db, dialect, change, names)
      if (lastOwners.length > 0) return lastOwners
      const time = now === undefined ? undefined : { now, refused: refusedCounts, isTried: true }
      const refusalsIn = async (trx: Kysely<ResourceTables>): Promise<readonly DirectoryRefusal[]> => {
        const { refusals } = await checkPut(trx, await withIssuersOfLinks(trx, change.put), { withParents: false })
        const further = [
          ...(await removedIdRefusals(trx, change.put, change.restores === true)),
          ...(await limitRefusals(trx, change, time)),
        ]
        // The first reason of a resource counts.
        return [...refusals, ...further].filter(
          ({ resource }, index, all) => all.findIndex((each) => nameOfResource(each.resource) === nameOfResource(resource)) === index,
        )
      }
      if (change.remove.length === 0) return await refusalsIn(db)
      return withRollback(db, async (trx) => {
        await removeResources(trx, change.remove, 0)
        return await refusalsIn(trx)
      })
    },
    async apply(given, now) {
      const change = { ...given, put: lastOfEach(given.put) }
      const keys = await readKeys(change.put)
      const people = newPeople(change)
      if (people.size > 0 && (await succeeds(applyOnce(change, keys, people, now)))) return
      for (let left = maxAttempts; ; left -= 1) {
        try {
          return await applyOnce(change, keys, new Set(), now)
        } catch (error) {
          if (dialect.violation(error) === undefined || left === 1) throw error
        }
      }
    },
    snapshot: (timeLimit) => openSnapshot(db, dialect, names, timeLimit),
  }
}

/**
 * The people of a change who are inserted before their id, their user name and their organization are looked up. One row holds all three, so
 * the database refuses the row if another user has the id or the name, or if there is no organization; all checks are made then. They are also
 * made where the change removes something: a removal may free what has to be refused.
 */
function newPeople({ put, remove, absent = [] }: DirectoryChange): ReadonlySet<Resource> {
  if (remove.length > 0) return new Set()
  const ids = new Set(absent.flatMap(({ kind, key: [id = ''] }) => (kind === 'humanUser' ? [id] : [])))
  return new Set(ids.size === 0 ? [] : put.filter(({ kind, key: [id = ''] }) => kind === 'humanUser' && ids.has(id)))
}

async function keep(record: NonNullable<DirectoryChange['record']>, trx: Transaction<ResourceTables>): Promise<void> {
  if ('jobId' in record) return await storeRecord(trx.$extendTables<Pick<ImportJobTables, keyof ImportJobTables>>(), record)
  await storePendingSecrets(trx.$extendTables<Pick<PendingSecretTables, keyof PendingSecretTables>>(), record)
}

/** The resources that another writer changed after they were read. @param unchecked see `newPeople` */
async function findStale(
  trx: Transaction<ResourceTables>,
  given: readonly ExpectedContent[],
  unchecked: ReadonlySet<Resource>,
): Promise<readonly DirectoryRefusal[]> {
  const inserted = new Set([...unchecked].map(nameOfResource))
  const expected = given.filter((each) => each.content !== undefined || !inserted.has(nameOfResource(each)))
  if (expected.length === 0) return []
  // What must not exist has no row to lock: inserting it fails where another writer was faster.
  await lockResources(
    trx,
    expected.filter(({ content }) => content !== undefined),
  )
  const stored = new Map((await findResources(trx, expected)).map((resource) => [nameOfResource(resource), resource]))
  return expected.flatMap(({ kind, key, content, withoutSecret }): DirectoryRefusal[] => {
    const { content: found, secrets } = stored.get(nameOfResource({ kind, key })) ?? {}
    const same = found === undefined || content === undefined ? found === content : canonicalJson(found) === canonicalJson(content)
    return same && !(withoutSecret === true && hasSecret(secrets)) ? [] : [{ reason: 'stale', resource: { kind, key } }]
  })
}

function hasSecret({ clientSecretDigest, clientSecretHash, tokenDigest }: Resource['secrets'] = {}): boolean {
  return clientSecretDigest !== undefined || clientSecretHash !== undefined || tokenDigest !== undefined
}

async function readKeys(resources: readonly Resource[]): Promise<ReadonlyMap<Resource, PublicKey>> {
  const keys = new Map<Resource, PublicKey>()
  for (const resource of resources) {
    if (resource.kind !== 'appKey' && resource.kind !== 'machineKey') continue
    keys.set(resource, await readPublicKey(requiredTextAt(resource.content, 'publicKey')))
  }
  return keys
}
