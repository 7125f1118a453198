// Brings groups of tables up to date. Each group has a separate record, so that the set of stores may change between two starts.
import { StorageStartError } from '@symbolon/core-protocol'
import type { Kysely, RootOperationNode } from 'kysely'
import { Migrator } from 'kysely/migration'
import { addTables, keepNeeded } from './added-tables.ts'
import { canUse } from './compatibility.ts'
import type { Database } from './database.ts'
import { restrictTo, withReferenced } from './needed-tables.ts'
import type { TableGroup } from './needed-tables.ts'
import { createTables, statementsOf } from './new-tables.ts'
import type { SqlDialect } from './sql/dialect.ts'
import { isOfPart } from './sql/own-stores.ts'
import type { Migrations } from './sql/schema.ts'

/** The tables in which Kysely records the migrations of each group. */
type Records = Readonly<Record<RecordName, { readonly name: string }>>
type RecordName = `migrations_of_${string}`

/** What a database has. */
export interface Found {
  /** The names of all tables. */
  readonly tables: ReadonlySet<string>
  /** The names of the migrations that the database has, by group. */
  readonly recorded: ReadonlyMap<string, readonly string[]>
}

/**
 * Groups that the database has are migrated one after another. Then the tables of new groups are created together: they may reference tables of the
 * others. Of a group with `needed`, only these tables are created; tables that a composition before has created stay.
 *
 * @param groups by name
 * @throws StorageStartError `storage_newer` if a later release has changed the tables so that this one cannot use them
 */
export async function migrateGroups(db: Kysely<Database>, groups: ReadonlyMap<string, TableGroup>, dialect: SqlDialect): Promise<void> {
  const found = await readDatabase(db, [...groups.keys()])
  // A migration of a part may read what an earlier one wrote, or replace a table, so it runs on the database and not on a recorder.
  const added = new Map([...groups].filter(([group]) => !found.recorded.has(group) && !isOfPart(group)))
  for (const [name, group] of groups) if (found.recorded.has(name)) await bringUpToDate(db, name, group, found, dialect)
  try {
    if (added.size > 0) await createTables(db, dialect, keyOf(added), async () => await creationOf(db, added))
  } catch (error) {
    const now = await readDatabase(db, [...groups.keys()])
    if (![...added.keys()].some((group) => now.recorded.has(group))) throw error
    // Another process has created some of the tables meanwhile.
    return await migrateGroups(db, groups, dialect)
  }
  for (const [name, group] of groups) if (isOfPart(name) && !found.recorded.has(name)) await bringUpToDate(db, name, group, found, dialect)
}

/** Tables with the same key have the same creation. */
function keyOf(groups: ReadonlyMap<string, TableGroup>): string {
  return JSON.stringify([...groups].map(([group, { migrations, needed }]) => [group, Object.keys(migrations), needed]))
}

/** @param found what the database had before, with this group or without a group of a part */
async function bringUpToDate(
  db: Kysely<Database>,
  name: string,
  group: TableGroup,
  { tables, recorded }: Found,
  dialect: SqlDialect,
): Promise<void> {
  const { migrations, needed = [] } = group
  const names = recorded.get(name) ?? []
  const isChanged = !isUpToDate(name, migrations, names)
  if (!isChanged && needed.every((table) => tables.has(table))) return
  // The statements of this release would create the tables of an earlier state.
  if (names.some((each) => !Object.hasOwn(migrations, each))) throw newer(name)
  const creation = async (of: Migrations): Promise<readonly RootOperationNode[]> =>
    await creationOf(db, new Map([[name, { migrations: of }]]))
  try {
    if (!isChanged) return await addTables(db, dialect, await creation(migrations), tables, needed)
    // In one transaction, so that the record and the tables appear together.
    await db.transaction().execute(async (transaction) => {
      const migrate = async (): Promise<void> => await migrateEach(transaction, [[name, migrations]])
      if (group.needed === undefined) return await migrate()
      const before = Object.fromEntries(Object.entries(migrations).filter(([each]) => names.includes(each)))
      await keepNeeded(transaction, { before: await creation(before), after: await creation(migrations), tables, needed }, migrate)
    })
  } catch (error) {
    // Another process may have migrated the tables meanwhile, even one of a later release.
    const now = await readDatabase(db, [name])
    const record = now.recorded.get(name)
    if (record === undefined || (record.length === names.length && !needed.some((table) => now.tables.has(table) && !tables.has(table))))
      throw error
    await bringUpToDate(db, name, group, now, dialect)
  }
}

/** @returns the statements that create the needed tables of the groups, and the records of their migrations, on an empty database */
export async function creationOf(db: Kysely<Database>, groups: ReadonlyMap<string, TableGroup>): Promise<readonly RootOperationNode[]> {
  const all: RootOperationNode[] = []
  for (const [name, { migrations, needed }] of groups) {
    const statements = await statementsOf(db, (recorder) => migrateEach(recorder, [[name, migrations]]))
    all.push(...(needed === undefined ? statements : restrictTo(statements, withReferenced(statements, needed))))
  }
  return all
}

/** @throws StorageStartError `storage_newer` if this release cannot use the tables */
function isUpToDate(group: string, migrations: Migrations, recorded: readonly string[]): boolean {
  const known = Object.keys(migrations)
  if (!canUse(known, recorded)) throw newer(group)
  return known.every((name) => recorded.includes(name))
}

/** Two queries for all groups: a database server may be far away, and most starts have nothing to migrate. */
export async function readDatabase(db: Kysely<Database>, groups: readonly string[]): Promise<Found> {
  const tables = new Set((await db.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name))
  const present = groups.filter((group) => tables.has(recordOf(group)))
  const records = db.$extendTables<Records>()
  const [first, ...others] = present.map((group) =>
    records.selectFrom(recordOf(group)).select((table) => [table.val(group).as('group'), 'name']),
  )
  const rows = (await others.reduce((all, next) => all?.unionAll(next), first)?.execute()) ?? []
  return { tables, recorded: new Map(present.map((group) => [group, rows.filter((row) => row.group === group).map(({ name }) => name)])) }
}

async function migrateEach(db: Kysely<Database>, groups: readonly (readonly [string, Migrations])[]): Promise<void> {
  for (const [group, migrations] of groups) {
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => ({ ...migrations }) },
      migrationTableName: recordOf(group),
      migrationLockTableName: `migration_lock_of_${group}`,
    })
    const { error } = await migrator.migrateToLatest()
    if (error !== undefined) throw publicError(error, group)
  }
}

/** Kysely has no error type for a record with unknown migrations. */
function publicError(error: unknown, group: string): unknown {
  if (!(error instanceof Error && error.message.startsWith('corrupted migrations'))) return error
  return newer(group, error)
}

function newer(group: string, cause?: unknown): StorageStartError {
  return new StorageStartError(
    'storage_newer',
    `A later release has changed the tables of ${group} so that this one cannot use them. Start that release, or restore a backup from before it.`,
    { cause },
  )
}

function recordOf(group: string): RecordName {
  return `migrations_of_${group}`
}
