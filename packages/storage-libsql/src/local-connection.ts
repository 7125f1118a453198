// A connection to a local database whose settings are asserted, and which is replaced after any failure that is not about the
// data: no later statement meets what a failed one left behind.
import { StorageUnavailable } from '@symbolon/core-protocol'
import { failureOf } from './errors.ts'
import { NativeConnection } from './native-connection.ts'
import { untilFree } from './until-free.ts'

/** A setting: the statement that makes it, the one that reads it, and what it must say then. */
interface Setting {
  readonly set: string
  readonly get: string
  readonly value: string | number
}

function setting(name: string, set: string, value: string | number): Setting {
  return { set: `pragma ${name} = ${set}`, get: `pragma ${name}`, value }
}

export const writerSettings: readonly Setting[] = [
  setting('journal_mode', 'wal', 'wal'),
  // Every commit is synced before it is acknowledged. https://www.sqlite.org/pragma.html#pragma_synchronous
  setting('synchronous', 'full', 2),
  setting('foreign_keys', 'on', 1),
]
export const readerSettings: readonly Setting[] = [setting('query_only', 'on', 1)]
export const memorySettings: readonly Setting[] = [setting('foreign_keys', 'on', 1)]

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

  /** Runs the work, again after a pause as long as somebody else holds the database, for at most `limit` milliseconds. */
  use<T>(limit: number, work: (connection: NativeConnection) => T): Promise<T> {
    return untilFree(limit, () => this.attempt(work))
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

  /** Begins a transaction that may write, or gives undefined while somebody else holds the database. */
  begin(): NativeConnection | undefined {
    const connection = this.#current()
    try {
      connection.begin()
      return connection
    } catch (error) {
      // Nothing is left of a `begin` that found the lock taken, so the connection and its statements stay.
      if (failureOf(error) === 'busy') return undefined
      this.distrust(connection)
      throw error
    }
  }

  /** Undoes what is open on the connection, and has another take its place. */
  distrust(connection: NativeConnection): void {
    rollBackQuietly(connection)
    // A new connection to memory would be a new, empty database.
    if (this.#path === ':memory:' || this.#connection !== connection) return
    connection.close()
    this.#connection = undefined
  }

  close(): void {
    this.#closed = true
    this.#connection?.close()
  }

  #current(): NativeConnection {
    if (this.#closed) throw new StorageUnavailable('The storage is closed')
    this.#connection ??= this.#opened()
    return this.#connection
  }

  #opened(): NativeConnection {
    const connection = new NativeConnection(this.#path)
    try {
      for (const { set, get, value } of this.#settings) {
        connection.execute({ sql: set, args: [] })
        const [row = {}] = connection.execute({ sql: get, args: [] }).rows
        if (Object.values(row)[0] !== value) throw new Error(`The database refuses "${set}"`)
      }
      return connection
    } catch (error) {
      connection.close()
      throw error
    }
  }
}

export function rollBackQuietly(connection: NativeConnection): void {
  try {
    connection.rollback()
  } catch {
    // No transaction was open, or SQLite has rolled it back by itself.
  }
}
