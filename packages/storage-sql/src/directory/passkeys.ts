// Passkeys as resources of documents. Their rows are those of the store of passkeys, so nothing of a passkey is stored twice. A database has
// the table only where a login with passkeys is composed.
import { passkeyAlgorithms } from '@symbolon/core-protocol'
import type { DirectoryStore, Passkey, Resource, ResourceReference, StoredResource } from '@symbolon/core-protocol'
import type { Kysely, SelectQueryBuilder } from 'kysely'
import { flagAt, requiredTextAt, textAt, textsAt, timeAt, valueAt } from '../documents/content.ts'
import type { Content } from '../documents/content.ts'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { chunks, chunkSize } from '../sql/chunks.ts'
import { toPasskey, toPasskeyRow } from '../stores/passkeys.ts'
import type { PasskeysTable, PasskeyTables } from '../stores/passkeys.ts'
import { anyTables } from './any-table.ts'

type Tables = ResourceTables & PasskeyTables

/** The same database with the table of passkeys. */
export function passkeyTables(db: Kysely<ResourceTables>): Kysely<Tables> {
  return db.$extendTables<Pick<PasskeyTables, keyof PasskeyTables>>()
}

/** Finds those of the passkeys that exist, by their credential ids. */
export async function findPasskeys(db: Kysely<ResourceTables>, credentialIds: readonly string[]): Promise<readonly StoredResource[]> {
  const found: StoredResource[] = []
  for (const some of chunks(credentialIds, chunkSize)) {
    const rows = await selectPasskeys(db).where('passkeys.credential_id', 'in', some).execute()
    found.push(...rows.map((row) => ({ ...toResource(row), ...times(row) })))
  }
  return found
}

/**
 * Lists passkeys in the order of their credential ids, at most `page.limit` of them, from behind `page.after`.
 * @param orgId only those of its users
 * @param page.userId only those of this user
 */
export async function listPasskeys(
  db: Kysely<ResourceTables>,
  orgId: string | undefined,
  page?: { readonly limit: number; readonly after?: readonly string[] | undefined; readonly userId?: string | undefined },
): Promise<readonly StoredResource[]> {
  const { after: [after] = [], userId } = page ?? {}
  const rows = await selectPasskeys(db)
    .$if(orgId !== undefined, (some) => some.where('users.org_id', '=', orgId ?? ''))
    .$if(userId !== undefined, (some) => some.where('passkeys.user_id', '=', userId ?? ''))
    .$if(after !== undefined, (some) => some.where('passkeys.credential_id', '>', after ?? ''))
    .$if(page !== undefined, (some) => some.limit(page?.limit ?? 0))
    .orderBy('passkeys.credential_id')
    .execute()
  return rows.map((row) => ({ ...toResource(row), ...times(row) }))
}

/** Finds a passkey with its times. Using a passkey does not change it. */
export async function getPasskey(db: Kysely<ResourceTables>, credentialId: string): Promise<StoredResource | undefined> {
  const row = await selectPasskeys(db).where('passkeys.credential_id', '=', credentialId).executeTakeFirst()
  return row === undefined ? undefined : { ...toResource(row), ...times(row) }
}

function times({ created_at: time }: PasskeyRow): Pick<StoredResource, 'createdAt' | 'changedAt'> {
  return { createdAt: time, changedAt: time }
}

/** What only rises: the user may sign in while a document is applied. */
const rising: readonly string[] = ['counter', 'last_used_at', 'uv_initialized'] satisfies readonly (keyof PasskeysTable)[]

/** Inserts or replaces passkeys. */
export async function putPasskeys(db: Kysely<ResourceTables>, resources: readonly Resource[]): Promise<void> {
  for (const { content } of resources) {
    const row = toPasskeyRow(toRecord(content))
    const replaced = Object.keys(row).filter((column) => column !== 'credential_id')
    await anyTables(db)
      .insertInto('passkeys')
      .values({ ...row })
      .onConflict((conflict) =>
        conflict.column('credential_id').doUpdateSet((eb) =>
          Object.fromEntries(
            replaced.map((column) => {
              const [given, stored] = [eb.ref(`excluded.${column}`), eb.ref(`passkeys.${column}`)]
              if (!rising.includes(column)) return [column, given]
              const known = eb.fn.coalesce(stored, eb.lit(0))
              return [column, eb.case().when(given, '>', known).then(given).else(stored).end()]
            }),
          ),
        ),
      )
      .execute()
  }
}

