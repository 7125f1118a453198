// Conditions of a search. The text is a value of the statement and never a pattern: `%`, `_` and `\` stand for themselves.
import { canonicalLoginName, searchedKinds } from '@symbolon/core-protocol'
import type { DirectoryQuery, DirectorySearch } from '@symbolon/core-protocol'
import { sql } from 'kysely'
import type { Expression, ExpressionBuilder, SelectQueryBuilder, SqlBool } from 'kysely'
import type { AnyTables } from './any-table.ts'
import { resourceLayouts } from './resource-layouts.ts'
import type { Row } from './resource-layouts.ts'

/** Greater than every character that a name can have. https://www.unicode.org/glossary/#noncharacter */
const greatest = '\u{10FFFF}'

type Condition = (eb: ExpressionBuilder<AnyTables, string>) => Expression<SqlBool>

/**
 * @returns the conditions that `search` and `state` put on the rows of the kind
 * @throws TypeError for a kind that has neither
 */
export function searchConditions({ kind, orgId, search, state }: DirectoryQuery): readonly Condition[] {
  if (search === undefined && state === undefined) return []
  if (!searchedKinds.includes(kind)) throw new TypeError(`${kind} cannot be searched`)
  return [...(search === undefined ? [] : [matches(kind, orgId, search)]), ...(state === undefined ? [] : [inState(kind, state)])]
}

function matches(kind: DirectoryQuery['kind'], orgId: string | undefined, { text, match }: DirectorySearch): Condition {
  const { table, keys, searched = [] } = resourceLayouts[kind]
  const [id] = keys
  const canonical = canonicalLoginName(text)
  if (match === 'contains') {
    return (eb) => eb.or([contains(eb.ref(id), text.trim()), ...searched.map((column) => contains(eb.ref(column), canonical))])
  }
  // A query for each column takes the index of that column. One condition over all columns would read every row.
  return (eb) => {
    const beginning = (column: string, value: string): ReturnType<typeof idsWith> => idsWith(eb, { table, id, column, value })
    const found = searched.reduce(
      (all, column) => {
        const some = beginning(column, canonical)
        return all.unionAll(orgId === undefined || kind === 'org' ? some : some.where('org_id', '=', orgId))
      },
      beginning(id, text.trim()),
    )
    return eb(id, 'in', found)
  }
}

interface Beginning {
  readonly table: string
  readonly id: string
  readonly column: string
  readonly value: string
}

/** The ids of the rows whose column begins with the value. */
function idsWith(
  eb: ExpressionBuilder<AnyTables, string>,
  { table, id, column, value }: Beginning,
): SelectQueryBuilder<AnyTables, string, Row> {
  return eb.selectFrom(table).select(id).where(column, '>=', value).where(column, '<', `${value}${greatest}`)
}

function contains(column: Expression<unknown>, value: string): Expression<SqlBool> {
  return sql<SqlBool>`${column} like ${`%${value.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`
}

function inState(kind: DirectoryQuery['kind'], state: NonNullable<DirectoryQuery['state']>): Condition {
  const { switchedBy } = resourceLayouts[kind]
  if (switchedBy === 'state') return (eb) => eb('state', '=', state)
  if (state !== 'active' && state !== 'inactive') return () => sql<SqlBool>`1 = 0`
  return (eb) => eb('active', '=', state === 'active' ? 1 : 0)
}
