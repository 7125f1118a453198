// Queries that take effect together, as one statement: an update under a condition, and the rows that are inserted if it is met. It takes one
// trip to the server instead of one for each query, one for the beginning and one for the end of a transaction. Queries that wait at the same
// time share the statement. The server responds after the whole statement has taken effect.
// https://www.postgresql.org/docs/current/queries-with.html#QUERIES-WITH-MODIFYING
import type { CompiledQuery } from 'kysely'
import { arraysOf, callColumn, callsFrom, typesOf } from './call-table.ts'
import { insertsOneRow } from './gathered-inserts.ts'
import type { RunByName } from './gathered-lookups.ts'
import { Gathering } from './gathering.ts'

type Parameters = readonly unknown[]

/** The queries of one kind of change. */
interface Change {
  readonly condition: CompiledQuery
  readonly insertions: readonly CompiledQuery[]
}

/** The texts are those of the stores, which are few, each with the columns of its rows that are null. */
const mostGatherings = 100

/** Gathers updates under a condition. */
export class GatheredUpdates {
  readonly #run: RunByName
  /** By the texts of the queries and the types of their parameters. */
  readonly #gatherings = new Map<string, Gathering<Parameters, boolean>>()

  constructor(run: RunByName) {
    this.#run = run
  }

  /**
   * Makes a change, alone or together with others that update other rows.
   * @param queries an update whose condition compares the key of its row first, and what is inserted if it is met
   * @returns false if the condition was not met; undefined if the queries are of another kind, and were not run
   */
  update([condition, ...insertions]: readonly CompiledQuery[]): Promise<boolean> | undefined {
    if (condition?.query.kind !== 'UpdateQueryNode' || !insertions.every(insertsOneRow)) return undefined
    const change = { condition, insertions }
    const parameters = [condition, ...insertions].flatMap((query) => query.parameters)
    const types = typesOf(parameters)
    const key = [types, condition.sql, ...insertions.map(({ sql }) => sql)].join(';')
    const known = this.#gatherings.get(key)
    if (known !== undefined) return known.add(parameters)
    if (types === undefined || this.#gatherings.size >= mostGatherings) return this.#updateAlone(textOf(change), parameters)
    const gathering = this.#gatheringOf(change, types)
    this.#gatherings.set(key, gathering)
    return gathering.add(parameters)
  }

  async #updateAlone(text: string, parameters: Parameters): Promise<boolean> {
    return (await this.#run(text, parameters)).length > 0
  }

  #gatheringOf(change: Change, types: string): Gathering<Parameters, boolean> {
    const alone = textOf(change)
    const together = textForSeveral(change, types)
    return new Gathering({
      keyOf: (parameters) => rowOf(change, parameters),
      send: async (calls) => {
        const [only, ...others] = calls
        if (only !== undefined && others.length === 0) return [await this.#updateAlone(alone, only)]
        // Statements that lock rows in one order do not wait for one another.
        const inOrder = calls.map((parameters, place) => ({ parameters, place, key: rowOf(change, parameters) }))
        inOrder.sort((a, b) => (a.key < b.key ? -1 : 1))
        const rows = await this.#run<{ readonly [callColumn]: number }>(
          together,
          arraysOf(
            inOrder.map(({ parameters }) => parameters),
            types,
          ),
        )
        const met = new Set(rows.map((row) => inOrder[row[callColumn] - 1]?.place))
        return calls.map((_, place) => met.has(place))
      },
    })
  }
}

/**
 * The key of the row: the first parameter of the condition, and no other one. A statement changes a row once, and the times of two changes of
 * one row differ.
 */
function rowOf({ condition: { query } }: Change, given: Parameters): string {
  const set = query.kind === 'UpdateQueryNode' ? (query.updates?.length ?? 0) : 0
  return String(given[set])
}

/** One change. Its parameters are the parameters of its queries. */
function textOf({ condition, insertions }: Change): string {
  const parts = insertionsOf(condition, insertions, (number) => `$${number}`, 'met')
  return `with ${[`met as (${condition.sql})`, ...parts].join(', ')} select 1 from met`
}

/** The change once for each call. */
function textForSeveral({ condition, insertions }: Change, types: string): string {
  const columnOf = (number: number): string => (types[number - 1] === 'n' ? 'null' : `call.p${number}`)
  const met = withParameters(condition.sql, 0, columnOf)
    .replace(' where ', ' from call where ')
    .replace(/ returning .*$/, ` returning call.${callColumn}`)
  const parts = insertionsOf(condition, insertions, columnOf, `call join met using (${callColumn})`)
  const calls = `call as (select * from ${callsFrom(types)})`
  return `with ${[calls, `met as (${met})`, ...parts].join(', ')} select ${callColumn} from met`
}

function insertionsOf(
  condition: CompiledQuery,
  insertions: readonly CompiledQuery[],
  value: (number: number) => string,
  from: string,
): readonly string[] {
  let before = condition.parameters.length
  return insertions.map(({ sql, parameters }, index) => {
    const text = withParameters(sql, before, value).replace(/ values \((.*)\)$/, ` select $1 from ${from}`)
    before += parameters.length
    return `inserted${index} as (${text})`
  })
}

/** Values are always parameters, so a dollar sign occurs in no other place. */
function withParameters(sql: string, before: number, value: (number: number) => string): string {
  return sql.replaceAll(/\$(\d+)/g, (_, number: string) => value(Number(number) + before))
}
