// The interface of a database for the Kysely driver, whether the database is a file, in memory or on a server.
import type { Awaitable, StorageUnavailable } from '@symbolon/core-protocol'
import type { Result, Statement, Unit } from './statement.ts'

/** An open database. */
export interface LibsqlDatabase {
  /** Runs a statement that only reads. */
  read(statement: Statement): Awaitable<Result>
  /** Runs a unit; resolves with the results of the statements that were run when their effect is durable. */
  write(unit: Unit): Promise<readonly Result[]>
  /** The number of waiting units and transactions. */
  waitingWrites(): number
  /** The number of commits outside transactions, and of units in them. */
  groups(): { readonly count: number; readonly writes: number }
  /** Begins a transaction that may write, when its turn comes. */
  begin(): Promise<LibsqlTransaction>
  /** Begins a transaction that only reads and sees one state of the database while others write. Absent if it would not be consistent. */
  snapshot?(): Promise<LibsqlTransaction>
  /** Resolves when the database is lost while it is open; from then on everything is refused with this error. */
  readonly lost?: Promise<StorageUnavailable>
  /** Returns unused space to the file system, in small steps. Absent where there is no file. */
  shrink?(): Promise<void>
  /** Gathers statistics for the query planner, if they are old. Absent where there is no file. */
  gatherStatistics?(): Promise<void>
  /** Finishes queued work and closes every connection. */
  close(): Promise<void>
}

/** An open transaction. */
export interface LibsqlTransaction {
  execute(statement: Statement): Promise<Result>
  commit(): Promise<void>
  /** Does nothing if the transaction has ended. */
  rollback(): Promise<void>
}
