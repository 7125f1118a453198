// Detects whether another process has written rows that lookups from memory depend on. Triggers record each transaction that writes one of the
// tables, by any writer: another instance, an instance of an earlier release, or an operator with psql. One small query, which all
// concurrent lookups share, reads the record.
//
// A transaction may commit later than one that began after it, so the record is read from the oldest transaction on that was under way at the
// last reading. https://www.postgresql.org/docs/current/functions-info.html#FUNCTIONS-PG-SNAPSHOT
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { StorageUnavailable } from '@symbolon/core-protocol'
import { cachedTables, Generation } from '@symbolon/storage-sql'
import type { Database } from '@symbolon/storage-sql'
import { sql } from 'kysely'
import type { Kysely, RawBuilder, Transaction } from 'kysely'
import { codeOf } from './errors.ts'
import type { RunByName } from './gathered-lookups.ts'

/** The table of the record. It belongs to no store: nothing in it is worth moving. */
export const changesTable = 'recent_changes'
const trigger = 'record_change'

/** Milliseconds by the clock of the server. After a longer time, nothing in memory counts. */
const longestGap = 30_000
/** Milliseconds. Every reader has read a row of the record after this time, or no longer trusts its memory. */
const recordedFor = 2 * longestGap

/** The result of a reading of the record. */
export interface Reading {
  /** The oldest transaction that was under way. */
  readonly horizon: string
  /** Stands for the changes from the horizon of the reading before on. */
  readonly since: string
  /** Stands for the changes from the horizon on. */
  readonly pending: string
  /** The start of the server. A different value comes from another server, or from the same server after a restart. */
  readonly started: string
  /** Where the last checkpoint is in the log. Recovery after a crash ends with a checkpoint, even if the server itself keeps running. */
  readonly checkpoint: string
  /** Milliseconds since the epoch. */
  readonly time: number
}

// Identifiers of rows only grow, so the sum changes with every row that is added. Rows from the backup of another server are left out.
const read = `
  select pg_snapshot_xmin(snapshot)::text as horizon,
    coalesce((select sum(id) from ${changesTable} where xid >= $1::text::xid8 and xid < pg_snapshot_xmax(snapshot)), 0)::text as since,
    coalesce((select sum(id) from ${changesTable} where xid >= pg_snapshot_xmin(snapshot) and xid < pg_snapshot_xmax(snapshot)), 0)::text as pending,
    pg_postmaster_start_time()::text as started,
    (select checkpoint_lsn::text from pg_control_checkpoint()) as checkpoint,
    (extract(epoch from clock_timestamp()) * 1000)::bigint as time
  from pg_current_snapshot() as snapshot`

// Transactions that no snapshot can see yet belong to another server, whose backup was restored.
const remove = `
  delete from ${changesTable} where id in (
    select id from ${changesTable} where xid < $1::text::xid8 or xid >= pg_snapshot_xmax(pg_current_snapshot()) for update skip locked)`

/** Follows the record of changes. */
export class Changes {
  /** Advances after a write of another process. */
  readonly generation: Generation = new Generation(() => this.#catchUp())
  readonly #run: RunByName
  #last: Reading | undefined
  #next: Promise<void> | undefined
  #underWay: Promise<void> = Promise.resolve()
  /** A reading after which the record is removed up to its horizon, when it is old enough. */
  #removable: Pick<Reading, 'horizon' | 'time'> | undefined

  constructor(run: RunByName) {
    this.#run = run
  }

  /** Callers share the next reading that begins. One at a time is under way, since each depends on the one before. */
  #catchUp(): Promise<void> {
    this.#next ??= this.#underWay.then(async () => {
      await nextTurn()
      this.#next = undefined
      const reading = this.#read()
      this.#underWay = reading.catch(() => undefined)
      await reading
    })
    return this.#next
  }

  async #read(): Promise<void> {
    const last = this.#last
    try {
      const [now] = await this.#run<Reading>(read, [last?.horizon ?? '0'])
      this.#last = now
      if (now === undefined || last === undefined || !continues(last, now) || now.since !== last.pending) this.generation.advance()
    } catch (error) {
      // Writes in the meantime are unknown.
      this.#last = undefined
      this.generation.advance()
      throw error
    }
  }

  /** Removes the rows that every reader has read. */
  async shrink(): Promise<void> {
    const [last, before] = [this.#last, this.#removable]
    if (last === undefined || (before !== undefined && last.time - before.time < recordedFor)) return
    this.#removable = last
    if (before !== undefined) await this.#run(remove, [before.horizon])
  }
}

function continues(last: Reading, now: Reading): boolean {
  const passed = now.time - last.time
  // A crash may give the numbers of transactions that were not committed to others.
  return now.started === last.started && now.checkpoint === last.checkpoint && passed >= 0 && passed <= longestGap
}

