// The Kysely dialect for a libSQL database. Kysely's own mutex is disabled, because the queue of the database orders the writes. All writes
// pass here, so this is where the generation advances.
import { changesGeneration } from '@symbolon/storage-sql'
import type { Generation, SqlDialect } from '@symbolon/storage-sql'
import { SqliteAdapter, SqliteQueryCompiler } from 'kysely'
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult, TransactionSettings } from 'kysely'
import type { LibsqlDatabase, LibsqlTransaction } from './database.ts'
import { TableNames } from './table-names.ts'
import { toQueryResult, toStatement } from './statement.ts'

/** Creates the dialect. @param generation advances when a change that it counts is visible */
export function libsqlDialect(database: LibsqlDatabase, generation?: Generation): Dialect {
  return {
    createAdapter: () => new LibsqlAdapter(),
    createDriver: () => new LibsqlDriver(database, generation),
    createIntrospector: (db) => new TableNames(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

type Execute = NonNullable<SqlDialect['execute']>

/** Runs statements outside transactions. */
export function executeAlone(database: LibsqlDatabase, generation?: Generation): Execute {
  return async (query, one) => {
    const statement = toStatement(query, one)
    // A statement that is not plainly a query is treated as a write, which is always safe.
    if (query.query.kind === 'SelectQueryNode') return toQueryResult(await database.read(statement))
    try {
      return toQueryResult(await database.write(statement))
    } finally {
      if (changesGeneration(query.query)) generation?.advance()
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
  readonly #alone: Execute
  #transaction: LibsqlTransaction | undefined
  /** Whether the transaction made a change that the generation counts. */
  #changed = false

  constructor(database: LibsqlDatabase, generation: Generation | undefined) {
    this.#database = database
    this.#generation = generation
    this.#alone = executeAlone(database, generation)
  }

  get inTransaction(): boolean {
    return this.#transaction !== undefined
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#transaction === undefined) return await this.#alone<Row>(query, false)
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
