// Inserts or replaces resources, in an order in which what is referred to comes first, and keeps in step what is derived
// from them: the key space of client ids, the origins of apps, and passwords.
import { DirectoryConflict } from '@symbolon/core-protocol'
import type { DirectoryConflictReason, Resource } from '@symbolon/core-protocol'
import type { Transaction } from 'kysely'
import { requiredTextAt, textAt, textsAt } from '../content.ts'
import type { SqlDialect } from '../dialect.ts'
import type { PublicKey } from '../public-key.ts'
import type { ClientIdsTable, Database, PasswordsTable } from '../tables.ts'
import { wireUserState } from '../wire-names.ts'
import { anyTables, chunks } from './any-table.ts'
import { removeResources } from './remove.ts'
import { kindsInOrder, resourceTables } from './resource-table.ts'
import type { ResourceTable, Row, SecretColumn } from './resource-table.ts'

export interface Put {
  readonly resources: readonly Resource[]
  /** The public keys of the key resources, read beforehand: nothing but the database is awaited in a transaction. */
  readonly keys: ReadonlyMap<Resource, PublicKey>
  readonly now: number
  /** How many rows one statement writes. With 1, a conflict names its resource. */
  readonly size: number
}

export async function putResources(trx: Transaction<Database>, put: Put, dialect: SqlDialect): Promise<void> {
  await removeOtherKinds(trx, put.resources)
  await forgetTriesOfUnlocked(trx, put)
  for (const kind of kindsInOrder) {
    const { table, taken } = resourceTables[kind]
    const resources = put.resources.filter((resource) => resource.kind === kind)
    for (const some of chunks(resources, put.size)) {
      await conflicting(some, taken, dialect, () => putRows(trx, resourceTables[kind], table, some, put))
    }
  }
  await putClientIds(trx, put, dialect)
  await putOrigins(trx, put)
  await putPasswords(trx, put)
}

/** Runs statements for the resources and says what it means when the database refuses one. */
async function conflicting(
  resources: readonly Resource[],
  taken: DirectoryConflictReason | undefined,
  dialect: SqlDialect,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run()
  } catch (error) {
    const violation = dialect.violation(error)
    const reason = violation === 'unique' ? taken : violation === 'reference' ? 'missing_reference' : undefined
    if (reason === undefined) throw error
    const [only, ...others] = resources
    throw new DirectoryConflict(reason, only === undefined || others.length > 0 ? undefined : { kind: only.kind, key: only.key })
  }
}

async function putRows(
  trx: Transaction<Database>,
  { keys, secrets = [] }: ResourceTable,
  table: string,
  resources: readonly Resource[],
  put: Put,
): Promise<void> {
  const rows = resources.map((resource) => toRow(resource, put))
  const kept: readonly string[] = [...keys, 'created_at']
  const replaced = Object.keys(rows[0] ?? {}).filter((column) => !kept.includes(column))
  await anyTables(trx).insertInto(table).values(rows)
    .onConflict((conflict) => conflict.columns([...keys]).doUpdateSet(({ ref, fn }) => Object.fromEntries(replaced.map((column) => {
      const given = ref(`excluded.${column}`)
      return [column, secrets.some((secret) => secret === column) ? fn.coalesce(given, ref(`${table}.${column}`)) : given]
    }))))
    .execute()
}

function toRow(resource: Resource, { keys, now }: Put): Row {
  const { kind, key, orgId, content } = resource
  const table = resourceTables[kind]
  if (key.length !== table.keys.length) throw new TypeError(`The key of ${kind} has ${table.keys.length} parts, not ${key.length}`)
  if (table.owned && orgId === undefined) throw new TypeError(`${kind} ${key.join('/')} has no organization`)
  return {
    ...Object.fromEntries(table.keys.map((column, index) => [column, key[index] ?? ''])),
    ...(table.owned ? { org_id: orgId ?? '' } : {}),
    ...(table.kind === undefined ? {} : { kind: table.kind }),
    ...table.columns?.(resource, keys.get(resource)),
    ...Object.fromEntries((table.secrets ?? []).map((column) => [column, secretOf(resource, column) ?? null])),
    content: JSON.stringify(content),
    created_at: now,
    changed_at: now,
  }
}

function secretOf({ secrets }: Resource, column: SecretColumn): string | undefined {
  if (column === 'secret_digest') return secrets?.clientSecretDigest
  return column === 'token_digest' ? secrets?.tokenDigest : secrets?.sealedOtpSecret
}

