// Insertions of single rows that wait at the same time become one statement.
import { createQueryId, ValuesNode } from 'kysely'
import type { CompiledQuery, QueryId, RootOperationNode } from 'kysely'
import { Gathering } from './gathering.ts'

/** Runs the statements. */
export interface InsertRunner {
  /** Runs one statement by its name. */
  run(sql: string, parameters: readonly unknown[]): Promise<unknown>
  /** Compiles a statement. */
  compile(node: RootOperationNode, id: QueryId): Pick<CompiledQuery, 'sql'>
}

/** Gathers insertions. */
export class GatheredInserts {
  readonly #runner: InsertRunner
  /** By the text for one row. */
  readonly #gatherings = new Map<string, Gathering<readonly unknown[], true>>()
  readonly #groups = { count: 0, writes: 0 }

  constructor(runner: InsertRunner) {
    this.#runner = runner
  }

  /**
   * Inserts a row, alone or together with others. A row that cannot be inserted does not keep the others out.
   * @param query for which `insertsOneRow`
   */
  async insert(query: CompiledQuery): Promise<void> {
    const gathering = this.#gatherings.get(query.sql) ?? this.#gatheringOf(query)
    this.#gatherings.set(query.sql, gathering)
    await gathering.add(query.parameters)
  }

  /** The number of statements, and of rows in them. */
  get groups(): { readonly count: number; readonly writes: number } {
    return { ...this.#groups }
  }

  #gatheringOf(query: CompiledQuery): Gathering<readonly unknown[], true> {
    const texts = new Map([[1, query.sql]])
    return new Gathering({
      // So there are few texts.
      sizeOf: (waiting) => 2 ** Math.floor(Math.log2(waiting)),
      send: async (rows) => {
        this.#groups.count += 1
        this.#groups.writes += rows.length
        const text = texts.get(rows.length) ?? this.#runner.compile(withRows(query.query, rows.length), createQueryId()).sql
        texts.set(rows.length, text)
        await this.#runner.run(text, rows.flat())
        return rows.map(() => true)
      },
    })
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
