// Inserts or replaces resources, in an order in which what is referred to comes first, and keeps in step what is derived
// from them: the key space of client ids, the origins of apps, and passwords. Whoever calls has asked `admit` before.
import type { Resource } from '@symbolon/core-protocol'
import { expressionBuilder } from 'kysely'
import type { Expression, SqlBool, Transaction } from 'kysely'
import { requiredTextAt, textAt, textsAt } from '../documents/content.ts'
import type { PublicKey } from '../documents/public-key.ts'
import type { ClientIdsTable, PasswordsTable } from '../resources/tables/resource-tables.ts'
import type { Database } from '../database.ts'
import { wireUserState } from '../documents/wire-names.ts'
import { anyTables, chunks } from './any-table.ts'
import type { AnyTables } from './any-table.ts'
import { removeResources } from './remove.ts'
import { kindsInOrder, resourceTables } from './resource-tables.ts'
import type { ResourceTable, Row, SecretColumn } from './resource-tables.ts'

export interface Put {
  readonly resources: readonly Resource[]
  /** The public keys of the key resources, read beforehand: nothing but the database is awaited in a transaction. */
  readonly keys: ReadonlyMap<Resource, PublicKey>
  readonly now: number
}

/** Rows of one statement: few enough for its text to stay prepared, and for the event loop to come between two. */
const size = 100

export async function putResources(trx: Transaction<Database>, put: Put): Promise<void> {
  await forgetTriesOfUnlocked(trx, put)
  for (const kind of kindsInOrder) {
    const resources = put.resources.filter((resource) => resource.kind === kind)
    for (const some of chunks(resources, size)) await putRows(trx, resourceTables[kind], some, put)
  }
  await putClientIds(trx, put)
  await putOrigins(trx, put)
  await putPasswords(trx, put)
  await forgetTriesOfNewSecrets(trx, put)
}

async function putRows(
  trx: Transaction<Database>,
  { table, keys, secrets = [], switchedBy }: ResourceTable,
  resources: readonly Resource[],
  put: Put,
): Promise<void> {
  const rows = resources.map((resource) => toRow(resource, put))
  const kept: readonly string[] = [...keys, 'created_at']
  const replaced = Object.keys(rows[0] ?? {}).filter((column) => !kept.includes(column))
  await anyTables(trx).insertInto(table).values(rows)
    .onConflict((conflict) => conflict.columns([...keys]).doUpdateSet((eb) => ({
      ...Object.fromEntries(replaced.map((column) => {
        const given = eb.ref(`excluded.${column}`)
        const secret = secrets.find((name) => name === column)
        if (secret === undefined) return [column, given]
        // A secret that is not given stays; of a client secret there is either the digest or the hash, and where that one came from.
        const kept = eb.fn.coalesce(given, eb.ref(`${table}.${column}`))
        const displacing = displacedBy[secret]
        if (displacing === undefined) return [column, kept]
        const displaced = eb.or(displacing.map((other) => eb(`excluded.${other}`, 'is not', null)))
        return [column, eb.case().when(displaced).then(given).else(kept).end()]
      })),
      ...(switchedBy === undefined ? {} : { times_ended: timesEnded(table, switchedBy) }),
    })))
    .execute()
}

/** One more where it is switched off, so that what was issued ends; and where it is switched on, so that nothing of it comes back. */
function timesEnded(table: string, switchedBy: 'active' | 'state'): Expression<string | number | null> {
  const eb = expressionBuilder<AnyTables, string>()
  const isOn = (row: string): Expression<SqlBool> => eb(`${row}.${switchedBy}`, '=', switchedBy === 'state' ? 'active' : 1)
  const switched = eb.or([
    eb.and([isOn('excluded'), eb.not(isOn(table))]),
    eb.and([eb.not(isOn('excluded')), isOn(table)]),
  ])
  const counted = eb.ref(`${table}.times_ended`)
  return eb.case().when(switched).then(eb(counted, '+', 1)).else(counted).end()
}

/** With which of the other columns a column changes, also to nothing. */
const displacedBy: Partial<Record<SecretColumn, readonly SecretColumn[]>> = {
  secret_digest: ['secret_hash'], secret_hash: ['secret_digest'], secret_source: ['secret_digest', 'secret_hash'],
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
  switch (column) {
    case 'secret_digest': return secrets?.clientSecretDigest
    case 'secret_hash': return secrets?.clientSecretHash
    case 'secret_source': return secrets?.clientSecretSource
    case 'token_digest': return secrets?.tokenDigest
    case 'sealed_otp_secret': return secrets?.sealedOtpSecret
    case 'sealed_secret': return secrets?.sealedIdpSecret
  }
}

const otherKinds = {
  humanUser: 'machineUser', machineUser: 'humanUser', oidcApp: 'apiApp', apiApp: 'oidcApp', oidcIdp: 'jwtIdp', jwtIdp: 'oidcIdp',
} as const

