// Keeps the words by which resources are searched for.
import { searchedKinds } from '@symbolon/core-protocol'
import type { Resource, ResourceKind } from '@symbolon/core-protocol'
import type { Transaction } from 'kysely'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { searchedWords } from '../resources/tables/searched-words.ts'
import type { SearchedWordsTable } from '../resources/tables/searched-words.ts'
import { chunks, chunkSize } from '../sql/chunks.ts'
import { insertRows } from './insert-rows.ts'
import type { Insertions } from './insert-rows.ts'

/** Replaces the words of the resources. @param isNew whether a resource is known to have none */
export async function putSearchedWords(
  trx: Transaction<ResourceTables>,
  resources: readonly Resource[],
  isNew: (resource: Resource) => boolean,
  insertions: Insertions,
): Promise<void> {
  for (const kind of searchedKinds) {
    const some = resources.filter((resource) => resource.kind === kind)
    const ids = some.filter((resource) => !isNew(resource)).map(({ key: [id = ''] }) => id)
    for (const few of chunks(ids, chunkSize)) await removeSearchedWords(trx, kind, few)
    // In the order of the indexes, in which neighbours cost less.
    const words = some.flatMap(searchedWords).toSorted(byWord)
    await insertRows(trx, insertions, 'searched_words', words, (rows) => trx.insertInto('searched_words').values(rows))
  }
}

function byWord(one: SearchedWordsTable, other: SearchedWordsTable): number {
  return one.word < other.word ? -1 : one.word > other.word ? 1 : 0
}

/** Removes the words of the resources of a kind. @param ids at most `chunkSize` */
export async function removeSearchedWords(trx: Transaction<ResourceTables>, kind: ResourceKind, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom('searched_words').where('id', 'in', ids).where('resource_kind', '=', kind).execute()
}
