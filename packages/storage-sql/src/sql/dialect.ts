// What the SQL of this package needs to know about the database it runs on; a storage package passes it in.
import type { CompiledQuery, QueryResult } from 'kysely'
import type { Generation } from './generation.ts'

export interface SqlDialect {
  /** Whether tables are made STRICT, so that SQLite keeps the declared types. https://www.sqlite.org/stricttables.html */
  readonly strictTables: boolean
  /** A type that holds milliseconds since the epoch. */
  readonly integer: 'integer' | 'bigint'
  /** Whether a read-only transaction shows one moment of the database for as long as it lasts, while others write. */
  readonly snapshots: boolean
  /** Which kind of constraint an error of the driver speaks of; undefined when it speaks of none. */
  violation(error: unknown): 'unique' | 'reference' | undefined
  /** Where no other process can write: advanced by everything that `changesGeneration`, so that lookups may be kept in memory. */
  readonly generation?: Generation
  /**
   * Runs a query outside of any transaction, as Kysely's executor would, without what the executor adds to each.
   * @param one whether it gives one row at most
   */
  execute?<Row>(query: CompiledQuery, one: boolean): Promise<QueryResult<Row>>
}
