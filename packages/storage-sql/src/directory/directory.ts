// The store of everything that documents describe. A change is one transaction: all of it, or nothing and a conflict.
import { DirectoryConflict } from '@symbolon/core-protocol'
import type { DirectoryChange, DirectoryRefusal, DirectoryStore, Resource } from '@symbolon/core-protocol'
import type { Kysely, Transaction } from 'kysely'
import { requiredTextAt } from '../documents/content.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { putResources, removeOtherKinds } from './put.ts'
import { findResources, listResources } from './read.ts'
import { admit } from './refusals.ts'
import type { Admission } from './refusals.ts'
import { removeResources } from './remove.ts'
import { openSnapshot } from './snapshot.ts'
import { readPublicKey } from '../documents/public-key.ts'
import type { PublicKey } from '../documents/public-key.ts'
import type { Database } from '../database.ts'
import { findHolder } from '../resources/client-holder.ts'

/** Where writers are not kept apart, another one may take a value between the question and the row. Then the question is asked again. */
const tries = 3

export function directoryStore(db: Kysely<Database>, dialect: SqlDialect): DirectoryStore {
  const applyOnce = (change: DirectoryChange, keys: ReadonlyMap<Resource, PublicKey>, now: number): Promise<void> => (
    db.transaction().execute(async (trx) => {
      const { givenUp } = await admitted(trx, change)
      for (const [unique, holders] of givenUp) if (holders.length > 0) await unique.release(trx, holders)
      await putResources(trx, { resources: change.put, keys, now })
    })
  )

  return {
    find: (references) => findResources(db, references),
    list: (kind, orgId) => listResources(db, kind, orgId),
    async findClientId(clientId) {
      const holder = await findHolder(db, clientId)
      return holder === undefined ? undefined : { kind: holder.kind, key: [holder.id] }
    },
    async findTaken(change) {
      if (change.remove.length === 0) return (await admit(db, change.put, false)).refusals
      return undone(db, async (trx) => {
        await removeResources(trx, change.remove)
        return (await admit(trx, change.put, false)).refusals
      })
    },
    async apply(change, now) {
      const keys = await readKeys(change.put)
      for (let left = tries; ; left -= 1) {
        try {
          return await applyOnce(change, keys, now)
        } catch (error) {
          if (dialect.violation(error) === undefined || left === 1) throw error
        }
      }
    },
    snapshot: (timeLimit) => openSnapshot(db, dialect, timeLimit),
  }
}

/** Removes, and asks what may be put. @throws DirectoryConflict */
async function admitted(trx: Transaction<Database>, { remove, put }: DirectoryChange): Promise<Admission> {
  await removeResources(trx, remove)
  await removeOtherKinds(trx, put)
  const admission = await admit(trx, put, true)
  if (admission.refusals.length > 0) throw new DirectoryConflict(admission.refusals)
  return admission
}

/** What the work finds out in a transaction that changes nothing in the end. */
async function undone(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<readonly DirectoryRefusal[]>,
): Promise<readonly DirectoryRefusal[]> {
  const trx = await db.startTransaction().execute()
  try {
    return await work(trx)
  } finally {
    await trx.rollback().execute()
  }
}

async function readKeys(resources: readonly Resource[]): Promise<ReadonlyMap<Resource, PublicKey>> {
  const keys = new Map<Resource, PublicKey>()
  for (const resource of resources) {
    if (resource.kind !== 'appKey' && resource.kind !== 'machineKey') continue
    keys.set(resource, await readPublicKey(requiredTextAt(resource.content, 'publicKey')))
  }
  return keys
}
