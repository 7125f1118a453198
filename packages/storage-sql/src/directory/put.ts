// Inserts or replaces resources, parents first, and updates what is derived from them: client identifiers, web origins, passwords and
// counts of failed attempts. The caller has checked the change with `checkPut`.
import { nameOfResource, searchedKinds } from '@symbolon/core-protocol'
import type { Resource } from '@symbolon/core-protocol'
import { wireUserState } from '@symbolon/schema-v2'
import { expressionBuilder } from 'kysely'
import type { Compilable, Expression, SqlBool, Transaction } from 'kysely'
import { requiredTextAt, textAt, textsAt } from '../documents/content.ts'
import type { PublicKey } from '../documents/public-key.ts'
import type { ClientIdsTable } from '../resources/tables/clients.ts'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { batchSize, chunks } from '../sql/chunks.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { anyTables } from './any-table.ts'
import type { AnyTables } from './any-table.ts'
import { insertRows } from './insert-rows.ts'
import { inKeyOrder } from './key-order.ts'
import { keepIssuersOfLinks } from './link-issuers.ts'
import { removeLeftRoles } from './left-roles.ts'
import { storedPeople } from './other-kinds.ts'
import type { StoredPeople } from './other-kinds.ts'
import { putPasskeys } from './passkeys.ts'
import { putPasswords } from './put-passwords.ts'
import { putSearchedWords, readSearchedWords } from './put-searched-words.ts'
import type { WordsOfResources } from './put-searched-words.ts'
import { isUser, kindsInOrder, resourceLayouts, secretMembers } from './resource-layouts.ts'
import type { ResourceLayout, Row, SecretColumn } from './resource-layouts.ts'

/** Resources to put. */
export interface Put {
  readonly resources: readonly Resource[]
  /** The public keys of key resources. They are read before the transaction, which only waits for the database. */
  readonly keys: ReadonlyMap<Resource, PublicKey>
  readonly now: number
  readonly dialect: Pick<SqlDialect, 'parameter'>
  /** Those people among the resources who are stored, if the caller has looked. */
  readonly people?: StoredPeople
  /** Whether the resource must not exist. Its row then violates the key where another change has inserted it in between. Default: none. */
  readonly isNew?: (resource: Resource) => boolean
}

/**
 * Inserts or replaces the resources, in the order of their keys: two changes that touch the same rows never wait for one another.
 * @param change no resource may occur twice in it
 */
export async function putResources(trx: Transaction<ResourceTables>, change: Put): Promise<void> {
  await keepIssuersOfLinks(trx, change.resources)
  const resources = inKeyOrder(change.resources)
  const stored = change.people ?? (await storedPeople(trx, resources))
  const words = await storedWords(trx, resources, stored)
  // Where another change has inserted the row in between, this one is tried again: it does not know the words of that row.
  const isNew = (each: Resource): boolean =>
    change.isNew?.(each) === true || (searchedKinds.includes(each.kind) && !words.has(nameOfResource(each)))
  const put = { ...change, resources, isNew }
  await removeLeftRoles(
    trx,
    resources.flatMap((each) => (isUser(each.kind) && !words.has(nameOfResource(each)) ? (each.key[0] ?? []) : [])),
  )
  await resetAttemptsOfUnlockedUsers(trx, put, stored)
  const ofKinds = Map.groupBy(resources, ({ kind }) => kind)
  for (const kind of kindsInOrder) {
    const some = ofKinds.get(kind) ?? []
    if (kind === 'passkey') await putPasskeys(trx, some)
    else await putRows(trx, resourceLayouts[kind], some, put)
  }
  await putSearchedWords(trx, put.resources, words, put.dialect)
  await putClientIds(trx, put)
  await putOrigins(trx, put)
  await putPasswords(trx, put, stored)
  await resetAttemptsOfNewOtpSecrets(trx, put, stored)
}

async function putRows(trx: Transaction<ResourceTables>, layout: ResourceLayout, resources: readonly Resource[], put: Put): Promise<void> {
  const [stored, added]: [Row[], Row[]] = [[], []]
  for (const resource of resources) (put.isNew?.(resource) === true ? added : stored).push(toRow(resource, put))
  await insertRows(trx, put.dialect, layout.table, stored, (some) => insertion(trx, layout, some))
  await insertRows(trx, put.dialect, `new ${layout.table}`, added, (some) => anyTables(trx).insertInto(layout.table).values(some))
}