/** Milliseconds. While a trigger waits for its table, so do writers that come later. */
const longestWait = 500
const pauseBetweenWaits = 500

/**
 * Creates the triggers that are missing, and their table. An upgrade may have added tables, and a restoration may have switched triggers off.
 * @returns false on a server whose snapshots cannot be read like this, such as one that only speaks the protocol of Postgres
 */
export async function recordChanges(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<Server>`select version(), current_schema() as schema`.execute(db)
  const [server] = rows
  if (server === undefined || !hasSnapshots(server.version) || !(await mayReadCheckpoint(db))) return false
  const unrecorded = await unrecordedTables(db)
  if (unrecorded.length === 0) return true
  try {
    await db.transaction().execute(async (transaction) => {
      for (const statement of creation(server.schema)) await statement.execute(transaction)
    })
  } catch (error) {
    // Of several processes that start at the same time, one creates the record.
    if (!(await hasRecord(db))) throw error
  }
  for (const table of unrecorded) await recordTable(db, server.schema, table)
  return true
}

async function hasRecord(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ readonly has: boolean }>`
    select to_regclass(${changesTable}) is not null and to_regproc(${trigger}) is not null as has`.execute(db)
  return rows[0]?.has === true
}

/** Locks one table at a time and gives up soon, so that no writer waits for a transaction that another client has left open. */
async function recordTable(db: Kysely<Database>, schema: string, table: string): Promise<void> {
  for (;;) {
    try {
      await db.transaction().execute(async (transaction) => {
        await sql`set local lock_timeout = ${sql.lit(longestWait)}`.execute(transaction)
        await sql`lock table ${sql.id(schema, table)} in share row exclusive mode`.execute(transaction)
        await addTrigger(transaction, schema, table)
      })
      return
    } catch (error) {
      if (!(error instanceof StorageUnavailable) || codeOf(error.cause) !== lockNotAvailable) throw error
      await sleep(pauseBetweenWaits)
    }
  }
}

const lockNotAvailable = '55P03'

async function addTrigger(transaction: Transaction<Database>, schema: string, table: string): Promise<void> {
  const id = sql.id(schema, table)
  const { rows } = await sql`select tgname from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = current_schema()::regnamespace and relname = ${table} and tgname = ${trigger}`.execute(transaction)
  if (rows.length === 0)
    await sql`create trigger ${sql.id(trigger)} after insert or update or delete or truncate on ${id}
      for each statement execute function ${sql.id(schema, trigger)}()`.execute(transaction)
  // Also for writes that leave out foreign keys, as a restoration may.
  await sql`alter table ${id} enable always trigger ${sql.id(trigger)}`.execute(transaction)
}

interface Server {
  readonly version: string
  /** In which tables are created. */
  readonly schema: string
}

/** Servers that imitate Postgres have a longer version. */
export function hasSnapshots(version: string): boolean {
  const [, major] = /^PostgreSQL (\d+)(?:\.\d+)? /.exec(version) ?? []
  return Number(major) >= 13
}

/** Every user may execute the function, unless an administrator has revoked the right. */
async function mayReadCheckpoint(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ readonly may: boolean }>`
    select has_function_privilege('pg_catalog.pg_control_checkpoint()', 'execute') as may`.execute(db)
  return rows[0]?.may === true
}

async function unrecordedTables(db: Kysely<Database>): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname = any(string_to_array(${cachedTables.join()}, ','))
      and not (exists (select from pg_trigger where tgrelid = pg_class.oid and tgname = ${trigger} and tgenabled = 'A')
        and exists (select from pg_tables where schemaname = current_schema() and tablename = ${changesTable}))`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Records one row for each transaction: a setting that is local to the transaction states that the row exists. The function runs as the owner of
 * the tables, so that writers need no grant on the record. Its fixed search path prevents a caller's functions from running as the owner.
 * https://www.postgresql.org/docs/current/sql-createfunction.html#SQL-CREATEFUNCTION-SECURITY
 */
function creation(schema: string): readonly RawBuilder<unknown>[] {
  const changes = sql.id(schema, changesTable)
  return [
    sql`create table if not exists ${changes} (id bigint generated always as identity primary key, xid xid8 not null)`,
    sql`create index if not exists ${sql.id(`${changesTable}_xid`)} on ${changes} (xid)`,
    sql`create or replace function ${sql.id(schema, trigger)}() returns trigger language plpgsql
      security definer set search_path = pg_catalog, pg_temp as $$
      declare
        current text := tg_table_schema || ' ' || pg_current_xact_id();
      begin
        if current_setting('symbolon.recorded', true) is distinct from current then
          insert into ${changes} (xid) values (pg_current_xact_id());
          perform set_config('symbolon.recorded', current, true);
        end if;
        return null;
      end $$`,
  ]
}
