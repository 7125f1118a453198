// A database in a file or in memory. All writes go through one queue, because a second writer would wait inside SQLite and
// stop the event loop; reads of a file have a connection of their own, which cannot write.
import type { Client, ResultSet, Transaction } from '@libsql/client'
import type { LibsqlDatabase, LibsqlTransaction } from './database.ts'
import { failureOf, publicError } from './errors.ts'
import { LocalConnection, memorySettings, readerSettings, writerSettings } from './local-connection.ts'
import type { Statement } from './statement.ts'
import { WriteQueue } from './write-queue.ts'
import type { Outcome } from './write-queue.ts'

/** Long transactions let the event loop go round, so that reads go on; nobody else can write meanwhile. */
const statementsPerTurn = 100

/** @throws what the client throws when the database cannot be opened as it has to be */
export async function openLocalDatabase(url: string, waitLimit: number): Promise<LibsqlDatabase> {
  const inMemory = url === ':memory:'
  const writer = new LocalConnection(url, inMemory ? memorySettings : writerSettings)
  try {
    await writer.use(assertWritable)
    const reader = inMemory ? undefined : new LocalConnection(url, readerSettings)
    return localDatabase(writer, reader, waitLimit)
  } catch (error) {
    writer.close()
    throw error
  }
}

async function assertWritable(client: Client): Promise<void> {
  const transaction = await client.transaction('write')
  await transaction.rollback()
}

function localDatabase(writer: LocalConnection, reader: LocalConnection | undefined, waitLimit: number): LibsqlDatabase {
  const queue = new WriteQueue((statements) => commitGroup(writer, statements), waitLimit)
  // Memory has one connection only, and a transaction on it would shut out the read.
  const read = (statement: Statement): Promise<ResultSet> => (
    reader === undefined ? queue.statement(statement) : reader.use((client) => client.execute(statement))
  )
  return {
    read: (statement) => read(statement).catch(rethrow),
    write: (statement) => queue.statement(statement).catch(rethrow),
    begin: () => begin(writer, queue).catch(rethrow),
    async close() {
      await queue.close()
      reader?.close()
      writer.close()
    },
  }
}

/**
 * A statement that breaks a constraint undoes itself alone (https://www.sqlite.org/lang_conflict.html, ABORT), so its
 * neighbours are committed. Any other failure undoes all, and each statement is tried for itself to find the one at fault.
 */
async function commitGroup(writer: LocalConnection, statements: readonly Statement[]): Promise<readonly Outcome[]> {
  try {
    return await writer.use((client) => commitTogether(client, statements))
  } catch (error) {
    if (failureOf(error) !== 'statement') throw error
    if (statements.length === 1) return [{ error }]
    const outcomes: Outcome[] = []
    for (const statement of statements) {
      outcomes.push(...await commitGroup(writer, [statement]).catch((reason: unknown) => [{ error: reason }]))
    }
    return outcomes
  }
}

async function commitTogether(client: Client, statements: readonly Statement[]): Promise<readonly Outcome[]> {
  const transaction = await client.transaction('write')
  try {
    const outcomes: Outcome[] = []
    for (const statement of statements) outcomes.push(await attempt(transaction, statement))
    await transaction.commit()
    return outcomes
  } finally {
    endQuietly(transaction)
  }
}

async function attempt(transaction: Transaction, statement: Statement): Promise<Outcome> {
  try {
    return { result: await transaction.execute(statement) }
  } catch (error) {
    if (failureOf(error) !== 'constraint') throw error
    return { error }
  }
}

async function begin(writer: LocalConnection, queue: WriteQueue): Promise<LibsqlTransaction> {
  const endTurn = await queue.turn()
  try {
    return ownTransaction(writer, await writer.use((client) => client.transaction('write')), endTurn)
  } catch (error) {
    endTurn()
    throw error
  }
}

function ownTransaction(writer: LocalConnection, transaction: Transaction, endTurn: () => void): LibsqlTransaction {
  let statements = 0
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (failureOf(error) !== 'constraint') writer.distrust()
      throw publicError(error)
    }
  }
  return {
    execute: (statement): Promise<ResultSet> => run(async () => {
      statements += 1
      if (statements % statementsPerTurn === 0) await new Promise((resolve) => setImmediate(resolve))
      return transaction.execute(statement)
    }),
    async commit() {
      await run(() => transaction.commit())
      endTurn()
    },
    async rollback() {
      endQuietly(transaction)
      endTurn()
    },
  }
}

/** Rolls back what is still open, without hiding the error that led here. */
function endQuietly(transaction: Transaction): void {
  try {
    transaction.close()
  } catch {
    // The connection is replaced after any failure, and the database rolls back what it held.
  }
}

function rethrow(error: unknown): never {
  throw publicError(error)
}
