// Kysely over a libSQL database. Kysely's own mutex is switched off: who waits for whom is decided by the database's queue.
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult, TransactionSettings } from 'kysely'
import type { LibsqlDatabase, LibsqlTransaction } from './database.ts'
import { toQueryResult, toStatement } from './statement.ts'

export function libsqlDialect(database: LibsqlDatabase): Dialect {
  return {
    createAdapter: () => new LibsqlAdapter(),
    createDriver: () => new LibsqlDriver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class LibsqlAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }

  /** A migration that fails half way leaves nothing behind. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class LibsqlConnection implements DatabaseConnection {
  readonly #database: LibsqlDatabase
  transaction: LibsqlTransaction | undefined

  constructor(database: LibsqlDatabase) {
    this.#database = database
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const statement = toStatement(query)
    if (this.transaction !== undefined) return toQueryResult(await this.transaction.execute(statement))
    // Anything that is not plainly a query counts as a write, which is always right.
    const reads = query.query.kind === 'SelectQueryNode'
    return toQueryResult(await (reads ? this.#database.read(statement) : this.#database.write(statement)))
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query)
  }
}

class LibsqlDriver implements Driver {
  readonly #database: LibsqlDatabase

  constructor(database: LibsqlDatabase) {
    this.#database = database
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<LibsqlConnection> {
    return new LibsqlConnection(this.#database)
  }

  async beginTransaction(connection: LibsqlConnection, { accessMode }: TransactionSettings): Promise<void> {
    const database = this.#database
    connection.transaction = await (accessMode === 'read only' ? database.snapshot?.() : undefined) ?? await database.begin()
  }

  async commitTransaction(connection: LibsqlConnection): Promise<void> {
    await connection.transaction?.commit()
    connection.transaction = undefined
  }

  async rollbackTransaction(connection: LibsqlConnection): Promise<void> {
    await connection.transaction?.rollback()
    connection.transaction = undefined
  }

  async releaseConnection(): Promise<void> {}

  /** The database is closed by whoever opened it. */
  async destroy(): Promise<void> {}
}
