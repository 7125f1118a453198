// What people have removed from their own accounts: passkeys, and links to identity providers. A document that still holds it does not bring
// it back.
import type { ResourceReference } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { chunks, chunkSize } from '../sql/chunks.ts'
import { passkeyTables } from './passkeys.ts'

/** @returns the passkeys and links that were removed by their users, or for them */
export async function findRemovedByUsers(
  db: Kysely<ResourceTables>,
  references: readonly ResourceReference[],
): Promise<readonly ResourceReference[]> {
  const keysOf = (wanted: ResourceReference['kind']): ReadonlySet<string> =>
    new Set(references.filter(({ kind }) => kind === wanted).map(({ key }) => key[0] ?? ''))
  const links = new Set(references.filter(({ kind }) => kind === 'userLink').map(({ key }) => JSON.stringify(key)))
  const found: ResourceReference[] = []
  for (const some of chunks([...keysOf('passkey')], chunkSize)) {
    const rows = await passkeyTables(db).selectFrom('removed_passkeys').select('credential_id').where('credential_id', 'in', some).execute()
    found.push(...rows.map(({ credential_id: id }) => ({ kind: 'passkey' as const, key: [id] })))
  }
  // A user has removed few links, so they are looked up by their users.
  for (const some of chunks([...keysOf('userLink')], chunkSize)) {
    const rows = await db.selectFrom('removed_user_links').selectAll().where('user_id', 'in', some).execute()
    const keys = rows.map((row) => [row.user_id, row.idp_id, row.provided_user_id])
    found.push(...keys.filter((key) => links.has(JSON.stringify(key))).map((key) => ({ kind: 'userLink' as const, key })))
  }
  return found
}
