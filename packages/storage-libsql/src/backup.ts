// Backups: a consistent copy of a database, whether it is in use or not. SQLite makes the copy, because the file alone lacks what is in the
// write-ahead log, and the copy is checked before it is returned. https://www.sqlite.org/lang_vacuum.html#vacuuminto
import { StorageStartError } from '@symbolon/core-protocol'
import { statSync, unlinkSync } from 'node:fs'
import { open, readdir, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { checkDatabase } from './check-database.ts'
import type { CheckOptions } from './check-database.ts'
import { filesOf, identityOf, makePrivately } from './database-files.ts'
import { openDatabaseFile } from './open-database-file.ts'
import { failureOf } from './errors.ts'
import { NativeConnection } from './native-connection.ts'
import { localPath } from './options.ts'
import type { LibsqlOptions } from './options.ts'

/** A backup. */
export interface OpenBackup {
  /** Bytes. */
  readonly size: number
  /** The content of a database file. It can be read once. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** Deletes the copy. The caller of `openBackup` must call it. */
  close(): Promise<void>
}

const chunkSize = 256 * 1024
const copyMark = '-copy-'
/** No copy takes longer than this, in milliseconds. */
const maxCopyTime = 86_400_000

/**
 * Copies a database, which this or another process may use at the same time. The copy is stored next to the database and takes as much space
 * until it is closed.
 * @throws StorageStartError storage_missing, storage_log_lost, storage_damaged, storage_newer, storage_foreign, storage_full
 * @throws TypeError `no_database_file` for memory and for libSQL servers
 */
export async function openBackup({ url }: Pick<LibsqlOptions, 'url'>, options: CheckOptions): Promise<OpenBackup> {
  const path = localPath(url)
  const files = filesOf(path)
  if (identityOf(files.database) === undefined) throw new StorageStartError('storage_missing', `There is no database at ${files.database}.`)
  await checkUnlessInUse(path)
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

/** Opens a database that is not in use, which finds out whether its log is lost. */
async function checkUnlessInUse(path: string): Promise<void> {
  try {
    const database = await openDatabaseFile({ kind: 'local', path, waitLimit: 5000, create: false, accessTokensInMemory: 0 })
    await database.close()
  } catch (error) {
    if (!(error instanceof StorageStartError && error.code === 'storage_locked')) throw error
  }
}

/**
 * Writes the content of a database and of its log to a file that only its owner can read.
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

/** The name is removed at once, so that nothing is left when the process dies. */
async function reading(copy: string): Promise<OpenBackup> {
  const handle = await open(copy, 'r')
  // Windows cannot remove the name of an open file.
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

/** Removes copies of processes that were killed long before this copy was started. */
async function removeLeftCopies(copy: string): Promise<void> {
  const directory = dirname(copy)
  const begin = basename(copy).slice(0, basename(copy).lastIndexOf(copyMark) + copyMark.length)
  const begun = statSync(copy).mtimeMs
  for (const name of await readdir(directory)) {
    if (!name.startsWith(begin)) continue
    const path = join(directory, name)
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? begun
    if (begun - changed > maxCopyTime) await rm(path, { force: true })
  }
}

function explain(error: unknown, path: string): unknown {
  const failure = failureOf(error)
  if (failure === 'full') return new StorageStartError('storage_full', `There is no space for a copy of ${path}.`, { cause: error })
  return new StorageStartError('storage_damaged', `${path} cannot be read as a database.`, { cause: error })
}
