// The files of one database: their names, and how they are created. They are readable by their owner alone, and an expected database that
// is missing is never replaced by an empty one.
import { StorageStartError } from '@symbolon/core-protocol'
import { chmodSync, closeSync, lstatSync, openSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The paths of the files. */
export interface DatabaseFiles {
  readonly database: string
  /** The write-ahead log: commits that are not yet in the database. https://www.sqlite.org/wal.html */
  readonly log: string
  /** The shared memory of the processes that use the log. */
  readonly index: string
  readonly lock: string
  /** See `CommitRecord`. */
  readonly state: string
}

/** The files of the database at the path. Symbolic links are resolved. */
export function filesOf(path: string): DatabaseFiles {
  const database = realPath(path)
  return { database, log: `${database}-wal`, index: `${database}-shm`, lock: `${database}-lock`, state: `${database}-state` }
}

/** In the name of a file that is about to replace a database. */
export const stagedMark = '-restoring-'
/** In the name of a database that was replaced. */
export const replacedMark = '-before-restore-'

/**
 * Removes what a killed restore left behind: files that never replaced the database, and the second name of the database. The caller must
 * hold the lock, so that no other restore is in progress.
 */
export function removeLeftovers({ database }: DatabaseFiles): void {
  const directory = dirname(database)
  if (identityOf(directory) === undefined) return
  for (const name of readdirSync(directory)) {
    const path = join(directory, name)
    const isStaged = name.startsWith(`${basename(database)}${stagedMark}`)
    const isSecondName = name.startsWith(`${basename(database)}${replacedMark}`) && identityOf(path) === identityOf(database)
    if (isStaged || isSecondName) rmSync(path, { force: true })
  }
}

/** Identifies a file by device and inode. Two paths with the same identity are the same file. @returns undefined if there is no file */
export function identityOf(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats === undefined ? undefined : `${stats.dev}:${stats.ino}`
}

/**
 * Creates an empty file that only its owner can read, unless the file exists. An existing file is not opened: closing it would release the
 * POSIX locks that SQLite holds on it. https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
 */
export function makePrivately(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

/**
 * Checks an existing database file, or creates it.
 * @param create whether an absent database may be created
 * @throws StorageStartError storage_missing, storage_linked
 */
export function prepareDatabaseFile(files: DatabaseFiles, create: boolean): void {
  const { database, state } = files
  const stats = statSync(database, { throwIfNoEntry: false })
  if (stats !== undefined) {
    refuseLinks(database, stats)
    closeToOthers(files)
    return
  }
  if (identityOf(state) !== undefined) {
    throw new StorageStartError(
      'storage_missing',
      `The database ${database} is missing, but ${state} exists. Restore a backup, or remove that file to start with an empty database.`,
    )
  }
  if (!create || lstatSync(database, { throwIfNoEntry: false }) !== undefined) {
    throw new StorageStartError('storage_missing', `There is no database at ${database}.`)
  }
  makePrivately(database)
}

/** The log belongs to one name of the file: under another name, the commits in the log would be missing. https://www.sqlite.org/howtocorrupt.html#_multiple_links_to_the_same_file */
function refuseLinks(database: string, stats: Stats): void {
  const { nlink } = stats
  if (nlink < 2 || !stats.isFile()) return
  throw new StorageStartError(
    'storage_linked',
    `The database ${database} has ${nlink} names (hard links), but its log belongs to only one of them. Remove the others.`,
  )
}

/** Earlier releases left the files readable for all users. The permissions of the group stay as the operator set them. */
function closeToOthers(files: DatabaseFiles): void {
  for (const path of Object.values(files)) {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats === undefined || (stats.mode & 0o007) === 0) continue
    try {
      chmodSync(path, stats.mode & 0o770)
    } catch {
      // The file belongs to another user.
    }
  }
}

function realPath(path: string): string {
  if (identityOf(path) !== undefined) return realpathSync(path)
  const directory = dirname(path)
  return identityOf(directory) === undefined ? path : join(realpathSync(directory), basename(path))
}
