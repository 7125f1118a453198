// Keeps the words by which resources are searched for.
import { searchedKinds } from '@symbolon/core-protocol'
import type { Resource, ResourceKind } from '@symbolon/core-protocol'
import type { CompiledQuery, Transaction } from 'kysely'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { searchedWords } from '../resources/tables/searched-words.ts'
import type { SearchedWordsTable } from '../resources/tables/searched-words.ts'
import { chunks, chunkSize } from '../sql/chunks.ts'

/** Rows of one insert. */
const batchSize = 100

/** Replaces the words of the resources. @param insertions the inserts of whole batches, as they were compiled before */
export async function putSearchedWords(
  trx: Transaction<ResourceTables>,
  resources: readonly Resource[],
  insertions: Map<string, CompiledQuery>,
): Promise<void> {
  for (const kind of searchedKinds) {
    const some = resources.filter((resource) => resource.kind === kind)
    const ids = some.map(({ key: [id = ''] }) => id)
    for (const few of chunks(ids, chunkSize)) await removeSearchedWords(trx, kind, few)
    for (const words of chunks(some.flatMap(searchedWords), batchSize)) await insert(trx, words, insertions)
  }
}

async function insert(
  trx: Transaction<ResourceTables>,
  words: readonly SearchedWordsTable[],
  insertions: Map<string, CompiledQuery>,
): Promise<void> {
  const name = 'searched_words'
  const known = words.length === batchSize ? insertions.get(name) : undefined
  const query = known ?? trx.insertInto('searched_words').values(words).compile()
  if (words.length === batchSize) insertions.set(name, query)
  const parameters = words.flatMap(({ resource_kind: kind, word, id, org_id: orgId }) => [kind, word, id, orgId])
  await trx.executeQuery({ ...query, parameters })
}

/** Removes the words of the resources of a kind. @param ids at most `chunkSize` */
export async function removeSearchedWords(trx: Transaction<ResourceTables>, kind: ResourceKind, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom('searched_words').where('id', 'in', ids).where('resource_kind', '=', kind).execute()
}
