// A database in a file or in memory. All writes go through one queue, because a second writer would wait inside SQLite and block the event
// loop. Reads of a file use a separate connection, which cannot write. Every write is between `begin` and `commit`, so that a write
// that is not committed fails instead of getting lost.
import { StorageUnavailable } from '@symbolon/core-protocol'
import type { Awaitable } from '@symbolon/core-protocol'
import type { CommitRecord } from './commit-record.ts'
import type { LibsqlDatabase, LibsqlTransaction } from './database.ts'
import { failureOf, publicError } from './errors.ts'
import { EventLoopBudget } from './event-loop-budget.ts'
import { LocalConnection, memorySettings, readerSettings, rollBackQuietly, writerSettings } from './local-connection.ts'
import type { NativeConnection } from './native-connection.ts'
import { changesData, only } from './statement.ts'
import { plannerStatistics } from './statistics.ts'
import type { Result, Statement, Unit } from './statement.ts'
import { WriteQueue } from './write-queue.ts'
import type { Outcome, Writer } from './write-queue.ts'

const locked: Outcome = { error: new StorageUnavailable('The database is locked by another program.') }

/** The milliseconds of each turn of the event loop in which statements run. */
const turnTime = 5

/** Numbers the commits, and records the last acknowledged one. */
type Record = Pick<CommitRecord, 'next' | 'acknowledge'>

/**
 * Opens the database.
 * @param path of a file that exists, or `:memory:`
 * @throws the error of the driver if the database cannot be opened with its settings
 */
