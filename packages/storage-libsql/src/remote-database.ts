// A database on a libSQL server. The server orders the writes of all processes; each process sends one write transaction and a few reads
// at a time. With more concurrent writers the server (sqld 0.24) can deadlock: a checkpoint waits for readers, and each waiting writer is
// one of them. A server whose database is locked answers SQLITE_BUSY, and the request is retried.
import { createClient, LibsqlBatchError } from '@libsql/client'
import type { Client, InStatement, ResultSet, Transaction } from '@libsql/client'
import { Semaphore } from './semaphore.ts'
import type { LibsqlDatabase, LibsqlTransaction } from './database.ts'
import { failureOf, publicError } from './errors.ts'
import type { ServerTarget } from './options.ts'
import type { Result, Statement, Unit } from './statement.ts'
import { retryWhileBusy } from './retry-while-busy.ts'
import { within } from './within.ts'
import type { Limit } from './within.ts'
import { WriteQueue } from './write-queue.ts'
import type { Outcome, Writer } from './write-queue.ts'

const maxConcurrentReads = 16

/** @throws StorageUnavailable when the server does not answer in time */
export async function openRemoteDatabase({ url, authToken, waitLimit }: ServerTarget): Promise<LibsqlDatabase> {
  const client = createClient({ url, ...(authToken === undefined ? {} : { authToken }) })
  try {
    await within(waitLimit, () => client.execute('select 1'))
    return remoteDatabase(client, waitLimit)
  } catch (error) {
    client.close()
    throw publicError(error)
  }
}

function remoteDatabase(client: Client, waitLimit: number): LibsqlDatabase {
  const open = new Set<Promise<unknown>>()
  /** Keeps track of work in progress, so that closing waits for it. */
  const track = <T>(work: Promise<T>): Promise<T> => {
    const forget = (): void => {
      open.delete(settled)
    }
    const settled: Promise<void> = work.then(forget, forget)
    open.add(settled)
    return work.catch(rethrow)
  }
  const reads = new Semaphore(maxConcurrentReads)
  const read = async (statement: Statement, limit: Limit): Promise<Result> => {
    await reads.acquire()
    try {
      // A read that timed out while it waited is not sent, and one that times out does not keep its permit.
      return await (limit.reached ? limit.overdue : Promise.race([retryWhileBusy(waitLimit, () => run(client, statement)), limit.overdue]))
    } finally {
      reads.release()
    }
  }
  const queue = new WriteQueue(serverWriter(client, waitLimit), waitLimit)

  return {
    read: (statement) => track(within(waitLimit, (limit) => read(statement, limit))),
    write: (unit) => track(within(waitLimit, () => queue.unit(unit))),
    // Each decision reads from the server, and would miss the group for which it was held.
    waitingWrites: () => queue.length,
    groups: () => queue.groups,
    begin: () => track(begin(client, queue, waitLimit)),
    async close() {
      await queue.close()
      while (open.size > 0) await Promise.all(open)
      client.close()
    },
  }
}

function serverWriter(client: Client, waitLimit: number): Writer<Client> {
  return {
    begin: () => client,
    async commit(_, units) {
      try {
        return await within(waitLimit, () => commitGroup(client, units))
      } catch (error) {
        return failureOf(error) === 'busy' ? undefined : units.map(() => ({ error }))
      }
    },
  }
}

/**
 * Sends all units in one request. If a statement of them fails, the server rolls all back, and each unit is sent alone. So it is if a
 * condition is not met.
 */
async function commitGroup(client: Client, units: readonly Unit[]): Promise<readonly Outcome[]> {
  const [first, ...others] = units
  if (first !== undefined && others.length === 0) return [{ results: await commitUnit(client, first) }]
  const batches = units.map(toBatch)
  const batch = batches.flat()
  try {
    const results = (await client.batch(batch, 'write')).map(toResult)
    let start = 0
    return batches.map(({ length }, index) => ({ results: resultsOf(units[index], results.slice(start, (start += length))) }))
  } catch (error) {
    const failure = failureOf(error)
    if (failure !== 'constraint' && failure !== 'statement' && !isUnmet(batch, error)) throw error
    const outcomes: Outcome[] = []
    for (const unit of units) outcomes.push(await commitAlone(client, unit))
    return outcomes
  }
}

