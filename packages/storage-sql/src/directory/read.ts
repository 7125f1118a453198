// Finds and lists resources, and turns their rows back into the resources that were put.
import type { Resource, ResourceKind, ResourceReference, ResourceSecrets } from '@symbolon/core-protocol'
import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely'
import { parseContent } from '../documents/content.ts'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { chunks, chunkSize } from '../sql/chunks.ts'
import { anyTables, matchesKey } from './any-table.ts'
import type { AnyTables } from './any-table.ts'
import { kindsInOrder, resourceLayouts, secretMembers } from './resource-layouts.ts'
import type { Row, SecretColumn } from './resource-layouts.ts'

/** Finds those of the resources that exist. */
export async function findResources(db: Kysely<ResourceTables>, references: readonly ResourceReference[]): Promise<readonly Resource[]> {
  const found: Resource[] = []
  for (const kind of kindsInOrder) {
    const { table, keys, kind: shared } = resourceLayouts[kind]
    const wanted = references.filter((reference) => reference.kind === kind).map(({ key }) => key)
    for (const some of chunks(wanted, keys.length === 1 ? chunkSize : 100)) {
      const rows = await anyTables(db)
        .selectFrom(table)
        .selectAll()
        .where((eb) => matchesKey(eb, keys, some))
        .$if(shared !== undefined, (query) => query.where('kind', '=', shared ?? null))
        .execute()
      found.push(...(await toResources(db, kind, rows)))
    }
  }
  return found
}

/** A part of a list: at most `limit` resources whose keys come after `after`. */
export interface Page {
  readonly limit: number
  readonly after: readonly string[] | undefined
}

/**
 * Lists the resources of a kind, of an organization or of the instance, in the order of their keys.
 * @throws TypeError when the key in `page.after` does not have as many parts as keys of this kind
 */
export async function listResources(
  db: Kysely<ResourceTables>,
  kind: ResourceKind,
  orgId: string | undefined,
  page?: Page,
): Promise<readonly Resource[]> {
  const { table, keys, kind: shared, owned } = resourceLayouts[kind]
  const ofOrg = owned || keys.includes('org_id')
  // Without an identifier, all organizations are listed: they are resources of the instance too.
  if (ofOrg !== (orgId !== undefined) && !(kind === 'org' && orgId === undefined)) return []
  const after = page?.after
  if (after !== undefined && after.length !== keys.length)
    throw new TypeError(`The key of ${kind} has ${keys.length} parts, not ${after.length}`)
  const query = anyTables(db)
    .selectFrom(table)
    .selectAll()
    .$if(orgId !== undefined, (some) => some.where('org_id', '=', orgId ?? null))
    .$if(shared !== undefined, (some) => some.where('kind', '=', shared ?? null))
    .$if(after !== undefined, (some) => some.where((eb) => isAfter(eb, keys, after ?? [])))
    .$if(page !== undefined, (some) => some.limit(page?.limit ?? 0))
  const rows = await keys.reduce((some, column) => some.orderBy(column), query).execute()
  return toResources(db, kind, rows)
}

/** Whether the key of a row comes after the key. The comparison of the first column alone lets the database start at the page. */
function isAfter(eb: ExpressionBuilder<AnyTables, string>, keys: readonly string[], after: readonly string[]): Expression<SqlBool> {
  const [column = '', ...others] = keys
  const [value = '', ...rest] = after
  if (others.length === 0) return eb(column, '>', value)
  return eb.and([eb(column, '>=', value), eb.or([eb(column, '>', value), isAfter(eb, others, rest)])])
}

async function toResources(db: Kysely<ResourceTables>, kind: ResourceKind, rows: readonly Row[]): Promise<readonly Resource[]> {
  const passwords =
    kind === 'humanUser'
      ? await findPasswords(
          db,
          rows.map((row) => text(row['user_id']) ?? ''),
        )
      : undefined
  return rows.map((row) => {
    const key = resourceLayouts[kind].keys.map((column) => text(row[column]) ?? '')
    const orgId = text(row['org_id'])
    const secrets = { ...storedSecrets(row, resourceLayouts[kind].secrets ?? []), ...passwords?.get(key[0] ?? '') }
    return {
      kind,
      key,
      ...(orgId === undefined ? {} : { orgId }),
      content: parseContent(text(row['content']) ?? '{}'),
      ...(Object.keys(secrets).length === 0 ? {} : { secrets }),
    }
  })
}

function storedSecrets(row: Row, columns: readonly SecretColumn[]): ResourceSecrets {
  return Object.fromEntries(
    columns.flatMap((column) => {
      const secret = text(row[column])
      return secret === undefined ? [] : [[secretMembers[column], secret]]
    }),
  )
}

async function findPasswords(db: Kysely<ResourceTables>, userIds: readonly string[]): Promise<ReadonlyMap<string, ResourceSecrets>> {
  const found = new Map<string, ResourceSecrets>()
  for (const some of chunks(userIds, chunkSize)) {
    const rows = await db.selectFrom('passwords').selectAll().where('user_id', 'in', some).execute()
    for (const { user_id, hash, source, replaced_hash: replaced } of rows) {
      found.set(user_id, {
        passwordHash: hash,
        ...(source === null ? {} : { passwordSource: source }),
        ...(replaced === null ? {} : { replacedPasswordHash: replaced }),
      })
    }
  }
  return found
}

function text(value: string | number | null | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}
