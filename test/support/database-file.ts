// A database in a file, and its content as a thief of the file alone sees it.
import { libsql } from '@symbolon/storage-libsql'
import type { Storage } from '@symbolon/core-protocol'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'

export type Rows = readonly Readonly<Record<string, unknown>>[]

export interface DatabaseFile {
  readonly storage: Storage
  /** Every table with its rows. */
  tables(): Readonly<Record<string, Rows>>
  /** How many transactions have changed something: their number is stored with each. */
  commits(): number
  /** The statements that make the tables and indexes. */
  schema(): readonly unknown[]
  /** The file and its log, as bytes. */
  bytes(): Buffer
  /** Bytes on disk, the log included. */
  size(): number
  dispose(): void
}

export async function databaseFile(): Promise<DatabaseFile> {
  const directory = await mkdtemp(join(tmpdir(), 'symbolon-database-'))
  const path = join(directory, 'symbolon.db')
  const files = (): readonly string[] => [path, `${path}-wal`].filter((file) => existsSync(file))

  // By the driver of the storage: two copies of SQLite in one process do not see each other's locks, so that one could move the log while
  // the other reads it. https://www.sqlite.org/howtocorrupt.html
  function read<T>(use: (list: (query: string) => Rows) => T): T {
    const database = new Database(`file:${path}?mode=ro`)
    try {
      return use((query) => {
        const statement = database.prepare(query)
        const names = statement.columns().map(({ name }) => name)
        const rows = statement.raw().all() as unknown[][]
        return rows.map((values) => Object.fromEntries(names.map((name, index) => [name, values[index]])))
      })
    } finally {
      database.close()
    }
  }

  return {
    storage: libsql({ url: `file:${path}` }),
    tables: () =>
      read((list) => {
        const names = list("select name from sqlite_master where type = 'table' and name not like 'sqlite%' order by name")
        return Object.fromEntries(names.map(({ name }) => [String(name), list(`select * from "${String(name)}"`)]))
      }),
    commits: () => read((list) => Number(list('pragma user_version')[0]?.['user_version'])),
    schema: () => read((list) => list('select type, name, tbl_name, sql from sqlite_master order by name')),
    bytes: () => Buffer.concat(files().map((file) => readFileSync(file))),
    size: () => files().reduce((sum, file) => sum + statSync(file).size, 0),
    dispose: () => rmSync(directory, { recursive: true, force: true }),
  }
}
