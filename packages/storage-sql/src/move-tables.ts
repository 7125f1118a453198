// Moves everything from one database to another, whatever the tables are: those that the migrations create are copied row by row and then
// compared. The other database gets tables and rows in one transaction, so that a failure at any point leaves it empty.
import { StorageStartError, StorageUnavailable } from '@symbolon/core-protocol'
import type { OwnStore } from '@symbolon/core-protocol'
import { createQueryId } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from './database.ts'
import { comesAfter } from './directory/any-table.ts'
import type { AnyTables } from './directory/any-table.ts'
import { creationOf, migrateGroups, readDatabase } from './migrate.ts'
import { isRecord } from './needed-tables.ts'
import type { TableGroup } from './needed-tables.ts'
import type { SqlDialect } from './sql/dialect.ts'
import { storesRecorded } from './sql/own-stores.ts'
import { allGroups } from './stores.ts'
import { tableShapes } from './table-shapes.ts'
import type { TableShape } from './table-shapes.ts'

/** A database whose tables are read or written as they are. */
export interface OpenTables {
  readonly db: Kysely<Database>
  readonly dialect: SqlDialect
  /** @throws StorageStartError storage_locked while another program uses the database */
  checkUnused(): Promise<void>
  /** Must be called after every table was filled. */
  filled(): Promise<void>
  close(): Promise<void>
}

/** A table that was moved. */
export interface MovedTable {
  readonly name: string
  /** How many rows it has. */
  readonly rows: number
}

/** Takes what was done so far. @param phase whether rows are copied, or compared with their copies */
export type MoveProgress = (phase: 'copy' | 'compare', table: string, rows: number) => void

/** Values of one statement. It is far below what a database can bind (32 766 for SQLite). */
const valuesAtOnce = 8000
/** Rows of one statement: a row may have large documents. */
const rowsAtOnce = 500

/**
 * Copies every row of every table to a database without tables, and compares the copies. The database that is moved is brought up to date as
 * by a start, and otherwise stays as it is.
 *
 * @param own the stores of parts
 * @returns the tables
 * @throws StorageStartError storage_missing if there is nothing to move, storage_locked, storage_newer if the tables are of a later release,
 *   storage_exists if the other database has tables, storage_unsuitable if it refuses a row or if stores of parts are missing in `own`,
 *   storage_damaged if a copy differs; in each case the other database stays empty
 */
export async function moveTables(
  from: OpenTables,
  to: OpenTables,
  progress: MoveProgress,
  own: readonly OwnStore[] = [],
): Promise<readonly MovedTable[]> {
  await checkEmpty(to)
  await from.checkUnused()
  const { groups, tables: existing } = await migratedGroups(from, own)
  const statements = await creationOf(to.db, groupsThere(allGroups(to.dialect, own), groups, existing))
  // Rows that migrations of parts insert are copied as every other row.
  const creation = statements.filter(
    (each) => each.kind !== 'InsertQueryNode' || each.into === undefined || isRecord(each.into.table.identifier.name),
  )
  const shapes = tableShapes(creation)
  await checkKnown(from, shapes, own)
  const moved = await to.db.transaction().execute(async (target) => {
    const executor = target.getExecutor()
    for (const statement of creation) await target.executeQuery(executor.compileQuery(statement, createQueryId()))
    const tables = await reading(from, async (source) => await moveEach({ source, target: untyped(target) }, shapes, progress))
    // What was written meanwhile would be lost.
    await from.checkUnused()
    return tables
  })
  await to.filled()
  return moved
}

interface Databases {
  readonly source: Kysely<AnyTables>
  readonly target: Kysely<AnyTables>
}

/** Every read sees the same state. */
async function reading<T>({ db }: OpenTables, read: (source: Kysely<AnyTables>) => Promise<T>): Promise<T> {
  const transaction = await db.startTransaction().setAccessMode('read only').setIsolationLevel('repeatable read').execute()
  try {
    return await read(untyped(transaction))
  } finally {
    await transaction.rollback().execute()
  }
}

function untyped(db: Kysely<Database>): Kysely<AnyTables> {
  return db.$pickTables<never>().$extendTables<AnyTables>()
}

async function moveEach(databases: Databases, shapes: readonly TableShape[], progress: MoveProgress): Promise<readonly MovedTable[]> {
  for (const shape of shapes) await copyTable(databases, shape, (rows) => progress('copy', shape.name, rows))
  const moved: MovedTable[] = []
  for (const shape of shapes) {
    moved.push({ name: shape.name, rows: await compareTable(databases, shape, (rows) => progress('compare', shape.name, rows)) })
  }
  return moved
}

async function copyTable({ source, target }: Databases, shape: TableShape, progress: (rows: number) => void): Promise<void> {
  let rows = 0
  for await (const page of pagesOf(source, shape)) {
    await target
      .insertInto(shape.name)
      .values(page)
      .execute()
      .catch((error: unknown) => refuse(error, shape))
    rows += page.length
    progress(rows)
  }
}

