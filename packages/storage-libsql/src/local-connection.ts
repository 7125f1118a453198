// One connection to a local database whose settings are asserted, and which is replaced after any failure that is not
// about the data. https://github.com/tursodatabase/libsql-client-ts/issues/352: after SQLITE_BUSY the native binding keeps the
// failed statement open, and the connection's next write would be acknowledged and never committed.
import { createClient } from '@libsql/client'
import type { Client } from '@libsql/client'
import { setTimeout as sleep } from 'node:timers/promises'
import { StorageUnavailable } from '@symbolon/core-protocol'
import { failureOf } from './errors.ts'

/** A setting: the statements that make it, the one that reads it, and what it must say then. */
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

/** Milliseconds that SQLite itself waits for a lock. It waits synchronously, so the rest is waited for outside. */
const lockTimeout = 50
const tries = 5

export class LocalConnection {
  readonly #client: Client
  readonly #settings: readonly Setting[]
  readonly #replaceable: boolean
  #stale = false
  #closed = false
  #ready: Promise<void>

  /** @throws whatever the client throws when it cannot open the database */
  constructor(url: string, settings: readonly Setting[]) {
    this.#client = createClient({ url, concurrency: 1, timeout: lockTimeout })
    this.#settings = settings
    // A new connection to memory would be a new, empty database.
    this.#replaceable = url !== ':memory:'
    this.#ready = this.#applySettings()
    this.#ready.catch(() => this.distrust())
  }

  /** Runs the work on the connection, again after a pause as long as somebody else holds the database. */
  async use<T>(work: (client: Client) => Promise<T>): Promise<T> {
    for (let round = 1; ; round += 1) {
      // `reconnect()` would open a closed client again.
      if (this.#closed) throw new StorageUnavailable('The storage is closed')
      try {
        await this.#renewed()
        return await work(this.#client)
      } catch (error) {
        const failure = failureOf(error)
        if (failure !== 'constraint') this.distrust()
        if (failure !== 'busy') throw error
        if (round === tries) throw new StorageUnavailable('The database is locked by another program', { cause: error })
        await sleep(2 ** round * (10 + (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 17))
      }
    }
  }

  /** Says that work outside `use` failed: the connection is replaced before its next use. */
  distrust(): void {
    this.#stale = this.#replaceable
  }

  close(): void {
    this.#closed = true
    this.#client.close()
  }

  async #renewed(): Promise<void> {
    if (this.#stale) {
      this.#stale = false
      this.#ready = Promise.resolve(this.#client.reconnect()).then(() => this.#applySettings())
    }
    await this.#ready
  }

  async #applySettings(): Promise<void> {
    for (const { set, get, value } of this.#settings) {
      await this.#client.execute(set)
      const [row] = (await this.#client.execute(get)).rows
      if (row?.[0] !== value) throw new Error(`The database refuses "${set}"`)
    }
  }
}
