// Reads rows of resources back into the resources that were put.
import type { Resource, ResourceKind, ResourceReference, ResourceSecrets } from '@symbolon/core-protocol'
import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely'
import { parseContent } from '../documents/content.ts'
import type { Database } from '../database.ts'
import { anyTables, chunks, chunkSize } from './any-table.ts'
import type { AnyTables } from './any-table.ts'
import { matchingKeys } from './match.ts'
import { kindsInOrder, resourceTables } from './resource-tables.ts'
import type { Row, SecretColumn } from './resource-tables.ts'

export async function findResources(db: Kysely<Database>, references: readonly ResourceReference[]): Promise<readonly Resource[]> {
  const found: Resource[] = []
  for (const kind of kindsInOrder) {
    const { table, keys, kind: shared } = resourceTables[kind]
    const wanted = references.filter((reference) => reference.kind === kind).map(({ key }) => key)
    for (const some of chunks(wanted, keys.length === 1 ? chunkSize : 100)) {
      const rows = await anyTables(db).selectFrom(table).selectAll()
        .where((eb) => matchingKeys(eb, keys, some))
        .$if(shared !== undefined, (query) => query.where('kind', '=', shared ?? null))
        .execute()
      found.push(...await toResources(db, kind, rows))
    }
  }
  return found
}

/** A part of a list: at most `limit` resources from behind the key `after`. */
export interface Page {
  readonly limit: number
  readonly after: readonly string[] | undefined
}

export async function listResources(
  db: Kysely<Database>,
  kind: ResourceKind,
  orgId: string | undefined,
  page?: Page,
): Promise<readonly Resource[]> {
  const { table, keys, kind: shared, owned } = resourceTables[kind]
  const ofOrg = owned || keys.includes('org_id')
  // Organizations are resources of the instance as well: without an id, all of them.
  if (ofOrg !== (orgId !== undefined) && !(kind === 'org' && orgId === undefined)) return []
  const after = page?.after
  if (after !== undefined && after.length !== keys.length) throw new TypeError(`The key of ${kind} has ${keys.length} parts`)
  const query = anyTables(db).selectFrom(table).selectAll()
    .$if(orgId !== undefined, (some) => some.where('org_id', '=', orgId ?? null))
    .$if(shared !== undefined, (some) => some.where('kind', '=', shared ?? null))
    .$if(after !== undefined, (some) => some.where((eb) => behind(eb, keys, after ?? [])))
    .$if(page !== undefined, (some) => some.limit(page?.limit ?? 0))
  const rows = await keys.reduce((some, column) => some.orderBy(column), query).execute()
  return toResources(db, kind, rows)
}

/** The first part is a range of the index, which leads straight to the page; the others decide among rows that are equal in it. */
function behind(eb: ExpressionBuilder<AnyTables, string>, keys: readonly string[], after: readonly string[]): Expression<SqlBool> {
  const [column = '', ...others] = keys
  const [value = '', ...rest] = after
  if (others.length === 0) return eb(column, '>', value)
  return eb.and([eb(column, '>=', value), eb.or([eb(column, '>', value), behind(eb, others, rest)])])
}

async function toResources(db: Kysely<Database>, kind: ResourceKind, rows: readonly Row[]): Promise<readonly Resource[]> {
  const passwords = kind === 'humanUser' ? await findPasswords(db, rows.map((row) => text(row['user_id']) ?? '')) : undefined
  return rows.map((row) => {
    const key = resourceTables[kind].keys.map((column) => text(row[column]) ?? '')
    const orgId = text(row['org_id'])
    const secrets = { ...storedSecrets(row, resourceTables[kind].secrets ?? []), ...passwords?.get(key[0] ?? '') }
    return {
      kind,
      key,
      ...(orgId === undefined ? {} : { orgId }),
      content: parseContent(text(row['content']) ?? '{}'),
      ...(Object.keys(secrets).length === 0 ? {} : { secrets }),
    }
  })
}

const secretNames = {
  secret_digest: 'clientSecretDigest',
  secret_hash: 'clientSecretHash',
  secret_source: 'clientSecretSource',
  token_digest: 'tokenDigest',
  sealed_otp_secret: 'sealedOtpSecret',
  sealed_secret: 'sealedIdpSecret',
} as const satisfies Record<SecretColumn, keyof ResourceSecrets>

function storedSecrets(row: Row, columns: readonly SecretColumn[]): ResourceSecrets {
  return Object.fromEntries(columns.flatMap((column) => {
    const secret = text(row[column])
    return secret === undefined ? [] : [[secretNames[column], secret]]
  }))
}

async function findPasswords(db: Kysely<Database>, userIds: readonly string[]): Promise<ReadonlyMap<string, ResourceSecrets>> {
  const found = new Map<string, ResourceSecrets>()
  for (const some of chunks(userIds, chunkSize)) {
    for (const { user_id, hash, source } of await db.selectFrom('passwords').selectAll().where('user_id', 'in', some).execute()) {
      found.set(user_id, { passwordHash: hash, ...(source === null ? {} : { passwordSource: source }) })
    }
  }
  return found
}

function text(value: string | number | null | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}
