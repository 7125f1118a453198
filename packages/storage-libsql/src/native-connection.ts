// One connection of the native driver with its prepared statements. Transactions begin and end through `exec`, which leaves
// nothing behind even on SQLITE_BUSY: a prepared statement would stay open in the connection and stand in the way of every
// later commit (https://github.com/tursodatabase/libsql-client-ts/issues/352). The commit, which waits for the disk, runs on the
// driver's own thread; everything else runs in the caller's.
import { StorageUnavailable } from '@symbolon/core-protocol'
import Database from 'libsql'
import AsyncDatabase from 'libsql/promise'
import { identityOf } from './database-files.ts'
import type { Result, Row, Statement } from './statement.ts'

interface Prepared {
  readonly statement: Database.Statement<unknown[]>
  /** Names of the columns of its rows; none when it gives no rows. Asking the driver costs as much as a small query. */
  columns: readonly string[]
}

const cachedStatements = 256
/** Longer texts are bulk inserts: preparing them is little beside what they do, and each holds much memory. */
const longestCachedText = 8192

const moveLog = 'pragma wal_checkpoint(truncate)'

/** Milliseconds that SQLite itself waits for a lock. It waits synchronously, so the rest is waited for outside. */
const lockTimeout = 5

/** Files that closed connections of this process may still have open: the driver closes them when the last statement is garbage. */
const leftOpen = new Set<string>()

/** @param identity see `identityOf` */
export function mayBeOpenHere(identity: string | undefined): boolean {
  return identity !== undefined && leftOpen.has(identity)
}

export class NativeConnection {
  readonly #path: string
  readonly #database: Database.Database
  /** By text, the oldest first. */
  readonly #prepared = new Map<string, Prepared>()
  /**
   * Those that are run for their first row: the driver's `get` undoes a statement after it and not before, so that one which was run
   * in another way, or failed, would run again with its old arguments.
   */
  readonly #preparedForFirst = new Map<string, Prepared>()
  #open = true

  /**
   * @param path of a file that exists, or `:memory:`
   * @param access the file cannot be written through a connection that reads
   * @throws what the driver throws when it cannot open the file
   */
  constructor(path: string, access: 'write' | 'read' = 'write') {
    // Without the mode a missing file would be made, and be an empty database. https://www.sqlite.org/uri.html
    const uri = path === ':memory:' ? path : `file:${encodeURI(path).replace(/[?#]/g, encodeURIComponent)}?mode=${access === 'write' ? 'rw' : 'ro'}`
    this.#path = path
    this.#database = new Database(uri, { timeout: lockTimeout })
  }

  execute(statement: Statement): Result {
    // A statement outlives its connection in the driver, and would run.
    if (!this.#open) throw new StorageUnavailable('The connection is closed')
    const kept = statement.first ? this.#preparedForFirst : this.#prepared
    const prepared = kept.get(statement.sql) ?? this.#prepare(statement.sql, kept)
    try {
      return run(prepared, statement)
    } catch (error) {
      // Only a statement that went well is used again: a failed one keeps its old arguments or its place in the log.
      kept.delete(statement.sql)
      throw error
    }
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

  /**
   * Resolves when the transaction is on disk. Nothing else may be done on the connection meanwhile.
   * @param number stored with it, see `number`
   */
  async commit(number?: number): Promise<void> {
    await this.#executeAside(number === undefined ? 'commit' : `pragma user_version = ${number}; commit`)
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

  /** Moves as much of the log into the file as others allow, in the driver's own thread. */
  async checkpointAside(): Promise<void> {
    await this.#executeAside(moveLog)
  }

  /** Writes all that is there at this moment to an empty file, in the driver's own thread. */
  async copyInto(path: string): Promise<void> {
    await this.#executeAside(`vacuum into '${path.replaceAll("'", "''")}'`)
  }

  /**
   * Makes free pages such as can be given back. A file from before is written anew, once: that takes as much room again for a while.
   * https://www.sqlite.org/pragma.html#pragma_auto_vacuum
   */
  prepareToShrink(): void {
    const [row = {}] = this.execute({ sql: 'pragma auto_vacuum', args: [] }).rows
    if (Object.values(row)[0] !== 2) this.#database.exec('pragma auto_vacuum = incremental; vacuum')
  }

  /** Takes so many free pages off the end of the file, within a transaction, in the driver's own thread. */
  async shrinkAside(pages: number): Promise<void> {
    await this.#executeAside(`pragma incremental_vacuum(${pages})`)
  }

  /** Shares the lock on the file until the connection is closed. https://www.sqlite.org/wal.html */
  shareFile(): void {
    this.#database.exec('pragma journal_mode = wal; select 1 from sqlite_schema limit 1')
  }

  /**
   * Is alone with the file for a moment, and shares its lock as before, without a moment in which it has none.
   * https://www.sqlite.org/pragma.html#pragma_locking_mode
   * @throws SQLITE_BUSY while anybody else has the file open
   */
  demandFile(): void {
    this.#database.exec('pragma locking_mode = exclusive; begin immediate; rollback')
    this.#database.exec('pragma locking_mode = normal; begin immediate; rollback')
  }

  /** The driver closes the file when the last prepared statement is collected as garbage, so they are let go here. */
  close(): void {
    if (!this.#open) return
    this.#open = false
    if (this.#prepared.size + this.#preparedForFirst.size > 0) leftOpen.add(identityOf(this.#path) ?? '')
    this.#prepared.clear()
    this.#preparedForFirst.clear()
    this.#database.close()
  }

  /** Both classes of the driver stand for the same native connection; this one's `exec` does not hold up the event loop. */
  async #executeAside(sql: string): Promise<void> {
    await AsyncDatabase.prototype.exec.call(this.#database, sql)
  }

  #prepare(sql: string, kept: Map<string, Prepared>): Prepared {
    const statement = this.#database.prepare(sql)
    const columns = columnsOf(statement)
    // Rows as lists of values: the driver's objects take longer, and carry a member that nobody selected.
    if (columns.length > 0) statement.raw()
    const prepared = { statement, columns }
    if (sql.length > longestCachedText) return prepared
    kept.set(sql, prepared)
    const [oldest] = kept.keys()
    if (kept.size > cachedStatements && oldest !== undefined) kept.delete(oldest)
    return prepared
  }
}

function columnsOf(statement: Database.Statement<unknown[]>): readonly string[] {
  return statement.reader ? statement.columns().map(({ name }) => name) : []
}

/** The arguments are always one array: another object would be taken for named parameters. */
function run(prepared: Prepared, { args, first }: Statement): Result {
  const { statement, columns } = prepared
  if (columns.length === 0) return { rows: [], changes: statement.run(args).changes }
  if (!first) return { rows: statement.all(args).map((values) => toRow(prepared, values)), changes: 0 }
  const values = statement.get(args)
  return { rows: values === undefined ? [] : [toRow(prepared, values)], changes: 0 }
}

function toRow(prepared: Prepared, values: unknown): Row {
  if (!Array.isArray(values)) throw new TypeError('The driver gave no row')
  // A table that got another column gives it to statements that were prepared before.
  if (values.length !== prepared.columns.length) prepared.columns = columnsOf(prepared.statement)
  const row: Record<string, unknown> = {}
  prepared.columns.forEach((name, index) => { row[name] = exact(values[index], name) })
  return row
}

/** Integers come as numbers, so one that a number cannot hold is refused instead of rounded. */
function exact(value: unknown, name: string): unknown {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new RangeError(`The integer in ${name} is larger than a number can hold`)
  }
  return value
}
