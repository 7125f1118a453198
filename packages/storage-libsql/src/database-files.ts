// The files of one database, by the name that the database itself has, and how they are made: for their owner alone, and never in
// the place of one that was expected.
import { StorageStartError } from '@symbolon/core-protocol'
import { chmodSync, closeSync, lstatSync, openSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { basename, dirname, join } from 'node:path'

export interface DatabaseFiles {
  readonly database: string
  /** What was committed and is not yet in the database. https://www.sqlite.org/wal.html */
  readonly log: string
  /** The shared memory of those who use the log. */
  readonly index: string
  readonly lock: string
  /** See commit-record. */
  readonly state: string
}

/** @returns the files of the database that the path leads to, through symbolic links as well */
export function filesOf(path: string): DatabaseFiles {
  const database = realPath(path)
  return { database, log: `${database}-wal`, index: `${database}-shm`, lock: `${database}-lock`, state: `${database}-state` }
}

/** In the name of a database that is about to take the place of another one. */
export const stagedMark = '-restoring-'
/** In the name of a database that another one took the place of. */
export const replacedMark = '-before-restore-'

/**
 * Removes what a restore left that was killed: databases that never took the place, and the second name that the database got before
 * it was to be replaced. For whoever holds the lock: nobody else restores meanwhile.
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

/** Whether two paths are the same file, and a file is still the one it was. */
export function identityOf(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats === undefined ? undefined : `${stats.dev}:${stats.ino}`
}

/** Makes an empty file unless there is one. A file that is there is not opened: to close it again would free SQLite's locks on it. */
export function makePrivately(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

/**
 * Makes the database file where there may be none, and looks whether it can be served where there is one.
 * @param create whether an absent database is to be made
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
    throw new StorageStartError('storage_missing', `The database ${database} is gone: ${state} is what is left of it. Restore a backup, or remove that file to begin anew.`)
  }
  if (!create || lstatSync(database, { throwIfNoEntry: false }) !== undefined) {
    throw new StorageStartError('storage_missing', `There is no database at ${database}.`)
  }
  makePrivately(database)
}

/** The log belongs to one name: through another one, what is in it would be missing. https://www.sqlite.org/howtocorrupt.html#_multiple_links_to_the_same_file */
function refuseLinks(database: string, stats: Stats): void {
  const { nlink } = stats
  if (nlink < 2 || !stats.isFile()) return
  throw new StorageStartError('storage_linked', `The database ${database} has ${nlink} names (hard links), and its log belongs to one of them only. Remove the others.`)
}

/** Earlier releases left the files readable for everybody. What group a file is for is the operator's decision. */
function closeToOthers(files: DatabaseFiles): void {
  for (const path of Object.values(files)) {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats === undefined || (stats.mode & 0o007) === 0) continue
    try {
      chmodSync(path, stats.mode & 0o770)
    } catch {
      // It belongs to somebody else, who decides.
    }
  }
}

function realPath(path: string): string {
  if (identityOf(path) !== undefined) return realpathSync(path)
  const directory = dirname(path)
  return identityOf(directory) === undefined ? path : join(realpathSync(directory), basename(path))
}