/** The directory of a database without the table of passkeys: it has none. */
export function withoutPasskeys(directory: DirectoryStore): DirectoryStore {
  const others = (references: readonly ResourceReference[]): readonly ResourceReference[] =>
    references.filter(({ kind }) => kind !== 'passkey')
  return {
    ...directory,
    find: async (references) => await directory.find(others(references)),
    findRemovedByUsers: async (references) => await directory.findRemovedByUsers(others(references)),
    list: async (kind, orgId) => (kind === 'passkey' ? [] : await directory.list(kind, orgId)),
    findTaken: async (change, now) => await directory.findTaken({ ...change, remove: others(change.remove) }, now),
    apply: async (change, now) => await directory.apply({ ...change, remove: others(change.remove) }, now),
    get: async (reference) => (reference.kind === 'passkey' ? undefined : await directory.get(reference)),
    page: async (query) => (query.kind === 'passkey' ? [] : await directory.page(query)),
    async snapshot(timeLimit) {
      const snapshot = await directory.snapshot(timeLimit)
      return {
        ...snapshot,
        page: async (kind, orgId, limit, after) => (kind === 'passkey' ? [] : await snapshot.page(kind, orgId, limit, after)),
        find: async (references) => await snapshot.find(others(references)),
      }
    },
  }
}

/** A passkey with the organization of its user. */
type PasskeyRow = PasskeysTable & { readonly org_id: string }

function selectPasskeys(db: Kysely<ResourceTables>): SelectQueryBuilder<Tables, 'passkeys' | 'users', PasskeyRow> {
  return passkeyTables(db)
    .selectFrom('passkeys')
    .innerJoin('users', 'users.user_id', 'passkeys.user_id')
    .selectAll('passkeys')
    .select('users.org_id')
}

function toResource(row: PasskeyRow): Resource {
  return { kind: 'passkey', key: [row.credential_id], orgId: row.org_id, content: toContent(toPasskey(row)) }
}

const names = new Map<number, string>(Object.entries(passkeyAlgorithms).map(([name, algorithm]) => [algorithm, name]))

/** The entry of a document. What has its default value is absent. */
function toContent({ credentialId, userId, userHandle, rpId, publicKey, algorithm, createdBy, name, ...passkey }: Passkey): Content {
  const { counter, transports, aaguid, backupEligible, backedUp, uvInitialized, discoverable, createdAt, lastUsedAt } = passkey
  return {
    credentialId,
    userId,
    userHandle,
    rpId,
    publicKey,
    algorithm: names.get(algorithm),
    ...(counter === 0 ? {} : { signCount: counter }),
    ...(transports.length === 0 ? {} : { transports }),
    ...(aaguid === '' ? {} : { aaguid }),
    ...(backupEligible ? { backupEligible } : {}),
    ...(backedUp ? { backedUp } : {}),
    ...(uvInitialized ? { uvInitialized } : {}),
    ...(discoverable === true ? { discoverable } : {}),
    createdBy,
    name,
    creationDate: timeText(createdAt),
    ...(lastUsedAt === undefined ? {} : { lastUsedDate: timeText(lastUsedAt) }),
  }
}

/** @throws TypeError for a content that violates its schema */
function toRecord(content: Content): Passkey {
  const text = (name: string): string => requiredTextAt(content, name)
  const algorithm = Object.entries(passkeyAlgorithms).find(([name]) => name === content['algorithm'])?.[1]
  if (algorithm === undefined) throw new TypeError('The passkey has no known algorithm')
  const lastUsedAt = timeAt(content, 'lastUsedDate')
  return {
    credentialId: text('credentialId'),
    userId: text('userId'),
    userHandle: text('userHandle'),
    rpId: text('rpId'),
    publicKey: text('publicKey'),
    algorithm,
    counter: Number(valueAt(content, 'signCount') ?? 0),
    transports: textsAt(content, 'transports'),
    aaguid: textAt(content, 'aaguid') ?? '',
    backupEligible: flagAt(content, 'backupEligible'),
    backedUp: flagAt(content, 'backedUp'),
    uvInitialized: flagAt(content, 'uvInitialized'),
    discoverable: flagAt(content, 'discoverable'),
    createdBy: createdBy(content['createdBy']),
    name: text('name'),
    createdAt: timeAt(content, 'creationDate') ?? 0,
    ...(lastUsedAt === undefined ? {} : { lastUsedAt }),
  }
}

function createdBy(value: unknown): Passkey['createdBy'] {
  return value === 'user' || value === 'conditional' ? value : 'import'
}

/** As documents spell times: without decimals where there are none. */
function timeText(time: number): string {
  return new Date(time).toISOString().replace('.000Z', 'Z')
}
