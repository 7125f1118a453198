// One connection of the native driver with its prepared statements. Transactions begin and end through `exec`, which leaves
// nothing behind even on SQLITE_BUSY: a prepared statement would stay open in the connection and stand in the way of every
// later commit (https://github.com/tursodatabase/libsql-client-ts/issues/352). The commit, which waits for the disk, runs on the
// driver's own thread; everything else runs in the caller's.
import { StorageUnavailable } from '@symbolon/core-protocol'
import Database from 'libsql'
import AsyncDatabase from 'libsql/promise'
import type { Result, Row, Statement } from './statement.ts'

type Prepared = Database.Statement<unknown[]>

const cachedStatements = 256
/** Longer texts are bulk inserts: preparing them is little beside what they do, and each holds much memory. */
const longestCachedText = 8192

/** Milliseconds that SQLite itself waits for a lock. It waits synchronously, so the rest is waited for outside. */
const lockTimeout = 5

export class NativeConnection {
  readonly #database: Database.Database
  /** In order of use, the longest unused first. */
  readonly #prepared = new Map<string, Prepared>()
  #open = true

  /** @throws what the driver throws when it cannot open the file */
  constructor(path: string) {
    this.#database = new Database(path, { timeout: lockTimeout })
  }

  execute({ sql, args }: Statement): Result {
    const statement = this.#take(sql)
    const result = run(statement, args)
    // Only a statement that went well is used again; a failed one keeps its old arguments or its place in the log.
    this.#keep(sql, statement)
    return result
  }

  /** @throws SQLITE_BUSY while another connection writes; then nothing has changed */
  begin(): void {
    this.#database.exec('begin immediate')
  }

  /** Everything that is read until `rollback` is as it is now. */
  beginRead(): void {
    this.#database.exec('begin')
    // SQLite takes its snapshot at the first read. https://www.sqlite.org/lang_transaction.html
    this.#database.exec('select 1 from sqlite_schema limit 1')
  }

  /** Resolves when the transaction is on disk. Nothing else may be done on the connection meanwhile. */
  async commit(): Promise<void> {
    // Both classes of the driver stand for the same native connection; this one's `exec` does not hold up the event loop.
    await AsyncDatabase.prototype.exec.call(this.#database, 'commit')
  }

  rollback(): void {
    this.#database.exec('rollback')
  }

  /** Moves the log into the file. */
  checkpoint(): void {
    this.#database.exec('pragma wal_checkpoint(truncate)')
  }

  /** The driver closes the file when the last prepared statement is collected as garbage, so they are let go here. */
  close(): void {
    if (!this.#open) return
    this.#open = false
    this.#prepared.clear()
    this.#database.close()
  }

  #take(sql: string): Prepared {
    // A statement outlives its connection in the driver, and would run.
    if (!this.#open) throw new StorageUnavailable('The connection is closed')
    const prepared = this.#prepared.get(sql)
    if (prepared === undefined) return this.#database.prepare(sql)
    this.#prepared.delete(sql)
    return prepared
  }

  #keep(sql: string, statement: Prepared): void {
    if (sql.length > longestCachedText) return
    this.#prepared.set(sql, statement)
    if (this.#prepared.size <= cachedStatements) return
    const [oldest] = this.#prepared.keys()
    if (oldest !== undefined) this.#prepared.delete(oldest)
  }
}

/**
 * Never by `get`: after an error it runs again with the arguments of the time before. The arguments are always one array:
 * another object would be taken for named parameters.
 */
function run(statement: Prepared, args: readonly unknown[]): Result {
  if (!statement.reader) return { rows: [], changes: statement.run(args).changes }
  return { rows: statement.all(args).map(exactRow), changes: 0 }
}

/** Integers come as numbers, so one that a number cannot hold is refused instead of rounded. */
function exactRow(row: unknown): Row {
  if (!isRow(row)) throw new TypeError('The driver gave no row')
  for (const name in row) {
    const value = row[name]
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
      throw new RangeError(`The integer in ${name} is larger than a number can hold`)
    }
  }
  return row
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null
}