function insertion(
  trx: Transaction<ResourceTables>,
  { table, keys, secrets = [], switchedBy }: ResourceLayout,
  rows: readonly Row[],
): Compilable {
  const kept: readonly string[] = [...keys, 'created_at']
  const replaced = Object.keys(rows[0] ?? {}).filter((column) => !kept.includes(column))
  return anyTables(trx)
    .insertInto(table)
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns([...keys]).doUpdateSet((eb) => ({
        ...Object.fromEntries(
          replaced.map((column) => {
            const given = eb.ref(`excluded.${column}`)
            if (column === 'named_at') return [column, namedAt()]
            const secret = secrets.find((name) => name === column)
            if (secret === undefined) return [column, given]
            // Without a new secret the stored one stays. A new digest of a client secret replaces a stored hash, and the reverse.
            const kept = eb.fn.coalesce(given, eb.ref(`${table}.${column}`))
            const displacing = displacedBy[secret]
            if (displacing === undefined) return [column, kept]
            const displaced = eb.or(displacing.map((other) => eb(`excluded.${other}`, 'is not', null)))
            return [column, eb.case().when(displaced).then(given).else(kept).end()]
          }),
        ),
        ...(switchedBy === undefined ? {} : { times_ended: timesEnded(table, switchedBy) }),
      })),
    )
}

/** A service user who keeps its user name has had it since it got it. */
function namedAt(): Expression<string | number | null> {
  const eb = expressionBuilder<AnyTables, string>()
  return eb
    .case()
    .when(eb('excluded.user_name_canonical', '=', eb.ref('users.user_name_canonical')))
    .then(eb.ref('users.named_at'))
    .else(eb.ref('excluded.named_at'))
    .end()
}

/** Adds one whenever the state changes. Switching off ends what was issued; switching on again must not revive it. */
function timesEnded(table: string, switchedBy: 'active' | 'state'): Expression<string | number | null> {
  const eb = expressionBuilder<AnyTables, string>()
  const isOn = (row: string): Expression<SqlBool> => eb(`${row}.${switchedBy}`, '=', switchedBy === 'state' ? 'active' : 1)
  const switched = eb.or([eb.and([isOn('excluded'), eb.not(isOn(table))]), eb.and([eb.not(isOn('excluded')), isOn(table)])])
  const counted = eb.ref(`${table}.times_ended`)
  return eb
    .case()
    .when(switched)
    .then(eb(counted, '+', 1))
    .else(counted)
    .end()
}

/** A new value in one of the listed columns overwrites the column, even with null. */
const displacedBy: Partial<Record<SecretColumn, readonly SecretColumn[]>> = {
  secret_digest: ['secret_hash'],
  secret_hash: ['secret_digest'],
  secret_source: ['secret_digest', 'secret_hash'],
  // Replacing a leaked secret must not leave an older secret valid.
  former_secret: ['secret_digest', 'secret_hash', 'former_secret'],
  former_secret_until: ['secret_digest', 'secret_hash', 'former_secret'],
}

function toRow(resource: Resource, { keys, now }: Put): Row {
  const { kind, key, orgId, content } = resource
  const layout = resourceLayouts[kind]
  if (key.length !== layout.keys.length) throw new TypeError(`The key of ${kind} has ${layout.keys.length} parts, not ${key.length}`)
  if (layout.owned && orgId === undefined) throw new TypeError(`${kind} ${key.join('/')} has no organization`)
  const row: Record<string, string | number | null> = {}
  for (const [index, column] of layout.keys.entries()) row[column] = key[index] ?? ''
  if (layout.owned) row['org_id'] = orgId ?? ''
  if (layout.kind !== undefined) row['kind'] = layout.kind
  row['content'] = JSON.stringify(content)
  Object.assign(row, layout.columns?.(resource, keys.get(resource)))
  for (const column of layout.secrets ?? []) row[column] = resource.secrets?.[secretMembers[column]] ?? null
  if (kind === 'machineUser') row['named_at'] = now
  row['created_at'] = now
  row['changed_at'] = now
  return row
}

