// Searches in every organization. The words of small organizations stand in one index. Large organizations are searched one by one, in
// the order of their first words, as many as a page can need.
import type { Kysely } from 'kysely'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { anyTables } from './any-table.ts'
import { compareFound, compareTexts, foundIn, isFound } from './search-words.ts'
import type { FoundWord, WordPlace, WordSearch } from './search-words.ts'

/** The number of organizations that are read one by one. They fill a page, which determines the last relevant word. */
const oneByOne = 5
/** The number of organizations that are then searched at once: few of their words come before the last relevant word. */
const atOnce = 50

/** @returns a page of what is found in the instance */
export async function wordsInInstance(db: Kysely<ResourceTables>, search: WordSearch): Promise<readonly FoundWord[]> {
  const { limit } = search
  let page: readonly FoundWord[] = []
  const last = (): string | undefined => (page.length < limit ? undefined : page.at(-1)?.word)
  const add = async (place: WordPlace): Promise<void> => {
    const until = last()
    const found = await foundIn(db, until === undefined ? search : { ...search, until }, place)
      .select(['found.word', 'found.id'])
      .execute()
    page = [...page, ...found.map(({ word, id }) => ({ word: String(word), id: String(id) }))].toSorted(compareFound).slice(0, limit)
  }
  await add({ listed: 1 })
  const large = await firstWords(db, search)
  for (let next = 0; next < large.length;) {
    const until = last()
    // No other organization has a word that comes earlier.
    if (until !== undefined && compareTexts(until, large[next]?.word ?? '') < 0) break
    const size = next < oneByOne || until === undefined ? 1 : atOnce
    const orgIds = large.slice(next, next + size).map(({ orgId }) => orgId)
    await add({ orgIds, listed: 0 })
    next += size
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
