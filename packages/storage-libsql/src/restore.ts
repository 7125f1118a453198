// Replaces a database. The new database is first copied next to the old one and checked, and then replaces it by a single rename: a process
// that is killed leaves either the old or the new database, complete. The old database is kept under another name.
import { StorageStartError } from '@symbolon/core-protocol'
import { statSync } from 'node:fs'
import { copyFile, link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { copyWhole } from './backup.ts'
import { checkDatabase } from './check-database.ts'
import type { CheckOptions } from './check-database.ts'
import { noteReplacement } from './commit-record.ts'
import { filesOf, identityOf, replacedMark, removeLeftovers, stagedMark } from './database-files.ts'
import type { DatabaseFiles } from './database-files.ts'
import { failureOf } from './errors.ts'
import { holdDatabase, lockFile } from './file-lock.ts'
import { mayBeOpenHere, NativeConnection } from './native-connection.ts'
import { localPath } from './options.ts'
import type { LibsqlOptions } from './options.ts'

/** Options of `restoreDatabase`. */
export interface RestoreOptions extends CheckOptions {
  /** Whether an existing database is replaced. */
  readonly force: boolean
  /** Whether the replaced database is kept next to the new one. */
  readonly keep: boolean
}

/** A checked database that is ready to replace another database. */
export interface StagedDatabase {
  /** Bytes. */
  readonly size: number
  /**
   * Replaces the database. Call it once, after this process has closed the database.
   * @throws StorageStartError storage_locked, storage_full; nothing has changed then
   */
  replace(): Promise<ReplacedDatabase>
  /** Deletes it. Does nothing after `replace`. */
  discard(): Promise<void>
}

/** A database that was replaced. */
export interface ReplacedDatabase {
  /** The path of the old database; undefined if there was none. */
  readonly path: string | undefined
  /** Puts it back. Call it after this process has closed the new one. @throws StorageStartError storage_locked */
  undo(): Promise<void>
  /** Deletes it. */
  forget(): Promise<void>
}

/**
 * Replaces a database that is not in use.
 * @param from a backup, or a database with its log next to it
 * @returns the path of the replaced database; undefined if there was none, or if it was not kept
 * @throws StorageStartError storage_exists, storage_locked, storage_full, storage_missing, storage_damaged, storage_newer, storage_foreign
 * @throws TypeError `no_database_file` for memory and for libSQL servers
 */
export async function restoreDatabase(
  from: string,
  { url }: Pick<LibsqlOptions, 'url'>,
  { force, keep, ...options }: RestoreOptions,
): Promise<string | undefined> {
  const source = filesOf(from).database
  if (identityOf(source) === undefined) throw new StorageStartError('storage_missing', `There is no backup at ${from}.`)
  const files = filesOf(localPath(url))
  if (identityOf(source) === identityOf(files.database)) throw new StorageStartError('storage_exists', `${from} is the database itself.`)
  const lock = lockFile(files)
  try {
    if (!force && identityOf(files.database) !== undefined) {
      throw new StorageStartError('storage_exists', `There is already a database at ${files.database}. Replace it with --force.`)
    }
    refuseWhileOpen(files)
    removeLeftovers(files)
    const staged = stagedPath(files)
    try {
      await stage(source, staged, options)
      const replaced = await replaceDatabase(files, staged)
      if (!keep) await replaced.forget()
      return keep ? replaced.path : undefined
    } finally {
      await rm(staged, { force: true })
    }
  } finally {
    lock.release()
  }
}

/**
 * Receives a database while this process uses the one that it will replace.
 * @param chunks the content of a database file without a log
 * @throws StorageStartError storage_full, storage_damaged, storage_newer, storage_foreign
 * @throws TypeError `no_database_file` for memory and for libSQL servers
 */
export async function receiveDatabase(
  chunks: AsyncIterable<Uint8Array>,
  { url }: Pick<LibsqlOptions, 'url'>,
  options: CheckOptions,
): Promise<StagedDatabase> {
  const files = filesOf(localPath(url))
  const received = stagedPath(files)
  const staged = stagedPath(files)
  const discard = async (): Promise<void> => await rm(staged, { force: true })
  try {
    await writeWhole(received, chunks)
    await stage(received, staged, options)
    return {
      size: statSync(staged).size,
      async replace() {
        const lock = lockFile(files)
        try {
          refuseWhileOpen(files)
          return await replaceDatabase(files, staged)
        } finally {
          lock.release()
        }
      },
      discard,
    }
  } catch (error) {
    await discard()
    throw error
  } finally {
    const { database, log, index } = filesOf(received)
    for (const path of [database, log, index]) await rm(path, { force: true })
  }
}

function stagedPath({ database }: DatabaseFiles): string {
  return `${database}${stagedMark}${crypto.randomUUID()}`
}

async function stage(from: string, staged: string, options: CheckOptions): Promise<void> {
  await copyWhole(from, staged)
  checkDatabase(staged, options)
  await sync(staged)
}

async function writeWhole(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(path, 'wx', 0o600).catch((error: unknown) => refuseWriting(path, error))
  try {
    for await (const chunk of chunks) {
      // A disk that is nearly full accepts a part, and reports the error at the next write.
      for (let start = 0; start < chunk.byteLength;) {
        start += (await handle.write(chunk, start).catch((error: unknown) => refuseWriting(path, error))).bytesWritten
      }
    }
  } finally {
    await handle.close()
  }
}

function refuseWriting(path: string, error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG')
    throw new StorageStartError('storage_full', `There is no space for ${path}.`, { cause: error })
  throw new StorageStartError('storage_unwritable', `${path} cannot be written.`, { cause: error })
}

/** Refuses while another process has the database open. It may run without a lock file, if that was deleted. */
function refuseWhileOpen(files: DatabaseFiles): void {
  const identity = identityOf(files.database)
  if (identity === undefined) return
  try {
    holdDatabase(files, !mayBeOpenHere(identity)).release()
  } catch (error) {
    // A database that cannot be opened may be replaced.
    if (error instanceof StorageStartError) throw error
  }
}

/** Replaces the database. The caller holds the lock, and no process has the database open. */
async function replaceDatabase(files: DatabaseFiles, staged: string): Promise<ReplacedDatabase> {
  const { database } = files
  if (identityOf(database) === undefined) {
    await moveIn(files, staged)
    return { path: undefined, undo: async () => await removeAll(files), forget: async () => undefined }
  }
  const merged = mergeLog(files)
  const old = `${database}${replacedMark}${stamp(staged)}`
  await linkOrCopy(database, old)
  try {
    if (!merged && identityOf(files.log) !== undefined) await rename(files.log, `${old}-wal`)
    await moveIn(files, staged)
  } catch (error) {
    if (identityOf(`${old}-wal`) !== undefined) await rename(`${old}-wal`, files.log)
    await rm(old, { force: true })
    throw error
  }
  return {
    path: old,
    async undo() {
      const lock = lockFile(files)
      try {
        await moveIn(files, old)
        if (!merged && identityOf(`${old}-wal`) !== undefined) await rename(`${old}-wal`, files.log)
      } finally {
        lock.release()
      }
    },
    async forget() {
      for (const path of [old, `${old}-wal`]) await rm(path, { force: true })
    },
  }
}

/**
 * Moves the log into the database, which is then complete without it.
 * @returns false if the database is damaged; its log is not touched then
 * @throws StorageStartError storage_locked while another process reads it, storage_full
 */
function mergeLog({ database, log }: DatabaseFiles): boolean {
  if (identityOf(log) === undefined) return true
  const connection = tryOpen(database)
  if (connection === undefined) return false
  try {
    connection.checkpoint()
  } catch (error) {
    if (failureOf(error) === 'full')
      throw new StorageStartError('storage_full', `There is no space to move ${log} into the database.`, { cause: error })
    if (failureOf(error) === 'busy') throw stillRead(database, error)
    return false
  } finally {
    connection.close()
  }
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0) throw stillRead(database)
  return true
}

