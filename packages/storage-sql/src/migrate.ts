// Brings groups of tables up to date. Each group has a separate record, so that the set of stores may change between two starts.
import { StorageStartError } from '@symbolon/core-protocol'
import type { Kysely, RootOperationNode } from 'kysely'
import { Migrator } from 'kysely/migration'
import { canUse } from './compatibility.ts'
import type { Database } from './database.ts'
import { createTables, statementsOf } from './new-tables.ts'
import type { SqlDialect } from './sql/dialect.ts'
import { isOfPart } from './sql/own-stores.ts'
import type { Migrations } from './sql/schema.ts'

/** The tables in which Kysely records the migrations of each group. */
type Records = Readonly<Record<RecordName, { readonly name: string }>>
type RecordName = `migrations_of_${string}`

/**
 * Tables of groups that are new are created together. The other groups are migrated one after another.
 *
 * @param groups the migrations of each group, by its name
 * @throws StorageStartError `storage_newer` if a later release has changed the tables so that this one cannot use them
 */
export async function migrateGroups(db: Kysely<Database>, groups: ReadonlyMap<string, Migrations>, dialect: SqlDialect): Promise<void> {
  const recorded = await readRecords(db, [...groups.keys()])
  // A migration of a part may read what an earlier one wrote, or replace a table, so it runs on the database and not on a recorder.
  const added = [...groups].filter(([group]) => !recorded.has(group) && !isOfPart(group))
  try {
    const names = added.map(([group]) => group)
    if (added.length > 0) await createTables(db, dialect, names, (recorder) => migrateEach(recorder, added))
  } catch (error) {
    const now = await readRecords(db, [...groups.keys()])
    if (!added.some(([group]) => now.has(group))) throw error
    // Another process has created some of the tables meanwhile.
    return await migrateGroups(db, groups, dialect)
  }
  for (const [group, migrations] of groups) {
    const names = recorded.get(group) ?? (isOfPart(group) ? [] : undefined)
    if (names === undefined || isUpToDate(group, migrations, names)) continue
    try {
      // In one transaction, so that the record and the tables appear together.
      await db.transaction().execute((transaction) => migrateEach(transaction, [[group, migrations]]))
    } catch (error) {
      // Another process may have migrated the tables meanwhile, even one of a later release.
      const now = (await readRecords(db, [group])).get(group)
      if (now === undefined || !isUpToDate(group, migrations, now)) throw error
    }
  }
}

/** @returns the statements that create the tables of the groups, and the records of their migrations, on an empty database */
export async function creationOf(db: Kysely<Database>, groups: ReadonlyMap<string, Migrations>): Promise<readonly RootOperationNode[]> {
  return await statementsOf(db, (recorder) => migrateEach(recorder, [...groups]))
}

/** @throws StorageStartError `storage_newer` if this release cannot use the tables */
function isUpToDate(group: string, migrations: Migrations, recorded: readonly string[]): boolean {
  const known = Object.keys(migrations)
  if (!canUse(known, recorded)) throw newer(group)
  return known.every((name) => recorded.includes(name))
}

/**
 * Two queries for all groups: a database server may be far away, and most starts have nothing to migrate.
 * @returns the names of the migrations of each group that the database has
 */
export async function readRecords(db: Kysely<Database>, groups: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const tables = new Set((await db.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name))
  const present = groups.filter((group) => tables.has(recordOf(group)))
  const records = db.$extendTables<Records>()
  const [first, ...others] = present.map((group) =>
    records.selectFrom(recordOf(group)).select((table) => [table.val(group).as('group'), 'name']),
  )
  const rows = (await others.reduce((all, next) => all?.unionAll(next), first)?.execute()) ?? []
  return new Map(present.map((group) => [group, rows.filter((row) => row.group === group).map(({ name }) => name)]))
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

/** Whether the table belongs to the migrator: its records and its lock. */
export function isRecord(table: string): boolean {
  return /^migration(?:s|_lock)_of_/.test(table)
}

function recordOf(group: string): RecordName {
  return `migrations_of_${group}`
}