/** Each database has its own limits, such as the size of a key. */
function refuse(error: unknown, { name }: TableShape): never {
  if (error instanceof StorageUnavailable) throw error
  const reason = error instanceof Error ? error.message : String(error)
  throw new StorageStartError('storage_unsuitable', `A row of the table ${name} cannot be stored there: ${reason}. Nothing was moved.`, {
    cause: error,
  })
}

/** @returns the number of rows */
async function compareTable({ source, target }: Databases, shape: TableShape, progress: (rows: number) => void): Promise<number> {
  let rows = 0
  const copies = pagesOf(target, shape)
  for await (const page of pagesOf(source, shape)) {
    const copy = await copies.next()
    if (copy.done === true || JSON.stringify(copy.value) !== JSON.stringify(page)) throw differs(shape)
    rows += page.length
    progress(rows)
  }
  if ((await copies.next()).done !== true) throw differs(shape)
  return rows
}

function differs({ name }: TableShape): StorageStartError {
  return new StorageStartError('storage_damaged', `The copy of the table ${name} differs from it. Nothing was moved.`)
}

/** All rows, in the order of their keys, which is the same on every database. */
async function* pagesOf(db: Kysely<AnyTables>, { name, columns, key }: TableShape): AsyncGenerator<readonly AnyTables[string][]> {
  const limit = Math.min(rowsAtOnce, Math.floor(valuesAtOnce / columns.length))
  let last: AnyTables[string] | undefined
  do {
    const after = last
    const query = db
      .selectFrom(name)
      .select([...columns])
      .$if(after !== undefined, (some) =>
        some.where((eb) =>
          comesAfter(
            eb,
            key,
            key.map((column) => after?.[column] ?? null),
          ),
        ),
      )
      .limit(limit)
    const page = await key.reduce((some, column) => some.orderBy(column), query).execute()
    if (page.length > 0) yield page
    last = page.length < limit ? undefined : page.at(-1)
  } while (last !== undefined)
}

/** @returns the groups that the database has, with the tables that it has */
function groupsThere(
  all: ReadonlyMap<string, TableGroup>,
  there: ReadonlyMap<string, TableGroup>,
  tables: readonly string[],
): ReadonlyMap<string, TableGroup> {
  return new Map(
    [...all]
      .filter(([name]) => there.has(name))
      .map(([name, group]) => [name, group.needed === undefined ? group : { ...group, needed: tables }]),
  )
}

/**
 * Brings the tables up to date.
 * @returns the groups and the tables that the database has
 * @throws StorageStartError storage_missing, storage_newer
 */
async function migratedGroups(
  { db, dialect }: OpenTables,
  own: readonly OwnStore[],
): Promise<{ readonly groups: ReadonlyMap<string, TableGroup>; readonly tables: readonly string[] }> {
  const known = allGroups(dialect, own)
  const present = (await readDatabase(db, [...known.keys()])).recorded
  if (present.size === 0) throw new StorageStartError('storage_missing', 'The database holds no instance: there is nothing to move.')
  const groups = new Map([...known].filter(([group]) => present.has(group)))
  await migrateGroups(db, groups, dialect)
  const { recorded, tables } = await readDatabase(db, [...groups.keys()])
  for (const [group, names] of recorded) {
    // A start can continue next to a later release. A copy would lack the additions of that release.
    if (names.some((name) => !Object.hasOwn(groups.get(group)?.migrations ?? {}, name))) throw newer(`added to the tables of ${group}`)
  }
  return { groups, tables: [...tables] }
}

/** @throws StorageStartError storage_newer, storage_unsuitable for tables that would be left out */
async function checkKnown({ db }: OpenTables, shapes: readonly TableShape[], own: readonly OwnStore[]): Promise<void> {
  const known = new Set(shapes.map(({ name }) => name))
  const tables = await tablesOf(db)
  const unknown = tables.filter((name) => !known.has(name) && !isRecord(name))
  if (unknown.length === 0) return
  const brought = storesRecorded(tables).filter((name) => own.every((store) => store.name !== name))
  if (brought.length === 0) throw newer(`added the table ${unknown.join(', ')}, or another program has`)
  throw new StorageStartError(
    'storage_unsuitable',
    `Parts of another composition have brought the stores ${brought.join(', ')}, and these tables are unknown here: ${unknown.join(', ')}. Nothing was moved. Call moveTables of @symbolon/storage-sql in a program with these parts, and pass their stores: see "A store" in docs/guides/own-parts.md.`,
  )
}

function newer(what: string): StorageStartError {
  return new StorageStartError(
    'storage_newer',
    `A later release has ${what}. Nothing was moved. Use the release that has used this database last.`,
  )
}

/** @throws StorageStartError storage_exists */
async function checkEmpty({ db }: OpenTables): Promise<void> {
  const [table] = await tablesOf(db)
  if (table === undefined) return
  throw new StorageStartError('storage_exists', `The database to move to is not empty: it has the table ${table}. Name an empty one.`)
}

/** Without those of SQLite itself. https://www.sqlite.org/fileformat2.html#internal_schema_objects */
async function tablesOf(db: Kysely<Database>): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  return tables.map(({ name }) => name).filter((name) => !name.startsWith('sqlite_'))
}
