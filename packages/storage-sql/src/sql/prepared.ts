// Queries that are asked at every request are built and compiled once, and then run with the values of the moment: to build one
// anew costs as much as to run it.
import { sql } from 'kysely'
import type { Compilable, CompiledQuery, Kysely, QueryResult, RawBuilder } from 'kysely'
import type { SqlDialect } from './dialect.ts'
import type { Database } from '../database.ts'

/** What stands in the query where a value will be. */
export type Places<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> }

class Place {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * @param build is called once, at the first use
 * @returns a function that runs the query; it is always given the same members
 */
export function prepared<Values extends object, Output>(
  db: Kysely<Database>,
  dialect: SqlDialect,
  build: (places: Places<Values>) => Compilable<Output>,
): (values: Values) => Promise<readonly Output[]> {
  const run = runs(db, dialect, build, false)
  return async (values) => (await run(values)).rows
}

/** The same for a query that gives one row at most, as the way it is written shows; for some databases that is much less work. */
export function preparedOne<Values extends object, Output>(
  db: Kysely<Database>,
  dialect: SqlDialect,
  build: (places: Places<Values>) => Compilable<Output>,
): (values: Values) => Promise<Output | undefined> {
  const run = runs(db, dialect, build, true)
  return async (values) => (await run(values)).rows[0]
}

function runs<Values extends object, Output>(
  db: Kysely<Database>,
  dialect: SqlDialect,
  build: (places: Places<Values>) => Compilable<Output>,
  one: boolean,
): (values: Values) => Promise<QueryResult<Output>> {
  let compiled: CompiledQuery<Output> | undefined
  return (values) => {
    compiled ??= build(placesOf(values)).compile()
    const { query, queryId, sql: text, parameters } = compiled
    const given = parameters.map((value) => (value instanceof Place ? Reflect.get(values, value.name) : value))
    const asked = { query, queryId, sql: text, parameters: given }
    return dialect.execute === undefined ? db.executeQuery<Output>(asked) : dialect.execute<Output>(asked, one)
  }
}

function placesOf<Values extends object>(values: Values): Places<Values>
function placesOf(values: object): object {
  const places = Object.keys(values).map((name) => [name, sql`${new Place(name)}`] as const)
  return Array.isArray(values) ? places.map(([, place]) => place) : Object.fromEntries(places)
}