/** An id that comes back as another kind of user or app is a new one: nothing of the old may hang on it. */
async function removeOtherKinds(trx: Transaction<Database>, resources: readonly Resource[]): Promise<void> {
  const other = { humanUser: 'machineUser', machineUser: 'humanUser', oidcApp: 'apiApp', apiApp: 'oidcApp' } as const
  await removeResources(trx, resources.flatMap(({ kind, key }) => (
    kind === 'humanUser' || kind === 'machineUser' || kind === 'oidcApp' || kind === 'apiApp' ? [{ kind: other[kind], key }] : []
  )))
}

/** A user who is unlocked may try again; else the old count would lock them at the next mistake. */
async function forgetTriesOfUnlocked(trx: Transaction<Database>, { resources, size }: Put): Promise<void> {
  const ids = resources.flatMap(({ kind, key: [id], content }) => (
    kind === 'humanUser' && id !== undefined && wireUserState(textAt(content, 'state')) !== 'locked' ? [id] : []
  ))
  for (const some of chunks(ids, size)) {
    await trx.updateTable('passwords').set({ failed_attempts: 0, last_attempt_at: null })
      .where('user_id', 'in', trx.selectFrom('users').select('user_id').where('user_id', 'in', some).where('state', '=', 'locked'))
      .execute()
  }
}

interface Holding {
  readonly resource: Resource
  readonly row: ClientIdsTable
}

async function putClientIds(trx: Transaction<Database>, { resources, size }: Put, dialect: SqlDialect): Promise<void> {
  const holdings = resources.flatMap((resource): readonly Holding[] => {
    const id = resource.key[0] ?? ''
    if (resource.kind === 'machineUser') return [{ resource, row: { client_id: id, app_id: null, user_id: id } }]
    if (resource.kind !== 'oidcApp' && resource.kind !== 'apiApp') return []
    return [{ resource, row: { client_id: requiredTextAt(resource.content, 'clientId'), app_id: id, user_id: null } }]
  })
  // All ids are given up before the first is taken, so that two apps may swap theirs.
  for (const some of chunks(holdings, size)) {
    const appIds = some.flatMap(({ row }) => row.app_id ?? [])
    const userIds = some.flatMap(({ row }) => row.user_id ?? [])
    await trx.deleteFrom('client_ids').where((eb) => eb.or([eb('app_id', 'in', appIds), eb('user_id', 'in', userIds)])).execute()
  }
  for (const some of chunks(holdings, size)) {
    await conflicting(some.map(({ resource }) => resource), 'client_id_taken', dialect, async () => {
      await trx.insertInto('client_ids').values(some.map(({ row }) => row)).execute()
    })
  }
}

/** The origins from which the app's pages may call: its additional ones and those of its redirect URIs. */
async function putOrigins(trx: Transaction<Database>, { resources, size }: Put): Promise<void> {
  const apps = resources.filter(({ kind }) => kind === 'oidcApp')
  for (const some of chunks(apps, size)) {
    await trx.deleteFrom('application_origins').where('app_id', 'in', some.map(({ key }) => key[0] ?? '')).execute()
  }
  const rows = apps.flatMap(({ key, content }) => {
    const uris = [...textsAt(content, 'app', 'redirectUris'), ...textsAt(content, 'app', 'additionalOrigins')]
    return [...new Set(uris.flatMap(webOrigin))].map((origin) => ({ app_id: key[0] ?? '', origin }))
  })
  for (const some of chunks(rows, size)) await trx.insertInto('application_origins').values(some).execute()
}

function webOrigin(uri: string): readonly string[] {
  const url = URL.parse(uri)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? [url.origin] : []
}

async function putPasswords(trx: Transaction<Database>, { resources, size }: Put): Promise<void> {
  const rows = resources.flatMap(({ kind, key, secrets }): readonly PasswordsTable[] => {
    const hash = kind === 'humanUser' ? secrets?.passwordHash : undefined
    if (hash === undefined) return []
    return [{ user_id: key[0] ?? '', hash, source: secrets?.passwordSource ?? null, failed_attempts: 0, last_attempt_at: null }]
  })
  for (const some of chunks(rows, size)) {
    await trx.insertInto('passwords').values(some)
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(({ ref }) => ({
        hash: ref('excluded.hash'), source: ref('excluded.source'), failed_attempts: 0, last_attempt_at: null,
      })))
      .execute()
  }
}
