// Queries of every request are built and compiled once, and then run with different values: building one costs as much as running it.
import { whenKnown } from '@symbolon/core-protocol'
import type { Awaitable } from '@symbolon/core-protocol'
import { sql } from 'kysely'
import type { Compilable, CompiledQuery, Kysely, RawBuilder } from 'kysely'
import type { PreparedResult, RunPrepared, SqlDialect } from './dialect.ts'

/** Placeholders with the names of the values that will take their place. */
export type Placeholders<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> }

class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * Prepares a query.
 * @param build is called once, at the first use
 * @returns a function that runs the query with the given values and returns its rows; every call must give the same members
 * @example
 * const list = prepared(db, dialect, ({ userId }: Placeholders<{ userId: string }>) => (
 *   db.selectFrom('sessions').selectAll().where('user_id', '=', userId)
 * ))
 * await list({ userId: 'alice' })
 */
export function prepared<Tables, Values extends object, Row>(
  db: Kysely<Tables>,
  dialect: SqlDialect,
  build: (placeholders: Placeholders<Values>) => Compilable<Row>,
): (values: Values) => Promise<readonly Row[]> {
  const run = prepare(db, dialect, build, false)
  return async (values) => (await run(values)).rows
}

/** Prepares a query that returns at most one row, which some drivers run faster. See `prepared`. */
export function preparedOne<Tables, Values extends object, Row>(
  db: Kysely<Tables>,
  dialect: SqlDialect,
  build: (placeholders: Placeholders<Values>) => Compilable<Row>,
): (values: Values) => Awaitable<Row | undefined> {
  const run = prepare(db, dialect, build, true)
  return (values) => whenKnown(run(values), ({ rows: [row] }) => row)
}

function prepare<Tables, Values extends object, Row>(
  db: Kysely<Tables>,
  dialect: SqlDialect,
  build: (placeholders: Placeholders<Values>) => Compilable<Row>,
  one: boolean,
): (values: Values) => Awaitable<PreparedResult<Row>> {
  let run: RunPrepared<Row> | undefined
  let parameters: readonly unknown[] = []
  return (values) => {
    if (run === undefined) {
      const compiled = build(placeholdersFor(values)).compile()
      parameters = compiled.parameters
      run = dialect.prepare?.<Row>(compiled, one) ?? throughKysely(db, compiled)
    }
    return run(bind(parameters, values))
  }
}

/**
 * Prepares a query that is run together with others, see `executeTogether`.
 * @param build is called once, at the first use
 * @returns a function that gives the query with the given values; every call must give the same members
 */
export function preparedQuery<Values extends object, Row>(
  build: (placeholders: Placeholders<Values>) => Compilable<Row>,
): (values: Values) => CompiledQuery<Row> {
  let compiled: CompiledQuery<Row> | undefined
  return (values) => {
    compiled ??= build(placeholdersFor(values)).compile()
    return { ...compiled, parameters: bind(compiled.parameters, values) }
  }
}

function bind(parameters: readonly unknown[], values: object): readonly unknown[] {
  return parameters.map((value) => (value instanceof Placeholder ? Reflect.get(values, value.name) : value))
}

function throughKysely<Tables, Row>(db: Kysely<Tables>, query: CompiledQuery<Row>): RunPrepared<Row> {
  return async (parameters) => {
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return { rows }
  }
}

function placeholdersFor<Values extends object>(values: Values): Placeholders<Values>
function placeholdersFor(values: object): object {
  const placeholders = Object.keys(values).map((name) => [name, sql`${new Placeholder(name)}`] as const)
  return Array.isArray(values) ? placeholders.map(([, placeholder]) => placeholder) : Object.fromEntries(placeholders)
}
