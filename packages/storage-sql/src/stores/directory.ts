// The store of everything that documents describe. A change is one transaction: all of it, or nothing and a conflict.
import { DirectoryConflict } from '@symbolon/core-protocol'
import type { DirectoryChange, DirectoryStore, Resource } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { requiredTextAt } from '../content.ts'
import type { SqlDialect } from '../dialect.ts'
import { chunkSize } from '../directory/any-table.ts'
import { putResources } from '../directory/put.ts'
import { findResources, listResources } from '../directory/read.ts'
import { removeResources } from '../directory/remove.ts'
import { readPublicKey } from '../public-key.ts'
import type { PublicKey } from '../public-key.ts'
import type { Database } from '../tables.ts'
import { findHolder } from './client-holder.ts'

export function directoryStore(db: Kysely<Database>, dialect: SqlDialect): DirectoryStore {
  const applyInChunks = (change: DirectoryChange, keys: ReadonlyMap<Resource, PublicKey>, now: number, size: number): Promise<void> => (
    db.transaction().execute(async (trx) => {
      await removeResources(trx, change.remove)
      await putResources(trx, { resources: change.put, keys, now, size }, dialect)
    })
  )

  return {
    find: (references) => findResources(db, references),
    list: (kind, orgId) => listResources(db, kind, orgId),
    async findClientId(clientId) {
      const holder = await findHolder(db, clientId)
      return holder === undefined ? undefined : { kind: holder.kind, key: [holder.id] }
    },
    async apply(change, now) {
      const keys = await readKeys(change.put)
      try {
        await applyInChunks(change, keys, now, chunkSize)
      } catch (error) {
        // The database does not say which of many rows it refused: nothing was changed, so the rows are tried one by one.
        if (!(error instanceof DirectoryConflict) || error.resource !== undefined) throw error
        await applyInChunks(change, keys, now, 1)
      }
    },
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
