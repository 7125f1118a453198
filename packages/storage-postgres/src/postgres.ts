// Storage in Postgres: any number of processes use one database.
import { StorageStartError, StorageUnavailable } from '@symbolon/core-protocol'
import type { OpenStorage, OwnStore, Storage, StoreName } from '@symbolon/core-protocol'
import { migrate, openStores } from '@symbolon/storage-sql'
import type { Database, OpenTables, SqlDialect } from '@symbolon/storage-sql'
import { HandleEmptyInListsPlugin, Kysely, replaceWithNoncontingentExpression, sql } from 'kysely'
import type { CompiledQuery } from 'kysely'
import { Calls } from './calls.ts'
import { Changes, recordChanges } from './changes.ts'
import { applicationName, openConnections, openForMigration } from './connections.ts'
import type { Connections } from './connections.ts'
import { GatheredInserts, insertsOneRow } from './gathered-inserts.ts'
import { gatheredLookUp, isLookUp } from './gathered-lookups.ts'
import type { RunByName } from './gathered-lookups.ts'
import { GatheredUpdates } from './gathered-updates.ts'
import { postgresDialect } from './dialect.ts'
import { codeOf, violation } from './errors.ts'
import { readOptions } from './options.ts'
import type { PostgresOptions, Target } from './options.ts'

/** The facts about Postgres that the SQL depends on. */
const sqlDialect: SqlDialect = {
  strictTables: false,
  snapshots: true,
  skipLocked: true,
  integer: 'bigint',
  parameter: (number) => `$${number}`,
  violation,
}

/**
 * Creates the storage. The database is opened when the provider starts. The database exists; its tables are created.
 * @throws TypeError with a `code` if an option is invalid
 * @example
 * const storage = postgres({ url: 'postgres://symbolon@db.example/symbolon', password })
 */
export function postgres(options: PostgresOptions): Storage {
  const target = readOptions(options)
  return { open: (names, own) => open(target, names, own) }
}

/**
 * Opens the tables of a database, as its user.
 * @throws StorageStartError storage_unreachable, storage_unsuitable, storage_unwritable
 * @throws TypeError with a `code` if an option is invalid
 */
export async function openTables(options: PostgresOptions): Promise<OpenTables> {
  const target = readOptions(options)
  const connections = openForMigration(target)
  const db = openKysely(connections)
  try {
    await checkEncoding(db, target)
  } catch (error) {
    await connections.end()
    throw startError(error, target)
  }
  return {
    db,
    dialect: sqlDialect,
    checkUnused: () => checkUnused(db, target),
    // Until autovacuum does it, queries would be planned for empty tables. https://www.postgresql.org/docs/current/sql-analyze.html
    filled: async () => void (await sql`analyze`.execute(db).catch(() => undefined)),
    close: () => connections.end(),
  }
}

async function open(target: Target, names: readonly StoreName[], own?: readonly OwnStore[]): Promise<OpenStorage> {
  const calls = new Calls()
  const forMigration = openForMigration(target)
  let recorded: boolean
  try {
    const db = openKysely(forMigration)
    await calls.run(() => checkEncoding(db, target))
    await calls.run(() => migrate(db, names, sqlDialect, own))
    recorded = await calls.run(() => recordChanges(db))
  } catch (error) {
    throw startError(error, target)
  } finally {
    await forMigration.end()
  }
  const connections = openConnections(target)
  const db = openKysely(connections)
  const gathered = gatheredInserts(connections, db)
  const changes = recorded ? new Changes((text, parameters) => connections.run(text, parameters)) : undefined
  const dialect: SqlDialect = {
    ...sqlDialect,
    ...shortcuts(connections, gathered),
    ...(changes === undefined ? {} : { generation: changes.generation, rowsInMemory: target.accessTokensInMemory }),
  }
  return {
    stores: calls.wrap(openStores(db, names, dialect, own)),
    probe: async () => ({ time: await calls.run(() => timeOf(connections)) }),
    load: () => ({
      connections: connections.load,
      repeatedCalls: calls.repeated,
      groups: gathered.groups,
      ...(changes === undefined ? {} : { lookups: changes.generation.lookups }),
    }),
    ...(changes === undefined ? {} : { shrink: () => calls.run(() => changes.shrink()) }),
    async close() {
      await calls.close()
      await connections.end()
    },
  }
}

