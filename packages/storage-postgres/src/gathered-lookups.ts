// Lookups that wait at the same time become one statement, which looks up each of them. The server and the driver spend most of their time
// per statement, not per row. A group sees the database as it is when the group is sent, which is after each of its calls was made.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CompiledQuery } from 'kysely'
import { StorageUnavailable } from '@symbolon/core-protocol'

/** Statements of one lookup that run at a time. While they run, the next calls wait. */
const mostStatements = 2
/** Calls of one statement. */
const mostCalls = 128
/** The column with the number of the call, which no table has. It stays in the rows. */
const callColumn = '#call'

/** Runs one statement by its name. */
export type RunByName = <Row>(sql: string, parameters: readonly unknown[]) => Promise<readonly Row[]>

/** Runs a lookup. Callers that ask the same at the same time get the same rows, which they do not change. */
export type LookUp<Row> = (parameters: readonly unknown[]) => Promise<readonly Row[]>

interface Call<Row> {
  readonly parameters: readonly unknown[]
  readonly found: PromiseWithResolvers<readonly Row[]>
}

/** The calls that wait, whose parameters have the same types: the text of their statement names them. */
interface Queue<Row> {
  /** The text for several calls. */
  readonly text: string
  readonly waiting: Call<Row>[]
  underWay: number
}

/**
 * Prepares a lookup.
 * @param query for which `isLookUp`
 */
export function gatheredLookUp<Row>({ sql }: CompiledQuery, run: RunByName): LookUp<Row> {
  const queues = new Map<string, Queue<Row>>()

  /** @returns undefined if a call goes alone */
  function queueFor(parameters: readonly unknown[]): Queue<Row> | undefined {
    let types = ''
    for (const value of parameters) types += typeof value === 'string' ? 't' : Number.isSafeInteger(value) ? 'b' : '?'
    const known = queues.get(types)
    if (known !== undefined || types === '' || types.includes('?')) return known
    const queue: Queue<Row> = {
      text: textForSeveral(
        sql,
        [...types].map((type) => (type === 't' ? 'text[]' : 'bigint[]')),
      ),
      waiting: [],
      underWay: 0,
    }
    queues.set(types, queue)
    return queue
  }

  async function sendWaiting(queue: Queue<Row>): Promise<void> {
    queue.underWay += 1
    // Lookups of the same turn of the event loop join the statement: the rows of one statement let many requests send their next statement.
    await nextTurn()
    while (queue.waiting.length > 0) await lookUpTogether(queue, queue.waiting.splice(0, mostCalls))
    queue.underWay -= 1
  }

  async function lookUpTogether({ text }: Pick<Queue<Row>, 'text'>, calls: readonly Call<Row>[]): Promise<void> {
    // The callers of one lookup, such as of the client that most requests come from.
    const equal = Map.groupBy(calls, ({ parameters }) => JSON.stringify(parameters))
    const different = [...equal.values()].flatMap(([call]) => call ?? [])
    try {
      const rows = await rowsOf(text, different)
      for (const [index, others] of [...equal.values()].entries()) for (const { found } of others) found.resolve(rows[index] ?? [])
    } catch (error) {
      if (calls.length === 1 || error instanceof StorageUnavailable) for (const { found } of calls) found.reject(error)
      // One of them cannot be looked up. The others are.
      else for (const call of calls) await lookUpTogether({ text }, [call])
    }
  }

  /** @returns the rows of each call */
  async function rowsOf(text: string, calls: readonly Call<Row>[]): Promise<readonly (readonly Row[])[]> {
    const [only, ...others] = calls
    if (only !== undefined && others.length === 0) return [await run<Row>(sql, only.parameters)]
    const columns = only?.parameters.map((_, index) => arrayOf(calls.map(({ parameters }) => parameters[index]))) ?? []
    const answer: Row[][] = calls.map(() => [])
    for (const row of await run<Row & Numbered>(text, columns)) answer[row[callColumn] - 1]?.push(row)
    return answer
  }

  return (parameters) => {
    const queue = queueFor(parameters)
    // Of some values only their place in the statement tells the type.
    if (queue === undefined) return run<Row>(sql, parameters)
    const found = Promise.withResolvers<readonly Row[]>()
    queue.waiting.push({ parameters, found })
    if (queue.underWay < mostStatements) void sendWaiting(queue)
    return found.promise
  }
}

interface Numbered {
  readonly [callColumn]: number
}

/** Whether the query reads alone, locks nothing, and asks for no order: a join need not keep that of its parts. */
export function isLookUp({ query }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' && (query.endModifiers ?? []).length === 0 && query.orderBy === undefined
}

/**
 * The query once for each element of the arrays. Its parameters become columns of the list of calls. The number of calls changes nothing in
 * the text, so there is one plan. https://www.postgresql.org/docs/current/queries-table-expressions.html#QUERIES-LATERAL
 */
function textForSeveral(sql: string, types: readonly string[]): string {
  const arrays = types.map((type, index) => `$${index + 1}::${type}`).join(', ')
  const names = types.map((_, index) => `p${index + 1}`).join(', ')
  // Values are always parameters, so a dollar sign occurs in no other place.
  const each = sql.replaceAll(/\$(\d+)/g, 'call.p$1')
  return `select call.number as "${callColumn}", found.* from unnest(${arrays}) with ordinality as call(${names}, number) cross join lateral (${each}) as found`
}

/** https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
function arrayOf(values: readonly unknown[]): string {
  return `{${values.map((value) => (typeof value === 'string' ? `"${value.replaceAll(/["\\]/g, '\\$&')}"` : String(value))).join()}}`
}
