// Insertions of single rows that wait at the same time become one statement. The server and the driver spend most of their time per
// statement, not per row.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createQueryId, ValuesNode } from 'kysely'
import type { CompiledQuery, QueryId, RootOperationNode } from 'kysely'
import { StorageUnavailable } from '@symbolon/core-protocol'

/** Statements under way for one table. While they run, the next rows gather. */
const flights = 2
/** Rows of one statement. */
const mostRows = 128

/** What runs the statements. */
export interface InsertRunner {
  /** Runs one statement by its name. */
  run(sql: string, parameters: readonly unknown[]): Promise<unknown>
  /** Compiles a statement. */
  compile(node: RootOperationNode, id: QueryId): Pick<CompiledQuery, 'sql'>
}

interface Row {
  readonly parameters: readonly unknown[]
  readonly inserted: PromiseWithResolvers<void>
}

/** The rows of one statement that wait. */
interface Queue {
  readonly query: CompiledQuery
  /** The text for a number of rows, which is a power of two, so that there are few. */
  readonly texts: Map<number, string>
  readonly waiting: Row[]
  underWay: number
}

/** Gathers insertions. */
export class GatheredInserts {
  readonly #runner: InsertRunner
  readonly #queues = new Map<string, Queue>()
  readonly #groups = { count: 0, writes: 0 }

  constructor(runner: InsertRunner) {
    this.#runner = runner
  }

  /**
   * Inserts a row, alone or together with others. A row that cannot be inserted does not keep the others out.
   * @param query for which `insertsOneRow`
   */
  insert(query: CompiledQuery): Promise<void> {
    const queue: Queue = this.#queues.get(query.sql) ?? { query, texts: new Map(), waiting: [], underWay: 0 }
    this.#queues.set(query.sql, queue)
    const inserted = Promise.withResolvers<void>()
    queue.waiting.push({ parameters: query.parameters, inserted })
    if (queue.underWay < flights) void this.#fly(queue)
    return inserted.promise
  }

  async #fly(queue: Queue): Promise<void> {
    queue.underWay += 1
    // Rows that are inserted in the same turn of the event loop join the statement.
    await nextTurn()
    while (queue.waiting.length > 0) {
      const rows = queue.waiting.splice(0, Math.min(mostRows, 2 ** Math.floor(Math.log2(queue.waiting.length))))
      await this.#insertTogether(queue, rows)
    }
    queue.underWay -= 1
  }

  /** How many statements there were, and how many rows in them. */
  get groups(): { readonly count: number; readonly writes: number } {
    return { ...this.#groups }
  }

  async #insertTogether(queue: Queue, rows: readonly Row[]): Promise<void> {
    this.#groups.count += 1
    this.#groups.writes += rows.length
    try {
      await this.#runner.run(
        this.#textFor(queue, rows.length),
        rows.flatMap(({ parameters }) => parameters),
      )
      for (const { inserted } of rows) inserted.resolve()
    } catch (error) {
      const [first, ...others] = rows
      // It is unknown whether an insertion that got no answer took effect.
      if (others.length === 0 || error instanceof StorageUnavailable) for (const { inserted } of rows) inserted.reject(error)
      else for (const row of first === undefined ? [] : [first, ...others]) await this.#insertTogether(queue, [row])
    }
  }

  #textFor({ query, texts }: Queue, rows: number): string {
    if (rows === 1) return query.sql
    const known = texts.get(rows)
    if (known !== undefined) return known
    const text = this.#runner.compile(withRows(query.query, rows), createQueryId()).sql
    texts.set(rows, text)
    return text
  }
}

/** Whether the query inserts one row, of bound values alone, and neither returns anything nor does anything about conflicts. */
export function insertsOneRow({ query, parameters }: CompiledQuery): boolean {
  if (query.kind !== 'InsertQueryNode') return false
  const { kind: _, into: _into, columns = [], values, ...others } = query
  return (
    Object.values(others).every((member) => member === undefined || member === false) &&
    values !== undefined &&
    ValuesNode.is(values) &&
    values.values.length === 1 &&
    parameters.length === columns.length
  )
}

function withRows(node: RootOperationNode, rows: number): RootOperationNode {
  if (node.kind !== 'InsertQueryNode' || node.values === undefined || !ValuesNode.is(node.values)) return node
  const [row] = node.values.values
  return row === undefined ? node : { ...node, values: ValuesNode.create(Array.from({ length: rows }, () => row)) }
}