function openKysely(connections: Connections): Kysely<Database> {
  return new Kysely<Database>({
    dialect: postgresDialect(connections),
    // Postgres refuses an empty list.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  })
}

function gatheredInserts(connections: Connections, db: Kysely<Database>): GatheredInserts {
  return new GatheredInserts({
    run: (text, parameters) => connections.run(text, parameters),
    compile: (node, id) => db.getExecutor().compileQuery(node, id),
  })
}

/** Ways around Kysely for what every request does: named statements, gathered insertions, and transactions with few waits. */
function shortcuts(connections: Connections, gathered: GatheredInserts): Pick<Required<SqlDialect>, 'prepare' | 'executeTogether'> {
  const run: RunByName = (text, parameters) => connections.run(text, parameters)
  const updates = new GatheredUpdates(run)
  return {
    prepare: <Row>(query: CompiledQuery) => {
      if (isLookUp(query)) {
        const lookUp = gatheredLookUp<Row>(query, run)
        return async (parameters) => ({ rows: await lookUp(parameters) })
      }
      if (!insertsOneRow(query)) return async (parameters) => ({ rows: await connections.run<Row>(query.sql, parameters) })
      return async (parameters) => {
        await gathered.insert({ ...query, parameters })
        return { rows: [] }
      }
    },
    async executeTogether(queries, conditional) {
      const updated = conditional ? updates.update(queries) : undefined
      if (updated !== undefined) return await updated
      const [query, ...others] = queries
      if (query === undefined || others.length > 0) return await connections.runTogether(queries, conditional)
      if (insertsOneRow(query)) {
        await gathered.insert(query)
        return true
      }
      const rows = await connections.run(query.sql, query.parameters)
      return !conditional || rows.length > 0
    },
  }
}

/** By the clock of the server, and not that of a transaction. https://www.postgresql.org/docs/current/functions-datetime.html */
async function timeOf(connections: Connections): Promise<number> {
  const [row] = await connections.run<{ readonly time: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::bigint as time',
    [],
  )
  if (row === undefined) throw new StorageUnavailable('The database returned no time.')
  return row.time
}

/** Every text of this service is Unicode. https://www.postgresql.org/docs/current/multibyte.html */
async function checkEncoding(db: Kysely<Database>, { database }: Target): Promise<void> {
  const { rows } = await sql<{ readonly server_encoding: string }>`show server_encoding`.execute(db)
  const encoding = rows[0]?.server_encoding
  if (encoding === 'UTF8') return
  throw new StorageStartError(
    'storage_unsuitable',
    `The database ${database} has the encoding ${encoding}. Create one with: create database ${database} encoding 'UTF8' template template0`,
  )
}

/**
 * A service that runs has connections, which it names.
 * https://www.postgresql.org/docs/current/monitoring-stats.html#MONITORING-PG-STAT-ACTIVITY-VIEW
 */
async function checkUnused(db: Kysely<Database>, { database }: Target): Promise<void> {
  const { rows } = await sql<{ readonly others: number }>`
    select count(*) as others from pg_stat_activity
    where datname = current_database() and application_name = ${applicationName} and pid <> pg_backend_pid()
  `.execute(db)
  const others = rows[0]?.others ?? 0
  if (others > 0) throw new StorageStartError('storage_locked', `A service has ${others} connections to the database ${database}.`)
}

/** The remedy for an error at the start, for operators. */
function startError(error: unknown, { host, port, user, database }: Target): unknown {
  if (error instanceof StorageStartError) return error
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  const unreachable = (message: string): StorageStartError => new StorageStartError('storage_unreachable', message, { cause: error })
  switch (codeOf(cause)) {
    case '28000':
    case '28P01':
      return unreachable(`Postgres rejected the user "${user}". Check the user, the password, and pg_hba.conf of the server.`)
    case '3D000':
      return unreachable(
        `The database ${database} does not exist. Create it: create database ${database} owner ${user} encoding 'UTF8' template template0`,
      )
    case '3F000':
    case '42501':
      return new StorageStartError(
        'storage_unwritable',
        `${user} may not create tables in ${database}. Make ${user} the owner of the database, or of a schema in its search path.`,
        { cause: error },
      )
    default:
      if (!(error instanceof StorageUnavailable)) return error
      return unreachable(
        `The Postgres server ${host}:${port} does not answer: ${cause instanceof Error ? cause.message : String(cause)}. Check the address, TLS, and that the server runs.`,
      )
  }
}
