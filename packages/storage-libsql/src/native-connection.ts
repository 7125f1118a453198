// One connection of the native driver with its prepared statements. Transactions begin and end through `exec`, which leaves nothing behind
// even after SQLITE_BUSY: a prepared statement would stay open and block every later commit
// (https://github.com/tursodatabase/libsql-client-ts/issues/352). A commit that waits for the disk runs on a thread of the driver; everything
// else runs on the thread of the caller.
import { StorageUnavailable } from '@symbolon/core-protocol'
import Database from 'libsql'
import AsyncDatabase from 'libsql/promise'
import { identityOf } from './database-files.ts'
import type { Result, Row, Statement } from './statement.ts'

interface Prepared {
  readonly statement: Database.Statement<unknown[]>
  /** The names of the columns; empty if the statement returns no rows. Asking the driver for them costs as much as a small query. */
  columns: readonly string[]
}

const cachedStatements = 256
/** Longer statements are bulk inserts: preparing them costs little compared to running them, and each takes much memory. */
const maxCachedLength = 8192

const moveLog = 'pragma wal_checkpoint(truncate)'

/** Milliseconds that SQLite itself waits for a lock. It blocks the event loop meanwhile, so longer waits happen in JavaScript. */
const lockTimeout = 5

/** Files that this process may still have open: the driver closes a file when the last statement is garbage collected. */
const leftOpen = new Set<string>()

/** Whether a closed connection of this process may still have the file open. @param identity see `identityOf` */
export function mayBeOpenHere(identity: string | undefined): boolean {
  return identity !== undefined && leftOpen.has(identity)
}

/** One connection. */
export class NativeConnection {
  readonly #path: string
  readonly #database: Database.Database
  /** By text, oldest first. */
  readonly #prepared = new Map<string, Prepared>()
  /**
   * Statements that are run with `get`, which returns the first row. The driver resets a statement after `get` and not before, so a
   * statement that was run in another way, or that failed, would run again with its old arguments.
   */
  readonly #preparedForFirst = new Map<string, Prepared>()
  #open = true

  /**
   * @param path of a file that exists, or `:memory:`
   * @param access `read` opens the file read-only
   * @throws the error of the driver if it cannot open the file
   */
  constructor(path: string, access: 'write' | 'read' = 'write') {
    // Without the mode, a missing file would be created as an empty database. https://www.sqlite.org/uri.html
    const uri =
      path === ':memory:' ? path : `file:${encodeURI(path).replace(/[?#]/g, encodeURIComponent)}?mode=${access === 'write' ? 'rw' : 'ro'}`
    this.#path = path
    this.#database = new Database(uri, { timeout: lockTimeout })
  }