async function commitAlone(client: Client, unit: Unit): Promise<Outcome> {
  try {
    return { results: await commitUnit(client, unit) }
  } catch (error) {
    return { error }
  }
}

async function commitUnit(client: Client, unit: Unit): Promise<readonly Result[]> {
  const [statement, ...others] = unit.statements
  if (statement !== undefined && others.length === 0) return [await run(client, statement)]
  const batch = toBatch(unit)
  try {
    return resultsOf(unit, (await client.batch(batch, 'write')).map(toResult))
  } catch (error) {
    if (isUnmet(batch, error)) return [{ rows: [], changes: 0 }]
    throw error
  }
}

/**
 * Fails if the statement before it changed no row: the server then runs none of the statements after it, and rolls back. A batch has no
 * other condition. https://www.sqlite.org/lang_corefunc.html#changes, https://www.sqlite.org/lang_corefunc.html#abs
 */
const demandChange: InStatement = 'select case when changes() = 0 then abs(-9223372036854775808) end'

function toBatch({ statements, conditional }: Unit): InStatement[] {
  const [condition, ...others] = statements.map(toInput)
  return conditional === true && condition !== undefined && others.length > 0
    ? [condition, demandChange, ...others]
    : statements.map(toInput)
}

/** Leaves out the result of `demandChange`. */
function resultsOf(unit: Unit | undefined, results: readonly Result[]): readonly Result[] {
  return results.length === unit?.statements.length ? results : results.toSpliced(1, 1)
}

/** Whether the batch failed because a condition is not met. The server gives `demandChange` an error code that says nothing. */
function isUnmet(batch: readonly InStatement[], error: unknown): boolean {
  return error instanceof LibsqlBatchError && batch[error.statementIndex] === demandChange
}

async function begin(client: Client, queue: WriteQueue<Client>, waitLimit: number): Promise<LibsqlTransaction> {
  const asked = performance.now()
  const { end } = await queue.turn()
  try {
    const left = Math.max(1, waitLimit - (performance.now() - asked))
    const granted = retryWhileBusy(left, () => beginOnce(client))
    const transaction = await within(left, () => granted).catch((error: unknown) => {
      // A transaction that begins after the time limit must be closed: it would block every other write.
      granted.then(
        (late) => late.close(),
        () => undefined,
      )
      throw error
    })
    return {
      execute: (statement) => within(waitLimit, () => run(transaction, statement)).catch(rethrow),
      async commit() {
        await within(waitLimit, () => transaction.commit()).catch(rethrow)
        end()
      },
      async rollback() {
        transaction.close()
        end()
      },
    }
  } catch (error) {
    end()
    throw error
  }
}

/** The client sends BEGIN together with the first statement. This sends one at once, so that the wait for the lock happens here. */
async function beginOnce(client: Client): Promise<Transaction> {
  const transaction = await client.transaction('write')
  try {
    await transaction.execute('select 1')
    return transaction
  } catch (error) {
    transaction.close()
    throw error
  }
}

async function run(target: Client | Transaction, statement: Statement): Promise<Result> {
  return toResult(await target.execute(toInput(statement)))
}

function toInput({ sql, args }: Statement): InStatement {
  return { sql, args: [...args] }
}

/** Copies the columns of the rows, without the indices and the length that the client adds. */
function toResult({ rows, rowsAffected }: ResultSet): Result {
  return { rows: rows.map((row) => ({ ...row })), changes: rowsAffected }
}

function rethrow(error: unknown): never {
  throw publicError(error)
}
