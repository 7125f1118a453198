// The facts about a database that the SQL of this package depends on.
import type { Awaitable } from '@symbolon/core-protocol'
import type { CompiledQuery } from 'kysely'
import type { Generation } from './generation.ts'

/** The facts about one database. A storage package supplies them together with a Kysely dialect. */
export interface SqlDialect {
  /** Whether tables are STRICT, so that SQLite enforces the declared types. https://www.sqlite.org/stricttables.html */
  readonly strictTables: boolean
  /** A column type that holds milliseconds since the epoch. */
  readonly integer: 'integer' | 'bigint'
  /** How a statement names the parameter with this number, from 1 on, to use its value again. */
  parameter(number: number): string
  /** Whether a read-only transaction sees one state of the database for as long as it lasts, while others write. */
  readonly snapshots: boolean
  /** The kind of constraint that an error of the driver reports as violated; undefined for any other error. */
  violation(error: unknown): 'unique' | 'reference' | undefined
  /**
   * Whether several transactions write at the same time, and a select can lock its rows: `for update`, with `skip locked` to leave out those
   * that another transaction has locked.
   */
  readonly skipLocked?: boolean
  /**
   * Lookups are cached in memory until it advances. Where no other process writes to the database, the driver advances it after every
   * statement that `changesGeneration`; elsewhere it catches up with what others have written.
   */
  readonly generation?: Generation
  /**
   * Runs queries that take effect together, all of them or none, without a transaction that other writes wait for.
   * @param conditional whether the first query is a condition: if it returns no row, the others are not run
   * @returns false if the condition was not met
   */
  executeTogether?(queries: readonly CompiledQuery[], conditional: boolean): Promise<boolean>
  /** How many rows of a table whose rows never change may be kept in memory. Only together with `generation`. */
  readonly rowsInMemory?: number
  /**
   * Prepares a query that runs outside transactions, without the overhead of Kysely's executor.
   * @param one whether the query returns at most one row
   */
  prepare?<Row>(query: CompiledQuery, one: boolean): RunPrepared<Row>
}

/** Runs a prepared query. @param parameters in the order of the query */
export type RunPrepared<Row> = (parameters: readonly unknown[]) => Awaitable<PreparedResult<Row>>

/** What a prepared query returns. */
export interface PreparedResult<Row> {
  readonly rows: readonly Row[]
}
