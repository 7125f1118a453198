// Searches. What is found comes in the order of the words that begin with the text: pages follow one another in an index.
import { searchedKinds } from '@symbolon/core-protocol'
import type { DirectoryQuery, DirectorySearch } from '@symbolon/core-protocol'
import { sql } from 'kysely'
import type { ExpressionBuilder, Expression, Kysely, SelectQueryBuilder, SqlBool } from 'kysely'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { comparedWord } from '../resources/tables/searched-words.ts'
import { anyTables } from './any-table.ts'
import type { AnyTables } from './any-table.ts'
import { resourceLayouts } from './resource-layouts.ts'
import type { ResourceLayout, Row } from './resource-layouts.ts'

type Condition = (eb: ExpressionBuilder<AnyTables, string>) => Expression<SqlBool>

/** Greater than every character that a name can have. https://www.unicode.org/glossary/#noncharacter */
const greatest = '\u{10FFFF}'

/**
 * Reads one page of a search: the rows, each with the `word` by which it was found. A resource is found by the first of its words in the range.
 * @param filters columns of the table and their values
 * @throws TypeError for a kind that cannot be searched
 */
export async function searchRows(
  db: Kysely<ResourceTables>,
  { kind, orgId, ids, text, state, limit, after }: DirectorySearch,
  filters: readonly (readonly [column: string, value: string])[],
): Promise<readonly Row[]> {
  requireSearched(kind)
  const {
    keys: [id],
    kind: shared,
    ...layout
  } = resourceLayouts[kind]
  const table: string = layout.table
  const from = comparedWord(text)
  const inOrg = state === undefined || orgId === undefined || shared === undefined ? undefined : { orgId, shared, state }
  const holders = inOrg === undefined ? 'many' : await countInState(db, layout, inOrg)
  const isRare = holders === 'few'
  const any = anyTables(db)
  const listed = holders === 'some' && inOrg !== undefined ? [idsInState(any, inOrg)] : []
  // A cross join, because SQLite then reads the first table first: the words in their order, or the few rows in the state.
  // https://www.sqlite.org/optoverview.html#crossjoin
  const joined = isRare
    ? any.selectFrom(table).crossJoin('searched_words as found')
    : any.selectFrom('searched_words as found').crossJoin(table)
  return await joined
    .selectAll(table)
    .select('found.word')
    .whereRef(`${table}.${id}`, '=', 'found.id')
    .where('found.resource_kind', '=', kind)
    // Where the rows come first, their words are found by the id alone.
    .$if(orgId !== undefined, (some) => some.where(isRare ? `${table}.org_id` : 'found.org_id', '=', orgId ?? null))
    .$if(ids !== undefined, (some) => some.where('found.id', 'in', ids ?? []))
    .where('found.word', '>=', from)
    .where('found.word', '<', `${from}${greatest}`)
    .$if(after !== undefined, (some) => some.where((eb) => comesAfterFound(eb, after ?? { word: '', id: '' }, isRare)))
    // The ids in the state are read once and kept, so that the words of the others are passed over without reading a row of each.
    .where((eb) => eb.and(listed.map((those) => eb('found.id', 'in', those))))
    .where((eb) => eb.not(eb.exists(earlierWord(eb, from))))
    .$if(shared !== undefined, (some) => some.where(`${table}.kind`, '=', shared ?? null))
    .where((eb) => eb.and(filters.map(([column, value]) => eb(`${table}.${column}`, '=', value))))
    .$if(state !== undefined, (some) => some.where(inState(kind, state)))
    .orderBy('found.word')
    .orderBy('found.id')
    .limit(limit)
    .execute()
}

/**
 * Whether a word comes after the last one of the page before. It is compared as a row where words are read in their order, because the databases
 * then begin in the index at this very row. Where they are found by the id, that plan would be slower.
 */
function comesAfterFound(
  eb: ExpressionBuilder<AnyTables, string>,
  { word, id }: NonNullable<DirectorySearch['after']>,
  isRare: boolean,
): Expression<SqlBool> {
  if (!isRare) return eb(eb.refTuple('found.word', 'found.id'), '>', eb.tuple(word, id))
  return eb.or([eb('found.word', '>', word), eb.and([eb('found.word', '=', word), eb('found.id', '>', id)])])
}

/** Users of an organization who are in a state. */
interface UsersInState {
  readonly orgId: string
  readonly shared: string
  readonly state: string
}

/** Up to so many rows, it is faster to read all of them, and to sort what is found, than to look at words until a page of rows is in the state. */
const fewRows = 2000

/** Up to so many rows, it is faster to read their ids first than to read the row of each word. */
const someRows = 20_000

/**
 * Counts the resources of the organization in the state. A search that reads words in their order would read the rows of most of them to find a
 * page of resources in a state that few have.
 */
async function countInState(
  db: Kysely<ResourceTables>,
  { table, switchedBy }: Pick<ResourceLayout, 'table' | 'switchedBy'>,
  inOrg: UsersInState,
): Promise<'few' | 'some' | 'many'> {
  // Only this table has an index on the states of an organization.
  if (table !== 'users' || switchedBy !== 'state') return 'many'
  const exceeds = async (rows: number): Promise<boolean> =>
    (await idsInState(anyTables(db), inOrg).limit(1).offset(rows).executeTakeFirst()) !== undefined
  if (!(await exceeds(fewRows))) return 'few'
  return (await exceeds(someRows)) ? 'many' : 'some'
}

function idsInState(
  db: Kysely<AnyTables>,
  { orgId, shared, state }: UsersInState,
): SelectQueryBuilder<AnyTables, string, { readonly user_id: string | number | null }> {
  return db
    .selectFrom('users')
    .select('users.user_id')
    .where('users.org_id', '=', orgId)
    .where('users.kind', '=', shared)
    .where('users.state', '=', state)
}

/** Whether the resource was found by another word already. */
function earlierWord(eb: ExpressionBuilder<AnyTables, string>, from: string): Expression<unknown> {
  return eb
    .selectFrom('searched_words as earlier')
    .select(sql.lit(1).as('one'))
    .whereRef('earlier.id', '=', 'found.id')
    .whereRef('earlier.resource_kind', '=', 'found.resource_kind')
    .where('earlier.word', '>=', from)
    .whereRef('earlier.word', '<', 'found.word')
}

/**
 * @returns the condition that the resource is in the state
 * @throws TypeError for a kind without states
 */
export function inState(kind: DirectoryQuery['kind'], state: DirectoryQuery['state'] | undefined): Condition {
  requireSearched(kind)
  const { table, switchedBy = 'active' } = resourceLayouts[kind]
  const column = `${table}.${switchedBy}`
  if (switchedBy === 'state') return (eb) => eb(column, '=', state ?? null)
  // No row has the last one.
  return (eb) => eb(column, '=', state === 'active' ? 1 : state === 'inactive' ? 0 : -1)
}

function requireSearched(kind: DirectoryQuery['kind']): void {
  if (!searchedKinds.includes(kind)) throw new TypeError(`${kind} cannot be searched`)
}
