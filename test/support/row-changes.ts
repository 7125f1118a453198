// The rows of a database in memory that differ before and after a request. Triggers of the connection record each row that changes, so a
// comparison costs what was changed, and not what is stored.
import { AsyncLocalStorage } from 'node:async_hooks'
import { StorageUnavailable } from '@symbolon/core-protocol'
import type { Awaitable } from '@symbolon/core-protocol'
import { NativeConnection } from '../../packages/storage-libsql/src/native-connection.ts'

/** A row that was inserted, deleted or updated. */
export interface RowChange {
  readonly table: string
  readonly change: 'inserted' | 'deleted' | 'updated'
  /** The columns that differ. */
  readonly columns: readonly string[]
}

type Row = Readonly<Record<string, unknown>>

/** The changes of a database since the last `mark`. */
export interface ChangeLog {
  mark(): Awaitable<void>
  /** @returns the changes that remain: a row that was changed back did not change */
  changes(): Awaitable<readonly RowChange[]>
}

const opening = new AsyncLocalStorage<NativeConnection[]>()
let captures = false

/** @returns what `open` resolves with, and the connection to the database in memory that it opened, if it opened one */
export async function withConnection<T>(open: () => Promise<T>): Promise<{ readonly opened: T; readonly connection?: NativeConnection }> {
  captureConnections()
  const connections: NativeConnection[] = []
  const opened = await opening.run(connections, open)
  const [connection] = connections.filter(isInMemory)
  return connection === undefined ? { opened } : { opened, connection }
}

/** Keeps each connection that executes a statement within `withConnection`. */
function captureConnections(): void {
  if (captures) return
  captures = true
  const { execute } = NativeConnection.prototype
  NativeConnection.prototype.execute = function (statement) {
    const connections = opening.getStore()
    if (connections !== undefined && !connections.includes(this)) connections.push(this)
    return execute.call(this, statement)
  }
}

function isInMemory(connection: NativeConnection): boolean {
  return rowsOf(connection, 'pragma database_list').some(({ name, file }) => name === 'main' && file === '')
}

/** Begins to record the changes of all tables that the database has now. */
export function recordChanges(connection: NativeConnection): ChangeLog {
  const run = (sql: string): readonly Row[] => rowsOf(connection, sql)
  run('create temp table row_changes (id integer primary key, changed text, before text, after text)')
  for (const { name } of run("select name from main.sqlite_schema where type = 'table' and name not like 'sqlite_%'")) {
    const columns = run(`select name from pragma_table_info('${String(name)}')`).map((column) => String(column['name']))
    const row = (of: 'old' | 'new'): string => `json_object(${columns.map((column) => `'${column}', ${of}."${column}"`).join(', ')})`
    for (const [event, before, after] of [
      ['insert', 'null', row('new')],
      ['update', row('old'), row('new')],
      ['delete', row('old'), 'null'],
    ]) {
      run(
        `create temp trigger "record ${event} ${String(name)}" after ${event} on main."${String(name)}" begin
           insert into row_changes (changed, before, after) values ('${String(name)}', ${before}, ${after}); end`,
      )
    }
  }
  return {
    mark: () => void run('delete from temp.row_changes'),
    changes: () => remaining(run('select changed, before, after from temp.row_changes order by id')),
  }
}

/** @param rows of the table of changes, the oldest first */
export function remaining(rows: readonly Row[]): readonly RowChange[] {
  /** How often a row is there now, less how often it was there before, by its table and content. */
  const counts = new Map<string, number>()
  const count = (table: unknown, row: unknown, by: number): void => {
    if (typeof row !== 'string') return
    const key = JSON.stringify([table, row])
    counts.set(key, (counts.get(key) ?? 0) + by)
  }
  for (const { changed, before, after } of rows) {
    count(changed, before, -1)
    count(changed, after, 1)
  }
  const rest = [...counts].flatMap(([key, times]) => {
    const [table, row] = JSON.parse(key) as readonly [string, string]
    return times === 0 ? [] : [{ table, row: JSON.parse(row) as Row, isThere: times > 0 }]
  })
  const removed = rest.filter(({ isThere }) => !isThere)
  const added = rest.filter(({ isThere }) => isThere)
  const isPaired = (other: (typeof rest)[number]): boolean => added.some((each) => isSameObject(each, other))
  return [
    ...added.map(({ table, row }): RowChange => {
      const former = removed.find((each) => isSameObject(each, { table, row }))
      const columns = Object.keys(row).filter((name) => former === undefined || former.row[name] !== row[name])
      return { table, change: former === undefined ? 'inserted' : 'updated', columns }
    }),
    ...removed
      .filter((each) => !isPaired(each))
      .map(({ table, row }): RowChange => ({ table, change: 'deleted', columns: Object.keys(row) })),
  ]
}

/** The first column of each table is (a part of) its key. */
function isSameObject(one: { readonly table: string; readonly row: Row }, other: { readonly table: string; readonly row: Row }): boolean {
  return one.table === other.table && Object.values(one.row)[0] === Object.values(other.row)[0]
}

/** @returns no rows once the connection is closed */
function rowsOf(connection: NativeConnection, sql: string): readonly Row[] {
  try {
    return connection.execute({ sql, args: [] }).rows
  } catch (error) {
    if (error instanceof StorageUnavailable) return []
    throw error
  }
}
