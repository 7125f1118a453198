// Searches in every organization. The words of small organizations stand in one index. Large organizations are looked into one by one, those
// first whose words come first: as many as a page can need.
import type { Kysely } from 'kysely'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { chunks } from '../sql/chunks.ts'
import { anyTables } from './any-table.ts'
import { compareFound, compareTexts, foundIn, isFound } from './search-words.ts'
import type { FoundWord, WordPlace, WordSearch } from './search-words.ts'

/** So many organizations are looked into before it is decided whether the page can hold anything of the others. */
const atOnce = 10

/** @returns a page of what is found in the instance */
export async function wordsInInstance(db: Kysely<ResourceTables>, search: WordSearch): Promise<readonly FoundWord[]> {
  const { limit } = search
  const wordsIn = async (place: WordPlace): Promise<readonly FoundWord[]> => {
    const rows = await foundIn(db, search, place).select(['found.word', 'found.id']).execute()
    return rows.map(({ word, id }) => ({ word: String(word), id: String(id) }))
  }
  let page = await wordsIn({ listed: 1 })
  for (const some of chunks(await firstWords(db, search), atOnce)) {
    const [next] = some
    const last = page.length < limit ? undefined : page.at(-1)
    if (next === undefined || (last !== undefined && compareTexts(last.word, next.word) < 0)) break
    const found = await Promise.all(some.map(({ orgId }) => wordsIn({ orgId, listed: 0 })))
    page = [...page, ...found.flat()].toSorted(compareFound).slice(0, limit)
  }
  return page
}

/** @returns the large organizations that have words in the range, in the order of their first ones */
async function firstWords(
  db: Kysely<ResourceTables>,
  search: WordSearch,
): Promise<readonly { readonly orgId: string; readonly word: string }[]> {
  const rows = await anyTables(db)
    .selectFrom('large_organizations as large')
    .where('large.resource_kind', '=', search.kind)
    .select((eb) => [
      'large.org_id',
      eb
        .selectFrom('searched_words as found')
        .select('found.word')
        .whereRef('found.org_id', '=', 'large.org_id')
        .where((inner) => isFound(inner, search))
        .orderBy('found.word')
        .limit(1)
        .as('word'),
    ])
    .execute()
  return rows
    .flatMap(({ org_id: orgId, word }) => (typeof word === 'string' ? [{ orgId: String(orgId), word }] : []))
    .toSorted((one, other) => compareTexts(one.word, other.word))
}
