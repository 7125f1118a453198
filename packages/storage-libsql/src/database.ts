// What the Kysely driver asks of a database, whether it is a file, memory or a server.
import type { StorageUnavailable } from '@symbolon/core-protocol'
import type { Result, Statement } from './statement.ts'

export interface LibsqlDatabase {
  /** A statement that only reads. */
  read(statement: Statement): Promise<Result>
  /** A statement that decides by itself; resolves when its effect is durable. */
  write(statement: Statement): Promise<Result>
  /** A transaction that may write, when its turn has come. */
  begin(): Promise<LibsqlTransaction>
  /** A transaction that only reads, and shows one moment while others write. Absent where it would not last. */
  snapshot?(): Promise<LibsqlTransaction>
  /** Resolves when the database is gone while it is served; from then on everything is refused with this error. */
  readonly lost?: Promise<StorageUnavailable>
  /** Gives the room of what was removed back to the file system, little by little. Absent where that is not ours to do. */
  shrink?(): Promise<void>
  /** Ends queued work and closes every connection. */
  close(): Promise<void>
}

export interface LibsqlTransaction {
  execute(statement: Statement): Promise<Result>
  commit(): Promise<void>
  /** Does nothing after the end of the transaction. */
  rollback(): Promise<void>
}
