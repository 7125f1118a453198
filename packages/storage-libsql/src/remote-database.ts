// A database on a libSQL server. The server orders the writes of all processes; each process sends one write transaction and a few reads
// at a time. With more concurrent writers the server (sqld 0.24) can deadlock: a checkpoint waits for readers, and each waiting writer is
// one of them. A server whose database is locked answers SQLITE_BUSY, and the request is retried.
import { createClient } from '@libsql/client'
import type { Client, InStatement, ResultSet, Transaction } from '@libsql/client'
import { Semaphore } from './semaphore.ts'
import type { LibsqlDatabase, LibsqlTransaction } from './database.ts'
import { failureOf, publicError } from './errors.ts'
import type { ServerTarget } from './options.ts'
import type { Result, Statement } from './statement.ts'
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
    write: (statement) => track(within(waitLimit, () => queue.statement(statement))),
    writeTogether: (statements) => track(writeTogether(client, queue, waitLimit, statements)),
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
    async commit(_, statements) {
      try {
        return await within(waitLimit, () => commitGroup(client, statements))
      } catch (error) {
        return failureOf(error) === 'busy' ? undefined : statements.map(() => ({ error }))
      }
    },
  }
}

/**
 * Sends all statements in one request. If one of them fails, the server rolls all back, and each is sent alone.
 */
async function commitGroup(client: Client, statements: readonly Statement[]): Promise<readonly Outcome[]> {
  const [only, ...others] = statements
  if (only !== undefined && others.length === 0) return [{ result: await run(client, only) }]
  try {
    return (await client.batch(statements.map(toInput), 'write')).map((set) => ({ result: toResult(set) }))
  } catch (error) {
    const failure = failureOf(error)
    if (failure !== 'constraint' && failure !== 'statement') throw error
    const outcomes: Outcome[] = []
    for (const statement of statements) outcomes.push(await runAlone(client, statement))
    return outcomes
  }
}

async function runAlone(client: Client, statement: Statement): Promise<Outcome> {
  try {
    return { result: await run(client, statement) }
  } catch (error) {
    return { error }
  }
}

/** Sends all statements in one request. If one of them fails, the server rolls all back. */
async function writeTogether(
  client: Client,
  queue: WriteQueue<Client>,
  waitLimit: number,
  statements: readonly Statement[],
): Promise<void> {
  const { end } = await queue.turn()
  try {
    await within(waitLimit, () => retryWhileBusy(waitLimit, () => client.batch(statements.map(toInput), 'write')))
  } finally {
    end()
  }
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
