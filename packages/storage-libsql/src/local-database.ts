// A database in a file or in memory. All writes go through one queue, because a second writer would wait inside SQLite and
// stop the event loop; reads of a file have a connection of their own, which cannot write. Every write stands between `begin` and
// `commit`, so that one that is not committed fails aloud.
import { StorageUnavailable } from '@symbolon/core-protocol'
import type { CommitRecord } from './commit-record.ts'
import type { LibsqlDatabase, LibsqlTransaction } from './database.ts'
import { failureOf, publicError } from './errors.ts'
import { EventLoopShare } from './event-loop-share.ts'
import { LocalConnection, memorySettings, readerSettings, rollBackQuietly, writerSettings } from './local-connection.ts'
import type { NativeConnection } from './native-connection.ts'
import { changesData } from './statement.ts'
import type { Result, Statement } from './statement.ts'
import { WriteQueue } from './write-queue.ts'
import type { Outcome, Writer } from './write-queue.ts'

const held: Outcome = { error: new StorageUnavailable('The database is locked by another program') }

/** Milliseconds of one turn of the event loop. */
const statementsTime = 5

/** Counts what is committed, and keeps on record what was acknowledged. */
type Record = Pick<CommitRecord, 'next' | 'acknowledge'>

/**
 * @param path of a file that exists, or `:memory:`
 * @throws what the driver throws when the database cannot be opened as it has to be
 */
export async function openLocalDatabase(path: string, waitLimit: number, record?: Record): Promise<LibsqlDatabase> {
  const inMemory = path === ':memory:'
  const writer = new LocalConnection(path, inMemory ? memorySettings : writerSettings)
  const reader = inMemory ? undefined : new LocalConnection(path, readerSettings)
  try {
    await writer.use(waitLimit, (connection) => {
      connection.begin()
      connection.rollback()
      if (!inMemory) shrinkingQuietly(connection)
    })
    await reader?.use(waitLimit, () => undefined)
    return localDatabase(path, { writer, reader, record }, waitLimit)
  } catch (error) {
    writer.close()
    reader?.close()
    throw error
  }
}

interface Connections {
  readonly writer: LocalConnection
  readonly reader: LocalConnection | undefined
  readonly record: Record | undefined
}

function localDatabase(path: string, { writer, reader, record }: Connections, waitLimit: number): LibsqlDatabase {
  const commit: Writer<NativeConnection>['commit'] = (connection, statements) => commitGroup({ writer, record }, connection, statements)
  const queue = new WriteQueue({ begin: () => writer.begin(), commit }, waitLimit)
  const share = new EventLoopShare(statementsTime)
  const snapshots = new Set<LibsqlTransaction>()
  const read = async (statement: Statement): Promise<Result> => {
    // Memory has one connection only, and a transaction on it would let the read see what is not committed.
    if (reader === undefined) return queue.statement(statement).catch(rethrow)
    if (!share.hasTime()) await share.take()
    const execute = (connection: NativeConnection): Result => connection.execute(statement)
    try {
      return reader.attempt(execute)
    } catch (error) {
      return failureOf(error) === 'busy' ? reader.use(waitLimit, execute).catch(rethrow) : rethrow(error)
    }
  }
  return {
    read,
    write: (statement) => queue.statement(statement).catch(rethrow),
    begin: () => begin({ writer, record }, queue, share).catch(rethrow),
    // Memory has one connection, on which a transaction would hold up every writer.
    ...(reader === undefined ? {} : { snapshot: () => openSnapshot(path, waitLimit, share, snapshots).catch(rethrow) }),
    ...(reader === undefined ? {} : { shrink: () => shrink({ read, writer, queue }).catch(rethrow) }),
    async close() {
      await queue.close()
      for (const snapshot of snapshots) await snapshot.rollback()
      reader?.close()
      checkpointQuietly(writer)
      writer.close()
    },
  }
}

/**
 * A statement that breaks a constraint undoes itself alone (https://www.sqlite.org/lang_conflict.html, ABORT), so its
 * neighbours are committed. Any other failure undoes all, and each statement is tried for itself to find the one at fault.
 */
async function commitGroup(
  target: Pick<Connections, 'writer' | 'record'>,
  connection: NativeConnection,
  statements: readonly Statement[],
): Promise<readonly Outcome[]> {
  try {
    const outcomes = statements.map((statement) => attempt(connection, statement))
    const changed = outcomes.some((outcome, index) => 'result' in outcome && changesData(statements[index], outcome.result))
    await commitCounted(connection, changed ? target.record : undefined)
    return outcomes
  } catch (error) {
    target.writer.distrust(connection)
    if (failureOf(error) !== 'statement' || statements.length === 1) return statements.map(() => ({ error }))
    const outcomes: Outcome[] = []
    for (const statement of statements) outcomes.push(...await commitAlone(target, statement))
    return outcomes
  }
}