function tryOpen(path: string): NativeConnection | undefined {
  try {
    return new NativeConnection(path)
  } catch {
    return undefined
  }
}

function stillRead(database: string, cause?: unknown): StorageStartError {
  return new StorageStartError(
    'storage_locked',
    `Another process reads ${database}, for example for a backup. Wait until it has finished.`,
    { cause },
  )
}

/** Gives the database a second name, or copies it on file systems without hard links. */
async function linkOrCopy(database: string, name: string): Promise<void> {
  try {
    await link(database, name)
  } catch {
    await copyFile(database, name)
    await sync(name)
  }
}

/** The renaming decides which database the next start finds. `noteReplacement` makes the record accept either. */
async function moveIn({ database, log, index, state }: DatabaseFiles, from: string): Promise<void> {
  noteReplacement(state, identityOf(from) ?? '')
  for (const path of [log, index]) await rm(path, { force: true })
  await rename(from, database)
  await rm(state, { force: true })
  await sync(dirname(database)).catch(() => undefined)
}

async function removeAll({ database, log, index, state }: DatabaseFiles): Promise<void> {
  for (const path of [database, log, index, state]) await rm(path, { force: true })
}

/** The time at which the new database was written, by the clock of the file system. */
function stamp(path: string): string {
  return new Date(statSync(path).mtimeMs).toISOString().replaceAll(/[^0-9TZ]/g, '')
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