export async function openLocalDatabase(path: string, waitLimit: number, record?: Record): Promise<LibsqlDatabase> {
  const inMemory = path === ':memory:'
  const writer = new LocalConnection(path, inMemory ? memorySettings : writerSettings)
  const reader = inMemory ? undefined : new LocalConnection(path, readerSettings)
  try {
    await writer.use(waitLimit, (connection) => {
      connection.begin()
      connection.rollback()
      if (!inMemory) prepareToShrinkQuietly(connection)
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
  const commit: Writer<NativeConnection>['commit'] = (connection, units) => commitGroup({ writer, record }, connection, units)
  const queue = new WriteQueue({ begin: () => writer.begin(), commit }, waitLimit)
  const budget = new EventLoopBudget(turnTime)
  const snapshots = new Set<LibsqlTransaction>()
  const readNow = (execute: (connection: NativeConnection) => Result, from: LocalConnection): Awaitable<Result> => {
    try {
      return from.attempt(execute)
    } catch (error) {
      return failureOf(error) === 'busy' ? from.use(waitLimit, execute).catch(rethrow) : Promise.reject(publicError(error))
    }
  }
  const read = (statement: Statement): Awaitable<Result> => {
    // A database in memory has one connection: outside the queue, a read could see what is not committed.
    if (reader === undefined) return queue.unit({ statements: [statement] }).then(only, rethrow)
    const execute = (connection: NativeConnection): Result => connection.execute(statement)
    return budget.hasTime() ? readNow(execute, reader) : budget.take().then(() => readNow(execute, reader))
  }
  const statistics = reader === undefined ? undefined : plannerStatistics({ read, reader, writer, queue })
  return {
    read,
    write: (unit) => queue.unit(unit).catch(rethrow),
    waitingWrites: () => queue.length,
    groups: () => queue.groups,
    begin: () => begin({ writer, record }, queue, budget).catch(rethrow),
    // A database in memory has one connection, on which a snapshot would block every write.
    ...(reader === undefined ? {} : { snapshot: () => openSnapshot(path, waitLimit, budget, snapshots).catch(rethrow) }),
    ...(reader === undefined ? {} : { shrink: () => shrink({ read, writer, queue }).catch(rethrow) }),
    ...(statistics === undefined ? {} : { gatherStatistics: () => statistics.gather().catch(rethrow) }),
    async close() {
      await statistics?.gatherAtEnd().catch(() => undefined)
      await queue.close()
      for (const snapshot of snapshots) await snapshot.rollback()
      reader?.close()
      checkpointQuietly(writer)
      writer.close()
    },
  }
}

/**
 * Commits a group of units. A statement that violates a constraint undoes only itself (https://www.sqlite.org/lang_conflict.html, ABORT), so
 * if it is the first of its unit, the other units are committed. After any other failure that a statement can cause, the group is rolled
 * back and each unit is run alone: failures are rare, and a savepoint for each unit would cost every group.
 */
async function commitGroup(
  target: Pick<Connections, 'writer' | 'record'>,
  connection: NativeConnection,
  units: readonly Unit[],
): Promise<readonly Outcome[]> {
  try {
    const outcomes = units.map((unit) => attempt(connection, unit))
    const changed = outcomes.some((outcome, index) => 'results' in outcome && changes(units[index], outcome.results))
    await commitCounted(connection, changed ? target.record : undefined)
    return outcomes
  } catch (error) {
    target.writer.distrust(connection)
    const failure = failureOf(error)
    if ((failure !== 'statement' && failure !== 'constraint') || units.length === 1) return units.map(() => ({ error }))
    const outcomes: Outcome[] = []
    for (const unit of units) outcomes.push(...(await commitAlone(target, unit)))
    return outcomes
  }
}

function changes(unit: Unit | undefined, results: readonly Result[]): boolean {
  return results.some((result, index) => changesData(unit?.statements[index], result))
}

async function commitAlone(target: Pick<Connections, 'writer' | 'record'>, unit: Unit): Promise<readonly Outcome[]> {
  try {
    const connection = target.writer.begin()
    return connection === undefined ? [locked] : await commitGroup(target, connection, [unit])
  } catch (error) {
    return [{ error }]
  }
}

/** Commits with the next number. @param record undefined if nothing was changed: then no number is needed */
async function commitCounted(connection: NativeConnection, record: Record | undefined): Promise<void> {
  const number = record?.next
  await connection.commit(number)
  if (number !== undefined) record?.acknowledge(number)
}

/** @throws the error of a statement that leaves part of its unit done */
function attempt(connection: NativeConnection, { statements, conditional }: Unit): Outcome {
  const results: Result[] = []
  try {
    for (const statement of statements) {
      results.push(connection.execute(statement))
      if (conditional === true && results[0]?.rows.length === 0) break
    }
    return { results }
  } catch (error) {
    if (failureOf(error) !== 'constraint' || results.length > 0) throw error
    return { error }
  }
}

async function begin(
  { writer, record }: Pick<Connections, 'writer' | 'record'>,
  queue: WriteQueue<NativeConnection>,
  budget: EventLoopBudget,
): Promise<LibsqlTransaction> {
  const { connection, end } = await queue.turn()
  let open = true
  let changed = false
  const run = async <T>(work: () => T | Promise<T>): Promise<T> => {
    if (!open) throw new StorageUnavailable('The transaction has ended.')
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
      await budget.take()
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

/** A snapshot has a separate connection: other reads must see concurrent writes. */
async function openSnapshot(
  path: string,
  waitLimit: number,
  budget: EventLoopBudget,
  open: Set<LibsqlTransaction>,
): Promise<LibsqlTransaction> {
  const reader = new LocalConnection(path, readerSettings)
  const begun = await reader
    .use(waitLimit, (connection) => {
      connection.beginRead()
      return connection
    })
    .catch((error: unknown) => {
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
      await budget.take()
      if (!open.has(snapshot)) throw new StorageUnavailable('The snapshot is closed.')
      try {
        return begun.execute(statement)
      } catch (error) {
        // A new connection would see another state of the database.
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

/** Rewrites the file of an earlier release so that it can shrink. Without enough space for this, the file stays as it is. */
function prepareToShrinkQuietly(connection: NativeConnection): void {
  try {
    connection.prepareToShrink()
  } catch (error) {
    if (failureOf(error) === 'busy') throw error
  }
}

/** Free pages that stay in the file for the next writes. */
const sparePages = 256
/** Pages that one transaction returns; other writes run in between. */
const pagesAtOnce = 128
/** Transactions of one call. Closing the database waits for them. */
const shrinkingRounds = 64

async function shrink({
  read,
  writer,
  queue,
}: {
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
      await connection.shrinkOnThread(Math.min(free - sparePages, pagesAtOnce))
      await connection.commit()
      // The file becomes shorter only when the log is moved into it.
      if (free - sparePages <= pagesAtOnce || round === shrinkingRounds - 1) await connection.checkpointOnThread()
    } catch (error) {
      writer.distrust(connection)
      throw error
    } finally {
      end()
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Moves the log into the file. SQLite does this when the last connection closes, but the driver closes its files late. */
function checkpointQuietly(writer: LocalConnection): void {
  try {
    writer.attempt((connection) => connection.checkpoint())
  } catch {
    // The next start reads the log.
  }
}

function rethrow(error: unknown): never {
  throw publicError(error)
}