  execute(statement: Statement): Result {
    // In the driver a prepared statement outlives its connection and would still run.
    if (!this.#open) throw new StorageUnavailable('The connection is closed.')
    const kept = statement.first ? this.#preparedForFirst : this.#prepared
    const prepared = kept.get(statement.sql) ?? this.#prepare(statement.sql, kept)
    try {
      return run(prepared, statement)
    } catch (error) {
      // A statement that failed is never used again: it may keep its old arguments, or its position in the log.
      kept.delete(statement.sql)
      throw error
    }
  }

  /** Begins a transaction that may write. @throws SQLITE_BUSY while another connection writes; nothing has changed then */
  begin(): void {
    this.#database.exec('begin immediate')
  }

  /** Begins a transaction whose reads see the present state until `rollback`. */
  beginRead(): void {
    this.#database.exec('begin')
    // SQLite takes its snapshot at the first read. https://www.sqlite.org/lang_transaction.html
    this.#database.exec('select 1 from sqlite_schema limit 1')
  }

  /**
   * Resolves when the transaction is on disk. The connection must not be used meanwhile.
   * @param number stored with the transaction, see `number`
   */
  async commit(number?: number): Promise<void> {
    const sql = number === undefined ? 'commit' : `pragma user_version = ${number}; commit`
    // Memory is faster than a change of threads.
    if (this.#path === ':memory:') this.#database.exec(sql)
    else await this.#executeOnThread(sql)
  }

  /** The number that was stored with the last commit that had one. https://www.sqlite.org/pragma.html#pragma_user_version */
  get number(): number {
    const [row = {}] = this.execute({ sql: 'pragma user_version', args: [] }).rows
    return Number(Object.values(row)[0])
  }

  rollback(): void {
    this.#database.exec('rollback')
  }

  /** Moves the log into the file. */
  checkpoint(): void {
    this.#database.exec(moveLog)
  }

  /** Moves as much of the log into the file as readers allow, on a thread of the driver. */
  async checkpointOnThread(): Promise<void> {
    await this.#executeOnThread(moveLog)
  }

  /** Writes the present content to an empty file, on a thread of the driver. */
  async copyInto(path: string): Promise<void> {
    await this.#executeOnThread(`vacuum into '${path.replaceAll("'", "''")}'`)
  }

  /**
   * Makes the file able to shrink. The file of an earlier release is rewritten once, which needs as much space again.
   * https://www.sqlite.org/pragma.html#pragma_auto_vacuum
   */
  prepareToShrink(): void {
    const [row = {}] = this.execute({ sql: 'pragma auto_vacuum', args: [] }).rows
    if (Object.values(row)[0] !== 2) this.#database.exec('pragma auto_vacuum = incremental; vacuum')
  }

  /** Removes free pages from the file within a transaction, on a thread of the driver. */
  async shrinkOnThread(pages: number): Promise<void> {
    await this.#executeOnThread(`pragma incremental_vacuum(${pages})`)
  }

  /**
   * Stores statistics of a table for the planner, within a transaction, on a thread of the driver. https://www.sqlite.org/lang_analyze.html
   * @param limit rows that are read of each index
   */
  async analyzeOnThread(table: string, limit: number): Promise<void> {
    await this.#executeOnThread(`pragma analysis_limit = ${limit}; analyze "${table.replaceAll('"', '""')}"`)
  }

  /** Holds a shared lock on the file until the connection is closed. https://www.sqlite.org/wal.html */
  lockShared(): void {
    this.#database.exec('pragma journal_mode = wal; select 1 from sqlite_schema limit 1')
  }

  /**
   * Takes an exclusive lock on the file and downgrades it to a shared lock, without releasing it in between.
   * https://www.sqlite.org/pragma.html#pragma_locking_mode
   * @throws SQLITE_BUSY while another connection has the file open
   */
  lockExclusivelyOnce(): void {
    this.#database.exec('pragma locking_mode = exclusive; begin immediate; rollback')
    this.#database.exec('pragma locking_mode = normal; begin immediate; rollback')
  }

  /** Drops the prepared statements too: the driver closes the file when the last one is garbage collected. */
  close(): void {
    if (!this.#open) return
    this.#open = false
    if (this.#prepared.size + this.#preparedForFirst.size > 0) leftOpen.add(identityOf(this.#path) ?? '')
    this.#prepared.clear()
    this.#preparedForFirst.clear()
    this.#database.close()
  }

  /** Both classes of the driver wrap the same native connection; the `exec` of this one does not block the event loop. */
  async #executeOnThread(sql: string): Promise<void> {
    await AsyncDatabase.prototype.exec.call(this.#database, sql)
  }

  #prepare(sql: string, kept: Map<string, Prepared>): Prepared {
    const statement = this.#database.prepare(sql)
    const columns = columnsOf(statement)
    // Rows as arrays: the driver's objects are slower and have an extra member.
    if (columns.length > 0) statement.raw()
    const prepared = { statement, columns }
    if (sql.length > maxCachedLength) return prepared
    kept.set(sql, prepared)
    const [oldest] = kept.keys()
    if (kept.size > cachedStatements && oldest !== undefined) kept.delete(oldest)
    return prepared
  }
}

function columnsOf(statement: Database.Statement<unknown[]>): readonly string[] {
  return statement.reader ? statement.columns().map(({ name }) => name) : []
}

/** The arguments are always one array: the driver takes any other object for named parameters. */
function run(prepared: Prepared, { args, first }: Statement): Result {
  const { statement, columns } = prepared
  if (columns.length === 0) return { rows: [], changes: statement.run(args).changes }
  if (!first) return { rows: statement.all(args).map((values) => toRow(prepared, values)), changes: 0 }
  const values = statement.get(args)
  return { rows: values === undefined ? [] : [toRow(prepared, values)], changes: 0 }
}

function toRow(prepared: Prepared, values: unknown): Row {
  if (!Array.isArray(values)) throw new TypeError('The driver returned no row.')
  // When a table gets another column, statements that were prepared before return it too.
  if (values.length !== prepared.columns.length) prepared.columns = columnsOf(prepared.statement)
  const row: Record<string, unknown> = {}
  let index = 0
  for (const name of prepared.columns) {
    row[name] = exact(values[index], name)
    index += 1
  }
  return row
}

/** Refuses an integer that a number cannot represent, instead of rounding it. */
function exact(value: unknown, name: string): unknown {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new RangeError(`The integer in ${name} is too large for a number.`)
  }
  return value
}