/** An id that comes back as another kind of user, app or identity provider is a new one: nothing of the old may hang on it. */
export async function removeOtherKinds(trx: Transaction<Database>, resources: readonly Resource[]): Promise<void> {
  await removeResources(trx, resources.flatMap(({ kind, key }) => {
    const other = kind in otherKinds ? otherKinds[kind as keyof typeof otherKinds] : undefined
    return other === undefined ? [] : [{ kind: other, key }]
  }))
}

/** A user who is unlocked may try again at once. */
async function forgetTriesOfUnlocked(trx: Transaction<Database>, { resources }: Put): Promise<void> {
  const ids = resources.flatMap(({ kind, key: [id], content }) => (
    kind === 'humanUser' && id !== undefined && wireUserState(textAt(content, 'state')) !== 'locked' ? [id] : []
  ))
  for (const some of chunks(ids, size)) {
    const locked = trx.selectFrom('users').select('user_id').where('user_id', 'in', some).where('state', '=', 'locked')
    await trx.deleteFrom('sign_in_attempts').where('user_id', 'in', locked).execute()
    await trx.updateTable('one_time_codes').set({ failed_attempts: 0, last_attempt_at: null }).where('user_id', 'in', locked).execute()
  }
}

async function putClientIds(trx: Transaction<Database>, { resources }: Put): Promise<void> {
  const rows = resources.flatMap(({ kind, key: [id = ''], content }): readonly ClientIdsTable[] => {
    if (kind === 'machineUser') return [{ client_id: id, app_id: null, user_id: id }]
    return kind === 'oidcApp' || kind === 'apiApp' ? [{ client_id: requiredTextAt(content, 'clientId'), app_id: id, user_id: null }] : []
  })
  // All ids are given up before the first is taken, so that two apps may swap theirs.
  for (const some of chunks(rows, size)) {
    const appIds = some.flatMap((row) => row.app_id ?? [])
    const userIds = some.flatMap((row) => row.user_id ?? [])
    await trx.deleteFrom('client_ids').where((eb) => eb.or([eb('app_id', 'in', appIds), eb('user_id', 'in', userIds)])).execute()
  }
  for (const some of chunks(rows, size)) await trx.insertInto('client_ids').values(some).execute()
}

/** The origins from which the app's pages may call: its additional ones and those of its redirect URIs. */
async function putOrigins(trx: Transaction<Database>, { resources }: Put): Promise<void> {
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

async function putPasswords(trx: Transaction<Database>, { resources }: Put): Promise<void> {
  const rows = resources.flatMap(({ kind, key, secrets }): readonly PasswordsTable[] => {
    const hash = kind === 'humanUser' ? secrets?.passwordHash : undefined
    if (hash === undefined) return []
    const { passwordSource: source = null, passwordCost: cost = null } = secrets ?? {}
    return [{ user_id: key[0] ?? '', hash, source, cost }]
  })
  for (const some of chunks(rows, size)) {
    await endWhatOldPasswordsOpened(trx, some)
    await trx.insertInto('passwords').values(some)
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(({ ref }) => ({
        hash: ref('excluded.hash'), source: ref('excluded.source'), cost: ref('excluded.cost'),
      })))
      .execute()
    // What was tried against the old password says nothing about the new one.
    await trx.deleteFrom('sign_in_attempts').where('user_id', 'in', some.map((row) => row.user_id)).execute()
  }
}

/** A first password ends nothing, and neither does one that is set again as it stands. */
async function endWhatOldPasswordsOpened(trx: Transaction<Database>, rows: readonly PasswordsTable[]): Promise<void> {
  const stored = await trx.selectFrom('passwords').select(['user_id', 'hash']).where('user_id', 'in', rows.map((row) => row.user_id)).execute()
  const replaced = stored.filter(({ user_id: id, hash }) => rows.some((row) => row.user_id === id && row.hash !== hash))
  if (replaced.length === 0) return
  await trx.updateTable('users').set((eb) => ({ times_ended: eb('times_ended', '+', 1) }))
    .where('user_id', 'in', replaced.map((row) => row.user_id)).execute()
}

/** What was tried against an old authenticator app says nothing about the new one. The last step stays: no code of it is taken again. */
async function forgetTriesOfNewSecrets(trx: Transaction<Database>, { resources }: Put): Promise<void> {
  const ids = resources.flatMap(({ kind, key: [id = ''], secrets }) => (
    kind === 'humanUser' && secrets?.sealedOtpSecret !== undefined ? [id] : []
  ))
  for (const some of chunks(ids, size)) {
    await trx.updateTable('one_time_codes').set({ failed_attempts: 0, last_attempt_at: null }).where('user_id', 'in', some).execute()
  }
}
