// Searches. What is found comes in the order of the words that begin with the text: pages follow one another in an index.
import type { DirectorySearch } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { comparedWord } from '../resources/tables/searched-words.ts'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { resourceLayouts } from './resource-layouts.ts'
import type { Row } from './resource-layouts.ts'
import { foundIn, requireSearched, rowsOf } from './search-words.ts'
import { wordsInInstance } from './search-instance.ts'

/**
 * Reads one page of a search: the rows, each with the `word` by which it was found. A resource is found by the first of its words in the range.
 * @param filters columns of the table and their values
 * @throws TypeError for a kind that cannot be searched
 */
export async function searchRows(
  db: Kysely<ResourceTables>,
  asked: DirectorySearch,
  filters: readonly (readonly [column: string, value: string])[],
): Promise<readonly Row[]> {
  requireSearched(asked.kind)
  const search = { ...asked, from: comparedWord(asked.text), filters }
  const { kind, orgId } = search
  if (orgId === undefined) return await rowsOf(db, kind, await wordsInInstance(db, search))
  return await foundIn(db, search, { orgId }).selectAll(resourceLayouts[kind].table).select('found.word').execute()
}
