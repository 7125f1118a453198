// The words that begin with a text, in their order.
import { searchedKinds } from '@symbolon/core-protocol'
import type { DirectoryQuery, DirectorySearch, ResourceKind } from '@symbolon/core-protocol'
import { sql } from 'kysely'
import type { ExpressionBuilder, Expression, Kysely, SelectQueryBuilder, SqlBool } from 'kysely'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { chunks, chunkSize } from '../sql/chunks.ts'
import { anyTables } from './any-table.ts'
import type { AnyTables } from './any-table.ts'
import { isUser, resourceLayouts } from './resource-layouts.ts'
import type { Row } from './resource-layouts.ts'

type Builder = ExpressionBuilder<AnyTables, string>
type Condition = (eb: Builder) => Expression<SqlBool>

/** A search as its statements need it. */
export interface WordSearch extends DirectorySearch {
  /** The text as words are compared with it. */
  readonly from: string
  /** Columns of the table of the kind and their values. */
  readonly filters: readonly (readonly [column: string, value: string])[]
  /** The last word that can still be on the page, if that is known. */
  readonly until?: string
}

/** A resource that is found, and the word that finds it. */
export interface FoundWord {
  readonly word: string
  readonly id: string
}

/** Which words are read in one order: the words of an organization, the index of the instance, or the words of an organization outside the index. */
export interface WordPlace {
  readonly orgId?: string
  /** Several organizations, whose words are sorted. */
  readonly orgIds?: readonly string[]
  readonly listed?: 0 | 1
}

/** Greater than every character that a name can have. https://www.unicode.org/glossary/#noncharacter */
const greatest = '\u{10FFFF}'

/** The condition that a word is found: `found` begins with the text, and no word of the resource does that comes before it. */
export function isFound(eb: Builder, { kind, from, until, state, after }: WordSearch): Expression<SqlBool> {
  return eb.and([
    // Users in a state that few have are found without looking at the words of the others.
    ...(state === undefined || !isUser(kind) ? [] : [state === 'active' ? eb('found.state', 'is', null) : eb('found.state', '=', state)]),
    eb('found.resource_kind', '=', kind),
    eb('found.word', '>=', from),
    eb('found.word', '<', `${from}${greatest}`),
    ...(until === undefined ? [] : [eb('found.word', '<=', until)]),
    eb('found.least_length', '<=', from.length),
    // Compared as a row, because the databases then begin in the index at this very row.
    ...(after === undefined ? [] : [eb(eb.refTuple('found.word', 'found.id'), '>', eb.tuple(after.word, after.id))]),
  ])
}

/** @returns the query for one page of the words in the place, as `found`, each with the row of its resource, without columns */
export function foundIn(
  db: Kysely<ResourceTables>,
  search: WordSearch,
  { orgId, orgIds, listed }: WordPlace,
): SelectQueryBuilder<AnyTables, string, object> {
  const { kind, ids, state, filters, limit } = search
  const {
    keys: [id],
    kind: shared,
    ...layout
  } = resourceLayouts[kind]
  const table: string = layout.table
  // A cross join, because SQLite then reads the first table first: the words in their order. https://www.sqlite.org/optoverview.html#crossjoin
  return (
    anyTables(db)
      .selectFrom('searched_words as found')
      .crossJoin(table)
      .whereRef(`${table}.${id}`, '=', 'found.id')
      // Words may outlive a resource whose organization is removed while it is created. By now the id may belong to another resource.
      .whereRef(`${table}.org_id`, '=', 'found.org_id')
      .$if(orgId !== undefined, (some) => some.where('found.org_id', '=', orgId ?? null))
      .$if(orgIds !== undefined, (some) => some.where('found.org_id', 'in', orgIds ?? []))
      .$if(listed !== undefined, (some) => some.where('found.listed', '=', listed === 1 ? sql.lit(1) : sql.lit(0)))
      .where((eb) => isFound(eb, search))
      .$if(ids !== undefined, (some) => some.where('found.id', 'in', ids ?? []))
      .$if(shared !== undefined, (some) => some.where(`${table}.kind`, '=', shared ?? null))
      .where((eb) => eb.and(filters.map(([column, value]) => eb(`${table}.${column}`, '=', value))))
      .$if(state !== undefined && !isUser(kind), (some) => some.where(inState(kind, state)))
      .orderBy('found.word')
      .orderBy('found.id')
      .limit(limit)
  )
}

/** @returns the rows of what was found, in the same order, each with its word */
export async function rowsOf(db: Kysely<ResourceTables>, kind: ResourceKind, found: readonly FoundWord[]): Promise<readonly Row[]> {
  const {
    table,
    keys: [column],
  } = resourceLayouts[kind]
  const rows = new Map<unknown, Row>()
  for (const some of chunks(found, chunkSize)) {
    const ids = some.map(({ id }) => id)
    for (const row of await anyTables(db).selectFrom(table).selectAll().where(column, 'in', ids).execute()) rows.set(row[column], row)
  }
  return found.flatMap(({ word, id }) => {
    const row = rows.get(id)
    return row === undefined ? [] : [{ ...row, word }]
  })
}

/** Compares what was found as the databases do: by bytes. In JavaScript, surrogates come before the last characters of the basic plane. */
export function compareFound(one: FoundWord, other: FoundWord): number {
  return compareTexts(one.word, other.word) || compareTexts(one.id, other.id)
}

/** Compares two texts as the databases do. */
export function compareTexts(one: string, other: string): number {
  if (one === other) return 0
  let index = 0
  while (index < one.length && one[index] === other[index]) index += 1
  return placeOf(one.charCodeAt(index)) < placeOf(other.charCodeAt(index)) ? -1 : 1
}

/** @param unit NaN behind the end of a text */
function placeOf(unit: number): number {
  return Number.isNaN(unit) ? -1 : unit >= 0xd8_00 && unit < 0xe0_00 ? unit + 0x1_00_00 : unit
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

/** @throws TypeError for a kind that cannot be searched */
export function requireSearched(kind: DirectoryQuery['kind']): void {
  if (!searchedKinds.includes(kind)) throw new TypeError(`${kind} cannot be searched`)
}