async function commitAlone(target: Pick<Connections, 'writer' | 'record'>, statement: Statement): Promise<readonly Outcome[]> {
  try {
    const connection = target.writer.begin()
    return connection === undefined ? [held] : await commitGroup(target, connection, [statement])
  } catch (error) {
    return [{ error }]
  }
}

/** @param record undefined when nothing has changed: then nothing is written, and there is nothing to lose */
async function commitCounted(connection: NativeConnection, record: Record | undefined): Promise<void> {
  const number = record?.next
  await connection.commit(number)
  if (number !== undefined) record?.acknowledge(number)
}

function attempt(connection: NativeConnection, statement: Statement): Outcome {
  try {
    return { result: connection.execute(statement) }
  } catch (error) {
    if (failureOf(error) !== 'constraint') throw error
    return { error }
  }
}

async function begin(
  { writer, record }: Pick<Connections, 'writer' | 'record'>,
  queue: WriteQueue<NativeConnection>,
  share: EventLoopShare,
): Promise<LibsqlTransaction> {
  const { connection, end } = await queue.turn()
  let open = true
  let changed = false
  const run = async <T>(work: () => T | Promise<T>): Promise<T> => {
    if (!open) throw new StorageUnavailable('The transaction has ended')
    try {
      return await work()
    } catch (error) {
      if (failureOf(error) !== 'constraint') {
        open = false
        writer.distrust(connection)
      }
      throw publicError(error)
    }
  }
  return {
    async execute(statement) {
      await share.take()
      const result = await run(() => connection.execute(statement))
      changed ||= changesData(statement, result)
      return result
    },
    async commit() {
      await run(() => commitCounted(connection, changed ? record : undefined))
      open = false
      end()
    },
    async rollback() {
      if (open) rollBackQuietly(connection)
      open = false
      end()
    },
  }
}

/** A connection of its own, because the reader's other callers want to see what was written since. */
async function openSnapshot(
  path: string,
  waitLimit: number,
  share: EventLoopShare,
  open: Set<LibsqlTransaction>,
): Promise<LibsqlTransaction> {
  const reader = new LocalConnection(path, readerSettings)
  const begun = await reader.use(waitLimit, (connection) => {
    connection.beginRead()
    return connection
  }).catch((error: unknown) => {
    reader.close()
    throw error
  })
  const end = async (): Promise<void> => {
    if (!open.delete(snapshot)) return
    rollBackQuietly(begun)
    reader.close()
  }
  const snapshot: LibsqlTransaction = {
    async execute(statement) {
      await share.take()
      if (!open.has(snapshot)) throw new StorageUnavailable('The snapshot is closed')
      try {
        return begun.execute(statement)
      } catch (error) {
        // Another connection in its place would show another moment.
        await end()
        throw publicError(error)
      }
    },
    commit: end,
    rollback: end,
  }
  open.add(snapshot)
  return snapshot
}

/** Without the room to write the file anew, it stays as it is and grows no more than before. */
function shrinkingQuietly(connection: NativeConnection): void {
  try {
    connection.prepareToShrink()
  } catch (error) {
    if (failureOf(error) === 'busy') throw error
  }
}

/** Pages that stay free for what comes next, and those that one transaction gives back: others write in between. */
const sparePages = 256
const pagesAtOnce = 128
/** Transactions of one call, which whoever closes the database waits for. */
const shrinkingRounds = 64

async function shrink({ read, writer, queue }: {
  readonly read: LibsqlDatabase['read']
  readonly writer: LocalConnection
  readonly queue: WriteQueue<NativeConnection>
}): Promise<void> {
  for (let round = 0; round < shrinkingRounds; round++) {
    const [row = {}] = (await read({ sql: 'pragma freelist_count', args: [], first: true })).rows
    const free = Number(Object.values(row)[0])
    if (free <= sparePages) return
    const { connection, end } = await queue.turn()
    try {
      await connection.shrinkAside(Math.min(free - sparePages, pagesAtOnce))
      await connection.commit()
      // The file ends where its last page does once the log has been moved into it.
      if (free - sparePages <= pagesAtOnce || round === shrinkingRounds - 1) await connection.checkpointAside()
    } catch (error) {
      writer.distrust(connection)
      throw error
    } finally {
      end()
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Leaves all data in the one file. The driver closes its files late, so it cannot be left to the closing. */
function checkpointQuietly(writer: LocalConnection): void {
  try {
    writer.attempt((connection) => connection.checkpoint())
  } catch {
    // Whoever opens the file next reads the log as well.
  }
}

function rethrow(error: unknown): never {
  throw publicError(error)
}
