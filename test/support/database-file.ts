// A database in a file, and what is in it, seen by somebody who has the file and nothing else.
import { libsql } from '@symbolon/storage-libsql'
import type { Storage } from '@symbolon/core-protocol'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

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

  function read<T>(use: (database: DatabaseSync) => T): T {
    const database = new DatabaseSync(path, { readOnly: true })
    try {
      return use(database)
    } finally {
      database.close()
    }
  }

  return {
    storage: libsql({ url: `file:${path}` }),
    tables: () =>
      read((database) => {
        const names = database
          .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite%' order by name")
          .all()
        return Object.fromEntries(names.map(({ name }) => [String(name), database.prepare(`select * from "${String(name)}"`).all()]))
      }),
    commits: () => read((database) => Number(database.prepare('pragma user_version').get()?.['user_version'])),
    schema: () => read((database) => database.prepare('select type, name, tbl_name, sql from sqlite_master order by name').all()),
    bytes: () => Buffer.concat(files().map((file) => readFileSync(file))),
    size: () => files().reduce((sum, file) => sum + statSync(file).size, 0),
    dispose: () => rmSync(directory, { recursive: true, force: true }),
  }
}