/** The words by which those resources of the change are found that are stored. */
async function storedWords(
  trx: Transaction<ResourceTables>,
  resources: readonly Resource[],
  users: StoredPeople,
): Promise<WordsOfResources> {
  const words: WordsOfResources[] = []
  for (const kind of searchedKinds) {
    const ids = resources.flatMap((each) => (each.kind === kind ? (each.key[0] ?? []) : []))
    words.push(await readSearchedWords(trx, kind, kind === 'humanUser' ? ids.filter((id) => users.has(id)) : ids))
  }
  return new Map(words.flatMap((some) => [...some]))
}

/** A user who is unlocked may try again at once. */
async function resetAttemptsOfUnlockedUsers(trx: Transaction<ResourceTables>, { resources }: Put, stored: StoredPeople): Promise<void> {
  if (stored.size === 0) return
  const ids = resources.flatMap(({ kind, key: [id = ''], content }) =>
    kind === 'humanUser' && stored.get(id) === 'locked' && wireUserState(textAt(content, 'state')) !== 'locked' ? [id] : [],
  )
  for (const some of chunks(ids, batchSize)) {
    await trx.deleteFrom('sign_in_attempts').where('user_id', 'in', some).execute()
  }
}

async function putClientIds(trx: Transaction<ResourceTables>, { resources }: Put): Promise<void> {
  const rows: ClientIdsTable[] = []
  for (const { kind, key, content } of resources) {
    const id = key[0] ?? ''
    if (kind === 'machineUser') rows.push({ client_id: id, app_id: null, user_id: id })
    else if (kind === 'oidcApp' || kind === 'apiApp')
      rows.push({ client_id: requiredTextAt(content, 'clientId'), app_id: id, user_id: null })
  }
  // All identifiers are freed before the first is assigned, so that two applications can swap theirs.
  for (const some of chunks(rows, batchSize)) {
    const holders = { app_id: some.flatMap((row) => row.app_id ?? []), user_id: some.flatMap((row) => row.user_id ?? []) }
    for (const column of ['app_id', 'user_id'] as const) {
      // Databases other than SQLite refuse an empty list.
      if (holders[column].length > 0) await trx.deleteFrom('client_ids').where(column, 'in', holders[column]).execute()
    }
  }
  for (const some of chunks(rows, batchSize)) await trx.insertInto('client_ids').values(some).execute()
}

/** Stores the origins from which pages of the application may call: its additional origins and those of its redirect URIs. */
async function putOrigins(trx: Transaction<ResourceTables>, { resources }: Put): Promise<void> {
  const apps = resources.filter(({ kind }) => kind === 'oidcApp')
  for (const some of chunks(apps, batchSize)) {
    await trx
      .deleteFrom('application_origins')
      .where(
        'app_id',
        'in',
        some.map(({ key }) => key[0] ?? ''),
      )
      .execute()
  }
  const rows = apps.flatMap(({ key, content }) => {
    const origins = [...textsAt(content, 'app', 'redirectUris').flatMap(webOrigin), ...textsAt(content, 'app', 'additionalOrigins')]
    return [...new Set(origins)].map((origin) => ({ app_id: key[0] ?? '', origin }))
  })
  for (const some of chunks(rows, batchSize)) await trx.insertInto('application_origins').values(some).execute()
}

function webOrigin(uri: string): readonly string[] {
  const url = URL.parse(uri)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? [url.origin] : []
}

/** Failed attempts against the old app do not count against the new one. The last time step stays, so that no code is accepted twice. */
async function resetAttemptsOfNewOtpSecrets(trx: Transaction<ResourceTables>, { resources }: Put, stored: StoredPeople): Promise<void> {
  if (stored.size === 0) return
  const ids = resources.flatMap(({ kind, key: [id = ''], secrets }) =>
    kind === 'humanUser' && secrets?.sealedOtpSecret !== undefined && stored.has(id) ? [id] : [],
  )
  for (const some of chunks(ids, batchSize)) {
    await trx.deleteFrom('sign_in_attempts').where('method', '=', 'code').where('user_id', 'in', some).execute()
    await trx.updateTable('one_time_codes').set({ enrolled_at: null }).where('user_id', 'in', some).execute()
  }
}
