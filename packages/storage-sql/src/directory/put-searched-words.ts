// Keeps the words by which resources are searched for. No index finds the words of a resource: they follow from its content.
import { nameOfResource, searchedKinds } from '@symbolon/core-protocol'
import type { Resource, ResourceKind } from '@symbolon/core-protocol'
import { sql } from 'kysely'
import type { Expression, Transaction } from 'kysely'
import { parseContent } from '../documents/content.ts'
import { largeOrganizations } from '../resources/tables/large-organizations.ts'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { searchedTables, searchedWords } from '../resources/tables/searched-words.ts'
import type { SearchedWord } from '../resources/tables/searched-words.ts'
import { batchSize, chunks } from '../sql/chunks.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { anyTables, matchesKey } from './any-table.ts'
import { insertRows } from './insert-rows.ts'
import type { Row } from './resource-layouts.ts'

/** The kinds as parts of a statement: each value that is bound takes longer than comparing it. */
const kindsInText: Readonly<Partial<Record<ResourceKind, Expression<ResourceKind>>>> = {
  org: sql.lit('org'),
  humanUser: sql.lit('humanUser'),
  machineUser: sql.lit('machineUser'),
  project: sql.lit('project'),
  oidcApp: sql.lit('oidcApp'),
  apiApp: sql.lit('apiApp'),
}

function kindInText(kind: ResourceKind): Expression<ResourceKind> {
  const text = kindsInText[kind]
  if (text === undefined) throw new TypeError(`${kind} has no words`)
  return text
}

/** The words of the resources that are stored, by the name of the resource (`nameOfResource`). */
export type WordsOfResources = ReadonlyMap<string, readonly SearchedWord[]>

const wordKey = ['org_id', 'resource_kind', 'word', 'id'] as const

/**
 * Reads the words that resources have. The rows stay as they are until the transaction ends, so that of two transactions that change the name
 * of a resource, the second one finds the words of the first: they are written unchanged.
 */
export async function readSearchedWords(
  trx: Transaction<ResourceTables>,
  kind: ResourceKind,
  ids: readonly string[],
): Promise<WordsOfResources> {
  const [table, key, shared] = searchedTables[kind] ?? []
  const words = new Map<string, readonly SearchedWord[]>()
  if (table === undefined || key === undefined) return words
  for (const some of chunks(ids, batchSize)) {
    const rows = await anyTables(trx)
      .updateTable(table)
      .set((eb) => ({ changed_at: eb.ref('changed_at') }))
      .where(key, 'in', some)
      .$if(shared !== undefined, (query) => query.where('kind', '=', shared ?? null))
      .returning([`${key} as id`, 'org_id', 'content'])
      .execute()
    for (const row of rows) words.set(nameOfResource({ kind, key: [String(row['id'])] }), wordsOfRow(kind, row))
  }
  return words
}

/** @param row with the id, the organization and the content of a resource of the kind */
export function wordsOfRow(kind: ResourceKind, { id, org_id: orgId, content }: Row): readonly SearchedWord[] {
  return searchedWords({ kind, key: [String(id)], orgId: String(orgId), content: parseContent(String(content)) })
}

/** Writes the words of the resources. @param stored the words that they had */
export async function putSearchedWords(
  trx: Transaction<ResourceTables>,
  resources: readonly Resource[],
  stored: WordsOfResources,
  dialect: Pick<SqlDialect, 'parameter'>,
): Promise<void> {
  const ofKinds = Map.groupBy(resources, ({ kind }) => kind)
  for (const kind of searchedKinds) {
    const removed: SearchedWord[] = []
    const added: SearchedWord[] = []
    const counts = new Map<string, number>()
    for (const resource of ofKinds.get(kind) ?? []) {
      const words = searchedWords(resource)
      const before = stored.get(nameOfResource(resource)) ?? []
      for (const word of before) if (!words.some((other) => isSame(word, other))) removed.push(word)
      for (const word of words) if (!before.some((other) => isSame(word, other))) added.push(word)
      const orgId = words[0]?.org_id
      if (orgId !== undefined) counts.set(orgId, (counts.get(orgId) ?? 0) + 1)
    }
    await removeWords(trx, removed)
    if (added.length === 0) continue
    const large = await largeOrganizations(trx, kind, counts)
    // In the order of the table, in which neighbours cost less.
    added.sort(byWord)
    for (const listed of [0, 1]) {
      const some = added.filter((word) => large.has(word.org_id) === (listed === 0))
      // What all rows have in common is part of the statement.
      const common = { resource_kind: kindInText(kind), listed: listed === 1 ? sql.lit(1) : sql.lit(0) }
      const rows = some.map(({ org_id, word, id, least_length, state }) => ({ org_id, word, id, least_length, state }))
      await insertRows(trx, dialect, `searched_words of ${kind} ${listed}`, rows, (few) =>
        trx
          .insertInto('searched_words')
          .values(few.map((row) => ({ ...row, ...common })))
          // A release that reads other words from a content leaves some behind.
          .onConflict((conflict) =>
            conflict
              .columns(wordKey)
              .doUpdateSet((eb) => ({ least_length: eb.ref('excluded.least_length'), state: eb.ref('excluded.state') })),
          ),
      )
    }
  }
}

function isSame(one: SearchedWord, other: SearchedWord): boolean {
  return (['word', 'org_id', 'state', 'least_length'] as const).every((column) => one[column] === other[column])
}

function byWord(one: SearchedWord, other: SearchedWord): number {
  return one.word < other.word ? -1 : one.word > other.word ? 1 : 0
}

/** Removes the words. */
export async function removeWords(trx: Transaction<ResourceTables>, words: readonly SearchedWord[]): Promise<void> {
  for (const some of chunks(words, batchSize)) {
    const keys = some.map((word) => wordKey.map((column) => word[column]))
    await anyTables(trx)
      .deleteFrom('searched_words')
      .where((eb) => matchesKey(eb, wordKey, keys))
      .execute()
  }
}
