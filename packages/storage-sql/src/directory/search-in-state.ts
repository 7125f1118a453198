// Searches for users in a state. A search that reads words in their order would read the rows of most of them to find a page of users in a
// state that few have.
import type { ResourceKind } from '@symbolon/core-protocol'
import type { Kysely, SelectQueryBuilder } from 'kysely'
import { parseContent } from '../documents/content.ts'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { searchedWords } from '../resources/tables/searched-words.ts'
import { anyTables } from './any-table.ts'
import type { AnyTables } from './any-table.ts'
import { resourceLayouts } from './resource-layouts.ts'
import { compareFound } from './search-words.ts'
import type { FoundWord, WordSearch } from './search-words.ts'

/** Users of an organization who are in a state. */
export interface UsersInState {
  readonly orgId: string
  readonly shared: string
  readonly state: string
}

/** Up to so many rows, it is faster to read all of them, and to sort what is found, than to look at words until a page of rows is in the state. */
const fewRows = 700

/** Up to so many rows, it is faster to read their ids first than to read the row of each word. */
const someRows = 20_000

/** Counts the resources of the organization in the state. */
export async function countInState(db: Kysely<ResourceTables>, kind: ResourceKind, inOrg: UsersInState): Promise<'few' | 'some' | 'many'> {
  const { table, switchedBy } = resourceLayouts[kind]
  // Only this table has an index on the states of an organization.
  if (table !== 'users' || switchedBy !== 'state') return 'many'
  const exceeds = async (rows: number): Promise<boolean> =>
    (await idsInState(db, inOrg).limit(1).offset(rows).executeTakeFirst()) !== undefined
  if (!(await exceeds(fewRows))) return 'few'
  return (await exceeds(someRows)) ? 'many' : 'some'
}

/** A query for the ids of users in the state. */
export function idsInState(
  db: Kysely<ResourceTables>,
  { orgId, shared, state }: UsersInState,
): SelectQueryBuilder<AnyTables, string, { readonly user_id: string | number | null }> {
  return anyTables(db)
    .selectFrom('users')
    .select('users.user_id')
    .where('users.org_id', '=', orgId)
    .where('users.kind', '=', shared)
    .where('users.state', '=', state)
}

/** @returns a page of what is found among the users in the state. Their words follow from their contents. */
export async function wordsOfFew(
  db: Kysely<ResourceTables>,
  { kind, ids, from, filters, after, limit }: WordSearch,
  inOrg: UsersInState,
): Promise<readonly FoundWord[]> {
  const rows = await idsInState(db, inOrg)
    .select('users.content')
    .$if(ids !== undefined, (some) => some.where('users.user_id', 'in', ids ?? []))
    .where((eb) => eb.and(filters.map(([column, value]) => eb(`users.${column}`, '=', value))))
    .execute()
  return rows
    .flatMap(({ user_id: userId, content }) => {
      const words = searchedWords({ kind, key: [String(userId)], orgId: inOrg.orgId, content: parseContent(String(content)) })
      return words.filter((each) => each.word.startsWith(from) && each.least_length <= from.length)
    })
    .filter((each) => after === undefined || compareFound(each, after) > 0)
    .toSorted(compareFound)
    .slice(0, limit)
}
