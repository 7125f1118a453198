// The pool of connections, and what every statement on them has in common: bound values, names of statements, and errors for callers.
import { checkServerIdentity } from 'node:tls'
import { StorageUnavailable } from '@symbolon/core-protocol'
import type { StorageLoad } from '@symbolon/core-protocol'
import type { CompiledQuery, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { Pool, types } from 'pg'
import type { PoolClient, PoolConfig } from 'pg'
import { bindValue } from './bind-value.ts'
import { failureOf, publicError } from './errors.ts'
import type { Target } from './options.ts'
import { StatementNames } from './statement-names.ts'

/** What `pg_stat_activity` shows of the connections. */
export const applicationName = 'symbolon'
/** Milliseconds. The answer to a statement that the server has cancelled arrives before this process gives up. */
const grace = 1000
/** After this time a connection is replaced, so that the load spreads again after servers were added or have failed. */
const longestLifetimeSeconds = 1800
const int8 = 20

/** The pool as Kysely uses it. */
export class Connections implements PostgresPool {
  readonly options: object = {}
  readonly #pool: Pool
  readonly #names: StatementNames
  /** Kysely keeps what it knows about a connection by its object. */
  readonly #known = new WeakMap<PoolClient, Connection>()
  readonly #inUse = new Set<Connection>()

  constructor(config: PoolConfig, names: StatementNames) {
    this.#pool = new Pool(config)
    this.#names = names
    // Without listeners the process would end. The next use of the connection reports the error.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  /** @throws StorageUnavailable if there is no connection in time */
  async connect(): Promise<Connection> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw new StorageUnavailable('There is no connection to the database.', { cause: error })
    })
    const connection = this.#known.get(client) ?? new Connection(client, this.#names)
    this.#known.set(client, connection)
    this.#inUse.add(connection)
    connection.take((destroy) => {
      this.#inUse.delete(connection)
      client.release(destroy)
    })
    return connection
  }

  /** Runs one statement that the server keeps the plan of. */
  async run<Row>(sql: string, parameters: readonly unknown[]): Promise<readonly Row[]> {
    const connection = await this.connect()
    try {
      return (await connection.queryByName<Row>(sql, parameters)).rows
    } finally {
      connection.release()
    }
  }

  /**
   * Runs queries in one transaction.
   * @param conditional whether the first query is a condition: if it returns no row, nothing is changed
   * @returns false if the condition was not met
   */
  async runTogether(queries: readonly CompiledQuery[], conditional: boolean): Promise<boolean> {
    const connection = await this.connect()
    try {
      await connection.query('begin', [])
      for (const [index, { sql, parameters }] of queries.entries()) {
        const { rows } = await connection.queryByName(sql, parameters)
        if (!conditional || index > 0 || rows.length > 0) continue
        await connection.query('rollback', [])
        return false
      }
      await connection.query('commit', [])
      return true
    } catch (error) {
      await connection.query('rollback', []).catch(() => connection.release(true))
      throw error
    } finally {
      connection.release()
    }
  }

  /** The numbers of connections in use, of free connections, and of calls that wait for a connection. */
  get load(): NonNullable<StorageLoad['connections']> {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
  }

  /** Closes every connection, including connections in use. */
  async end(): Promise<void> {
    const ended = this.#pool.end()
    for (const connection of this.#inUse) connection.release(true)
    await ended
  }
}

/** One connection. */
class Connection implements PostgresPoolClient {
  readonly #client: PoolClient
  readonly #names: StatementNames
  #release: ((destroy: boolean) => void) | undefined
  /** Whether its state is unknown, after an answer did not arrive. */
  #broken = false

  constructor(client: PoolClient, names: StatementNames) {
    this.#client = client
    this.#names = names
  }

  take(release: (destroy: boolean) => void): void {
    this.#release = release
  }

  /** Gives the connection back, once. @param destroy closes it instead */
  release(destroy = false): void {
    const release = this.#release
    this.#release = undefined
    if (destroy) this.#broken = true
    release?.(this.#broken)
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  /** Cursors are for streams, which no store uses. */
  query<R>(cursor: never): R
  query<R>(sql: string, parameters: readonly unknown[] = []): Promise<PostgresQueryResult<R>> {
    return this.#query(sql, parameters)
  }

  queryByName<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    return this.#query(sql, parameters, this.#names.nameOf(sql))
  }

  async #query<R>(text: string, parameters: readonly unknown[], name?: string): Promise<PostgresQueryResult<R>>
  async #query(text: string, parameters: readonly unknown[], name?: string): Promise<PostgresQueryResult<unknown>> {
    // The server rolls back the transaction of a connection that is closed.
    if (this.#broken && text === 'rollback') return { command: 'ROLLBACK', rowCount: 0, rows: [] }
    if (this.#broken) throw new StorageUnavailable('The connection to the database is lost.')
    const values = parameters.map(bindValue)
    try {
      const { command, rowCount, rows } = await this.#client.query<object>({ text, values, ...(name === undefined ? {} : { name }) })
      return { command: commandOf(command), rowCount: rowCount ?? 0, rows }
    } catch (error) {
      const failure = failureOf(error)
      this.#broken ||= failure === 'unavailable' || failure === 'outdated'
      if (failure === 'outdated') this.#names.renew()
      throw publicError(error)
    }
  }
}

/** Kysely asks which of these a statement was. */
function commandOf(command: string): PostgresQueryResult<unknown>['command'] {
  switch (command) {
    case 'UPDATE':
    case 'DELETE':
    case 'INSERT':
    case 'MERGE':
    case 'COMMIT':
    case 'ROLLBACK':
      return command
    default:
      return 'SELECT'
  }
}

/** The connections of a storage. */
export function openConnections(target: Target): Connections {
  const { statementTimeout, poolSize } = target
  return new Connections(
    {
      ...configOf(target),
      max: poolSize,
      query_timeout: (statementTimeout === 0 ? 10_000 : statementTimeout) + grace,
      ...(statementTimeout === 0
        ? {}
        : { statement_timeout: statementTimeout, idle_in_transaction_session_timeout: Math.max(statementTimeout, idleInTransaction) }),
    },
    new StatementNames(target.namedStatements),
  )
}

/** A single connection for migrations, which may take as long as large tables need. */
export function openForMigration(target: Target): Connections {
  return new Connections({ ...configOf(target), max: 1 }, new StatementNames(false))
}

function configOf({ host, port, user, password, database, settings, tls, ca, waitLimit }: Target): PoolConfig {
  return {
    host,
    port,
    user,
    ...(password === undefined ? {} : { password }),
    database,
    ...(settings === undefined ? {} : { options: settings }),
    application_name: applicationName,
    ssl:
      tls === 'disable'
        ? false
        : {
            rejectUnauthorized: true,
            // The driver passes a name on and no address.
            checkServerIdentity: (_, certificate) => checkServerIdentity(host, certificate),
            ...(ca === undefined ? {} : { ca }),
          },
    connectionTimeoutMillis: waitLimit,
    keepAlive: true,
    maxLifetimeSeconds: longestLifetimeSeconds,
    types: {
      // Times are in bigint columns. They are far below 2^53.
      getTypeParser: (oid: number, format?: 'text' | 'binary') => (oid === int8 ? Number : types.getTypeParser(oid, format)),
    },
  }
}

/** Milliseconds. A snapshot does nothing in the database while its reader waits for a slow client. */
const idleInTransaction = 60_000
