// A database on a libSQL server, which several processes may share. The server orders the writers of all processes; each process
// sends one write transaction at a time, and few reads. With more writers the server (sqld 0.24) can block for good: a checkpoint
// waits for the readers that the waiting writers are. A server that is held answers SQLITE_BUSY, and is asked again.
import { createClient } from '@libsql/client'
import type { Client, InStatement, ResultSet, Transaction } from '@libsql/client'
import { Admission } from './admission.ts'
import type { LibsqlDatabase, LibsqlTransaction } from './database.ts'
import { failureOf, publicError } from './errors.ts'
import type { ServerTarget } from './options.ts'
import type { Result, Statement } from './statement.ts'
import { untilFree } from './until-free.ts'
import { within } from './within.ts'
import type { Limit } from './within.ts'
import { WriteQueue } from './write-queue.ts'
import type { Outcome, Writer } from './write-queue.ts'

const readsAtOnce = 16

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
  /** Remembers what is under way, so that closing waits for it. */
  const track = <T>(work: Promise<T>): Promise<T> => {
    const forget = (): void => { open.delete(settled) }
    const settled: Promise<void> = work.then(forget, forget)
    open.add(settled)
    return work.catch(rethrow)
  }
  const reads = new Admission(readsAtOnce)
  const read = async (statement: Statement, limit: Limit): Promise<Result> => {
    await reads.enter()
    try {
      // Whoever has given up is not asked for, and holds no place while the server is silent.
      return await (limit.reached ? limit.overdue : Promise.race([untilFree(waitLimit, () => run(client, statement)), limit.overdue]))
    } finally {
      reads.leave()
    }
  }
  const queue = new WriteQueue(serverWriter(client, waitLimit), waitLimit)

  return {
    read: (statement) => track(within(waitLimit, (limit) => read(statement, limit))),
    write: (statement) => track(within(waitLimit, () => queue.statement(statement))),
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
 * One request for all. The server undoes all when it refuses one; then each is tried for itself, so that nobody suffers for a
 * neighbour.
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

async function begin(client: Client, queue: WriteQueue<Client>, waitLimit: number): Promise<LibsqlTransaction> {
  const asked = performance.now()
  const { end } = await queue.turn()
  try {
    const left = Math.max(1, waitLimit - (performance.now() - asked))
    const granted = untilFree(left, () => beginOnce(client))
    const transaction = await within(left, () => granted).catch((error: unknown) => {
      // One that comes too late would keep every other writer waiting.
      granted.then((late) => late.close(), () => undefined)
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

/** The client sends BEGIN with the first statement only; who waits for the lock should wait here. */
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

/** The client's rows carry hidden indices and a length; what the query selected are the enumerable members. */
function toResult({ rows, rowsAffected }: ResultSet): Result {
  return { rows: rows.map((row) => ({ ...row })), changes: rowsAffected }
}

function rethrow(error: unknown): never {
  throw publicError(error)
}
