// A connection to a local database. Its settings are verified, and after any failure other than a violated constraint it is replaced, so
// that no statement meets what a failed one left behind.
import { StorageUnavailable } from '@symbolon/core-protocol'
import { failureOf } from './errors.ts'
import { NativeConnection } from './native-connection.ts'
import { retryWhileBusy } from './retry-while-busy.ts'

/** A setting: the statement that sets it, the one that reads it, and the value that it must then have. */
interface Setting {
  readonly set: string
  readonly get: string
  readonly value: string | number
}

function setting(name: string, set: string, value: string | number): Setting {
  return { set: `pragma ${name} = ${set}`, get: `pragma ${name}`, value }
}

/** The settings of the writing connection. */
export const writerSettings: readonly Setting[] = [
  setting('journal_mode', 'wal', 'wal'),
  // Every commit is synced before it is acknowledged. https://www.sqlite.org/pragma.html#pragma_synchronous
  setting('synchronous', 'full', 2),
  setting('foreign_keys', 'on', 1),
  // The commit that makes the log this many pages long also moves them into the file, and other writes wait for it. With the default of 1000
  // pages, the p99 of token requests grew by 23 ms while expired rows were removed, now by 6.
  // https://www.sqlite.org/pragma.html#pragma_wal_autocheckpoint
  setting('wal_autocheckpoint', '100', 100),
]
/** The settings of reading connections. */
export const readerSettings: readonly Setting[] = [setting('query_only', 'on', 1)]
/** The settings of a database in memory. */
export const memorySettings: readonly Setting[] = [setting('foreign_keys', 'on', 1)]

/** A connection that is opened when it is first used. */
export class LocalConnection {
  readonly #path: string
  readonly #settings: readonly Setting[]
  #connection: NativeConnection | undefined
  #closed = false

  /** @param path of a file, or `:memory:` */
  constructor(path: string, settings: readonly Setting[]) {
    this.#path = path
    this.#settings = settings
  }

  /** Runs the work, and retries for at most `limit` milliseconds while the database is locked. */
  use<T>(limit: number, work: (connection: NativeConnection) => T): Promise<T> {
    return retryWhileBusy(limit, () => this.attempt(work))
  }

  /** Runs the work once. */
  attempt<T>(work: (connection: NativeConnection) => T): T {
    const connection = this.#current()
    try {
      return work(connection)
    } catch (error) {
      if (failureOf(error) !== 'constraint') this.distrust(connection)
      throw error
    }
  }

  /** Begins a transaction that may write. @returns undefined while another connection has locked the database */
  begin(): NativeConnection | undefined {
    const connection = this.#current()
    try {
      connection.begin()
      return connection
    } catch (error) {
      // A `begin` that fails with SQLITE_BUSY leaves nothing behind, so the connection can stay.
      if (failureOf(error) === 'busy') return undefined
      this.distrust(connection)
      throw error
    }
  }

  /** Rolls back what is open on the connection, and replaces it. */
  distrust(connection: NativeConnection): void {
    rollBackQuietly(connection)
    // A new connection to a database in memory would be a new, empty database.
    if (this.#path === ':memory:' || this.#connection !== connection) return
    connection.close()
    this.#connection = undefined
  }

  /** Opens a new connection for the next use, which reads the present schema and statistics. */
  renew(): void {
    this.#connection?.close()
    this.#connection = undefined
  }

  close(): void {
    this.#closed = true
    this.#connection?.close()
  }

  #current(): NativeConnection {
    if (this.#closed) throw new StorageUnavailable('The storage is closed.')
    this.#connection ??= this.#opened()
    return this.#connection
  }

  #opened(): NativeConnection {
    const connection = new NativeConnection(this.#path)
    try {
      for (const { set, get, value } of this.#settings) {
        connection.execute({ sql: set, args: [] })
        const [row = {}] = connection.execute({ sql: get, args: [] }).rows
        if (Object.values(row)[0] !== value) throw new Error(`The database does not apply "${set}".`)
      }
      return connection
    } catch (error) {
      connection.close()
      throw error
    }
  }
}

/** Rolls back, and ignores errors. */
export function rollBackQuietly(connection: NativeConnection): void {
  try {
    connection.rollback()
  } catch {
    // No transaction was open, or SQLite has rolled it back already.
  }
}
