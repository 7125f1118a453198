// Opens a database in a file: locks it, refuses it if acknowledged writes are missing, and watches its files while it is in use.
import { StorageStartError, StorageUnavailable, whenKnown } from '@symbolon/core-protocol'
import { CommitRecord } from './commit-record.ts'
import type { LibsqlDatabase, LibsqlTransaction } from './database.ts'
import { filesOf, identityOf, prepareDatabaseFile, removeLeftovers } from './database-files.ts'
import type { DatabaseFiles } from './database-files.ts'
import { failureOf } from './errors.ts'
import { holdDatabase, lockFile } from './file-lock.ts'
import type { FileLock, SharedFile } from './file-lock.ts'
import { idleCheckpoint } from './idle-checkpoint.ts'
import type { IdleCheckpoint } from './idle-checkpoint.ts'
import { openLocalDatabase } from './local-database.ts'
import { missingWrites } from './missing-writes.ts'
import type { MissingWrites } from './missing-writes.ts'
import { mayBeOpenHere, NativeConnection } from './native-connection.ts'
import type { LocalTarget } from './options.ts'
import { watchFiles } from './watched-files.ts'
import type { WatchedFiles } from './watched-files.ts'

/**
 * Opens the database.
 * @throws StorageStartError storage_locked, storage_missing, storage_linked, storage_log_lost, storage_unwritable
 */
export async function openDatabaseFile({ path, waitLimit, create }: LocalTarget): Promise<LibsqlDatabase> {
  try {
    const files = filesOf(path)
    const lock = lockFile(files)
    try {
      return await openLocked(files, lock, { waitLimit, create })
    } catch (error) {
      lock.release()
      throw error
    }
  } catch (error) {
    throw explain(error, path)
  }
}

async function openLocked(
  files: DatabaseFiles,
  lock: FileLock,
  { waitLimit, create }: Pick<LocalTarget, 'waitLimit' | 'create'>,
): Promise<LibsqlDatabase> {
  const record = new CommitRecord(files.state, identityOf(files.database))
  removeLeftovers(files)
  prepareDatabaseFile(files, create)
  const identity = identityOf(files.database)
  // The check for other users is skipped if this process may still have the file open, because that would look like another user. It
  // cannot be another server: this process holds the lock file.
  const share = holdDatabase(files, !record.wasClosed(identity) && !mayBeOpenHere(identity))
  try {
    const commits = readNumber(files.database)
    if (record.isAheadOf(commits)) throw logLost(files)
    const database = await openLocalDatabase(files.database, waitLimit, record)
    return await openRecorded({ files, record, database, share, lock, commits, identity })
  } catch (error) {
    share.release()
    throw error
  }
}

interface Opened {
  readonly files: DatabaseFiles
  readonly record: CommitRecord
  readonly database: LibsqlDatabase
  readonly share: SharedFile
  readonly lock: FileLock
  readonly commits: number
  readonly identity: string | undefined
}

/** Starts the record and the checks of an open database. After an error, the database is closed; the locks are left to the caller. */
async function openRecorded({ files, record, database, share, lock, commits, identity }: Opened): Promise<LibsqlDatabase> {
  let missing: MissingWrites | undefined
  let log: IdleCheckpoint | undefined
  const closeDatabase = async (whole: boolean): Promise<void> => {
    await log?.stop()
    await database.close()
    record.end(whole ? identity : undefined)
  }
  try {
    record.begin(commits)
    const check = missingWrites(files, record)
    missing = check
    const checkpoint = idleCheckpoint(files.log, record, { moveLog: async () => (check.found() ? undefined : await share.moveLog()) })
    log = checkpoint
    const watching = {
      look: () => checkpoint.look(),
      last: () => record.last,
      lacksWrites: () => record.isAheadOf(readNumber(files.database)),
      logLacksWrites: () => check.found(),
    }
    return guarded(
      database,
      (lost) => watchFiles(files, { ...watching, lost }),
      async (whole) => {
        await closeDatabase(whole)
        share.release()
        check.end()
        lock.release()
      },
    )
  } catch (error) {
    await closeDatabase(false)
    missing?.end()
    throw error
  }
}

/** Reads the number through a read-only connection: when the last writing connection closes, SQLite deletes the log. */
function readNumber(path: string): number {
  const connection = new NativeConnection(path, 'read')
  try {
    return connection.number
  } finally {
    connection.close()
  }
}

/** Refuses everything once one of the files of the database is gone or was replaced. */
function guarded(
  database: LibsqlDatabase,
  watching: (lost: (reason: string) => void) => WatchedFiles,
  close: (whole: boolean) => Promise<void>,
): LibsqlDatabase {
  const { promise: lost, resolve } = Promise.withResolvers<StorageUnavailable>()
  let failure: StorageUnavailable | undefined
  const watch = watching((reason) => {
    failure = new StorageUnavailable(`${reason}. The storage stops: writes from now on could be lost.`)
    resolve(failure)
  })
  const unlessLost = <T>(result: T): T => {
    if (failure !== undefined) throw failure
    return result
  }
  const whole = <T>(work: () => Promise<T>): Promise<T> => (failure === undefined ? work().then(unlessLost) : Promise.reject(failure))
  const guardedTransaction = async (begin: () => Promise<LibsqlTransaction>): Promise<LibsqlTransaction> => {
    const transaction = await whole(begin)
    return {
      execute: (statement) => whole(() => transaction.execute(statement)),
      commit: () => whole(() => transaction.commit()),
      rollback: () => transaction.rollback(),
    }
  }
  const { gatherStatistics, shrink, snapshot } = database
  return {
    waitingWrites: () => database.waitingWrites(),
    groups: () => database.groups(),
    read: (statement) => (failure === undefined ? whenKnown(database.read(statement), unlessLost) : Promise.reject(failure)),
    write: (unit) => whole(() => database.write(unit)),
    begin: () => guardedTransaction(() => database.begin()),
    ...(snapshot === undefined ? {} : { snapshot: () => guardedTransaction(snapshot) }),
    ...(shrink === undefined ? {} : { shrink: () => whole(shrink) }),
    ...(gatherStatistics === undefined ? {} : { gatherStatistics: () => whole(gatherStatistics) }),
    lost,
    async close() {
      watch.stop()
      await close(failure === undefined)
    },
  }
}

function logLost({ database, log }: DatabaseFiles): StorageStartError {
  return new StorageStartError(
    'storage_log_lost',
    `${database} lacks acknowledged writes: its log ${log} is missing or damaged, or the file is an older copy. Put the log back, or restore a backup.`,
  )
}

function explain(error: unknown, path: string): unknown {
  if (error instanceof StorageStartError) return error
  if (error instanceof StorageUnavailable || failureOf(error) === 'busy') {
    return new StorageStartError('storage_locked', `Another program has locked ${path}. Close that program, then start again.`, {
      cause: error,
    })
  }
  return new StorageStartError(
    'storage_unwritable',
    `${path} cannot be opened for writing. It must be a database file, and this user must be able to write the file and its directory.`,
    { cause: error },
  )
}
