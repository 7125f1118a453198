// The Kysely dialect for a libSQL database. Kysely's own mutex is disabled, because the queue of the database orders the writes. All writes
// pass here, so this is where the generation advances.
import type { Awaitable } from '@symbolon/core-protocol'
import { changesGeneration } from '@symbolon/storage-sql'
import type { Generation, RunPrepared, SqlDialect } from '@symbolon/storage-sql'
import { SqliteAdapter, SqliteQueryCompiler } from 'kysely'
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult, TransactionSettings } from 'kysely'
import type { LibsqlDatabase, LibsqlTransaction } from './database.ts'
import { TableNames } from './table-names.ts'
import { only, returnsOne, toQueryResult, toStatement, toValue } from './statement.ts'
import type { Result } from './statement.ts'

/** Creates the dialect. @param generation advances when a change that it counts is visible */
export function libsqlDialect(database: LibsqlDatabase, generation?: Generation): Dialect {
  return {
    createAdapter: () => new LibsqlAdapter(),
    createDriver: () => new LibsqlDriver(database, generation),
    createIntrospector: (db) => new TableNames(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

type Run = (parameters: readonly unknown[]) => Awaitable<Result>

/** Prepares statements that run outside transactions. */
export function prepareAlone(database: LibsqlDatabase, generation?: Generation): NonNullable<SqlDialect['prepare']> {
  return (query, one) => typed(runAlone(database, query, one || returnsOne(query), generation))
}

/** The type of the rows is inferred by Kysely from the query and cannot be checked here. */
function typed<Row>(run: Run): RunPrepared<Row>
function typed(run: Run): Run {
  return run
}

function runAlone(database: LibsqlDatabase, { sql, query }: CompiledQuery, first: boolean, generation: Generation | undefined): Run {
  // A statement that is not plainly a query is treated as a write, which is always safe.
  if (query.kind === 'SelectQueryNode') return (parameters) => database.read({ sql, args: parameters.map(toValue), first })
  const advances = changesGeneration(query)
  return async (parameters) => {
    try {
      return only(await database.write({ statements: [{ sql, args: parameters.map(toValue), first }] }))
    } finally {
      if (advances) generation?.advance()
    }
  }
}

/** Runs queries that take effect together, in one commit with queries of other callers. */
export function executeTogether(database: LibsqlDatabase, generation?: Generation): NonNullable<SqlDialect['executeTogether']> {
  return async (queries, conditional) => {
    const statements = queries.map(toStatement)
    try {
      if (!conditional) {
        await database.write({ statements })
        return true
      }
      const [condition, ...others] = statements
      if (condition === undefined) return true
      const results = await database.write({ statements: [{ ...condition, first: true }, ...others], conditional })
      return results[0]?.rows.length !== 0
    } finally {
      if (queries.some(({ query }) => changesGeneration(query))) generation?.advance()
    }
  }
}

class LibsqlAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }

  /** A migration that fails is rolled back as a whole. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class LibsqlConnection implements DatabaseConnection {
  readonly #database: LibsqlDatabase
  readonly #generation: Generation | undefined
  #transaction: LibsqlTransaction | undefined
  /** Whether the transaction made a change that the generation counts. */
  #changed = false

  constructor(database: LibsqlDatabase, generation: Generation | undefined) {
    this.#database = database
    this.#generation = generation
  }

  get inTransaction(): boolean {
    return this.#transaction !== undefined
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#transaction === undefined) {
      return toQueryResult(await runAlone(this.#database, query, returnsOne(query), this.#generation)(query.parameters))
    }
    this.#changed ||= changesGeneration(query.query)
    return toQueryResult(await this.#transaction.execute(toStatement(query)))
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query)
  }

  async begin({ accessMode }: TransactionSettings): Promise<void> {
    const database = this.#database
    this.#changed = false
    this.#transaction = (await (accessMode === 'read only' ? database.snapshot?.() : undefined)) ?? (await database.begin())
  }

  async commit(): Promise<void> {
    try {
      await this.#transaction?.commit()
      this.#transaction = undefined
    } finally {
      // After an error too: it is unknown whether the transaction was committed.
      if (this.#changed) this.#generation?.advance()
    }
  }

  async rollback(): Promise<void> {
    const transaction = this.#transaction
    this.#transaction = undefined
    await transaction?.rollback()
  }
}

class LibsqlDriver implements Driver {
  readonly #database: LibsqlDatabase
  readonly #generation: Generation | undefined
  /** Connections are reused, because Kysely keeps track of every connection that it has seen. */
  readonly #idle: LibsqlConnection[] = []

  constructor(database: LibsqlDatabase, generation: Generation | undefined) {
    this.#database = database
    this.#generation = generation
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<LibsqlConnection> {
    return this.#idle.pop() ?? new LibsqlConnection(this.#database, this.#generation)
  }

  beginTransaction(connection: LibsqlConnection, settings: TransactionSettings): Promise<void> {
    return connection.begin(settings)
  }

  commitTransaction(connection: LibsqlConnection): Promise<void> {
    return connection.commit()
  }

  rollbackTransaction(connection: LibsqlConnection): Promise<void> {
    return connection.rollback()
  }

  async releaseConnection(connection: LibsqlConnection): Promise<void> {
    if (!connection.inTransaction) this.#idle.push(connection)
  }

  /** The caller that opened the database closes it. */
  async destroy(): Promise<void> {}
}
