// A copy of a database, of one moment, while it is served or not: made by SQLite itself, because the file alone lacks what is in the
// log, and looked through before anybody is told that it is done. https://www.sqlite.org/lang_vacuum.html#vacuuminto
import { StorageStartError } from '@symbolon/core-protocol'
import { statSync, unlinkSync } from 'node:fs'
import { open, readdir, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { checkDatabase } from './check-database.ts'
import type { CheckOptions } from './check-database.ts'
import { filesOf, identityOf, makePrivately } from './database-files.ts'
import { openDatabaseFile } from './database-file.ts'
import { failureOf } from './errors.ts'
import { NativeConnection } from './native-connection.ts'
import { readOptions } from './options.ts'
import type { LibsqlOptions } from './options.ts'

export interface OpenBackup {
  /** Bytes. */
  readonly size: number
  /** The content of a database file. To be read once. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** To be called by whoever opened it. Nothing is left of the copy. */
  close(): Promise<void>
}

const chunkSize = 256 * 1024
const copyMark = '-copy-'
/** Milliseconds in which a copy is surely made. */
const longestCopy = 86_400_000

/**
 * Copies a database, which another process or this one may serve meanwhile. The copy needs as much room beside it, while it is open.
 * @throws StorageStartError storage_missing, storage_log_lost, storage_damaged, storage_newer, storage_foreign, storage_full
 * @throws TypeError `no_database_file` for memory and for libSQL servers
 */
export async function openBackup({ url }: Pick<LibsqlOptions, 'url'>, options: CheckOptions): Promise<OpenBackup> {
  const path = localPath(url)
  const files = filesOf(path)
  if (identityOf(files.database) === undefined) throw new StorageStartError('storage_missing', `There is no database at ${files.database}.`)
  await checkUnlessServed(path)
  const copy = `${files.database}${copyMark}${crypto.randomUUID()}`
  try {
    makePrivately(copy)
    await removeLeftCopies(copy)
    await copyWhole(files.database, copy)
    checkDatabase(copy, options)
    return await reading(copy)
  } catch (error) {
    await rm(copy, { force: true })
    throw error
  }
}

/** @throws TypeError `no_database_file` */
export function localPath(url: string): string {
  const target = readOptions({ url })
  if (target.kind === 'local' && target.path !== ':memory:') return target.path
  throw Object.assign(new TypeError('Only a database in a file is copied; a libSQL server has its own backups'), { code: 'no_database_file' })
}

/** A database that nobody serves may have lost its log; a start finds that out. */
async function checkUnlessServed(path: string): Promise<void> {
  try {
    const database = await openDatabaseFile({ kind: 'local', path, waitLimit: 5000, create: false })
    await database.close()
  } catch (error) {
    if (!(error instanceof StorageStartError && error.code === 'storage_locked')) throw error
  }
}

/**
 * Writes all that a database and its log hold to a file, which is for its owner alone.
 * @throws StorageStartError storage_full, storage_damaged
 */
export async function copyWhole(from: string, to: string): Promise<void> {
  makePrivately(to)
  const connection = new NativeConnection(from, 'read')
  try {
    await connection.copyInto(to)
  } catch (error) {
    throw explain(error, from)
  } finally {
    connection.close()
  }
}

/** The name goes at once, so that nothing is left when the process dies. */
async function reading(copy: string): Promise<OpenBackup> {
  const handle = await open(copy, 'r')
  // Windows keeps the names of open files.
  if (process.platform !== 'win32') unlinkSync(copy)
  return {
    size: (await handle.stat()).size,
    chunks: chunksOf(handle),
    async close() {
      await handle.close()
      await rm(copy, { force: true })
    },
  }
}

async function* chunksOf(handle: FileHandle): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { bytesRead, buffer } = await handle.read(new Uint8Array(chunkSize), 0, chunkSize)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

/** Those of a process that was killed while it copied, long before this one was begun. */
async function removeLeftCopies(copy: string): Promise<void> {
  const directory = dirname(copy)
  const begin = basename(copy).slice(0, basename(copy).lastIndexOf(copyMark) + copyMark.length)
  const begun = statSync(copy).mtimeMs
  for (const name of await readdir(directory)) {
    if (!name.startsWith(begin)) continue
    const path = join(directory, name)
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? begun
    if (begun - changed > longestCopy) await rm(path, { force: true })
  }
}

function explain(error: unknown, path: string): unknown {
  const failure = failureOf(error)
  if (failure === 'full') return new StorageStartError('storage_full', `There is no room for a copy of ${path}.`, { cause: error })
  return new StorageStartError('storage_damaged', `${path} cannot be read as a database.`, { cause: error })
}
