// Queries that take effect together, as one statement: a condition, and the rows that are inserted if it is met. It takes one trip to the
// server instead of one for each query, one for the beginning and one for the end of a transaction. The server answers the rows of the
// condition by its own, after the whole statement has taken effect. https://www.postgresql.org/docs/current/queries-with.html#QUERIES-WITH-MODIFYING
import type { CompiledQuery } from 'kysely'
import { insertsOneRow } from './gathered-inserts.ts'

/** A statement, which returns a row if its condition was met. */
export interface OneStatement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

const texts = new Map<string, string>()
/** The texts are those of the stores, which are few. */
const mostTexts = 100

/**
 * @param condition an update that returns rows
 * @returns undefined if one of the others does more than insert a row
 */
export function oneStatement([condition, ...insertions]: readonly CompiledQuery[]): OneStatement | undefined {
  if (condition?.query.kind !== 'UpdateQueryNode' || !insertions.every(insertsOneRow)) return undefined
  const queries = [condition, ...insertions]
  const key = queries.map(({ sql }) => sql).join(';')
  const sql = texts.get(key) ?? textOf(condition, insertions)
  if (texts.size < mostTexts) texts.set(key, sql)
  return { sql, parameters: queries.flatMap(({ parameters }) => parameters) }
}

function textOf(condition: CompiledQuery, insertions: readonly CompiledQuery[]): string {
  let before = condition.parameters.length
  const parts = insertions.map(({ sql, parameters }, index) => {
    const text = renumbered(sql, before).replace(/ values \((.*)\)$/, ' select $1 from met')
    before += parameters.length
    return `inserted${index} as (${text})`
  })
  return `with ${[`met as (${condition.sql})`, ...parts].join(', ')} select 1 from met`
}

/** Values are always parameters, so a dollar sign occurs in no other place. */
function renumbered(sql: string, before: number): string {
  return sql.replaceAll(/\$(\d+)/g, (_, number: string) => `$${Number(number) + before}`)
}
