// Searches. What is found comes in the order of the words that begin with the text: pages follow one another in an index.
import { searchedKinds } from '@symbolon/core-protocol'
import type { DirectoryQuery, DirectorySearch } from '@symbolon/core-protocol'
import { sql } from 'kysely'
import type { ExpressionBuilder, Expression, Kysely, SqlBool } from 'kysely'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { comparedWord } from '../resources/tables/searched-words.ts'
import { anyTables } from './any-table.ts'
import type { AnyTables } from './any-table.ts'
import { resourceLayouts } from './resource-layouts.ts'
import type { Row } from './resource-layouts.ts'

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
  // A cross join, because SQLite then reads the words first, in their order. https://www.sqlite.org/optoverview.html#crossjoin
  return await anyTables(db)
    .selectFrom('searched_words as found')
    .crossJoin(table)
    .selectAll(table)
    .select('found.word')
    .whereRef(`${table}.${id}`, '=', 'found.id')
    .where('found.resource_kind', '=', kind)
    .$if(orgId !== undefined, (some) => some.where('found.org_id', '=', orgId ?? null))
    .$if(ids !== undefined, (some) => some.where('found.id', 'in', ids ?? []))
    .where('found.word', '>=', from)
    .where('found.word', '<', `${from}${greatest}`)
    // Compared as a row, because the databases then begin in the index at this very row.
    .$if(after !== undefined, (some) =>
      some.where((eb) => eb(eb.refTuple('found.word', 'found.id'), '>', eb.tuple(after?.word ?? '', after?.id ?? ''))),
    )
    .where((eb) => eb.not(eb.exists(earlierWord(eb, from))))
    .$if(shared !== undefined, (some) => some.where(`${table}.kind`, '=', shared ?? null))
    .where((eb) => eb.and(filters.map(([column, value]) => eb(`${table}.${column}`, '=', value))))
    .$if(state !== undefined, (some) => some.where(inState(kind, state)))
    .orderBy('found.word')
    .orderBy('found.id')
    .limit(limit)
    .execute()
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
