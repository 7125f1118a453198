// Brings groups of tables up to date. Each group has a record of its own, so that the set of stores may change between two starts.
import { StorageStartError } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
import type { Migrations } from './sql/schema.ts'

/** The tables in which Kysely records the migrations of each group. */
type Records = Readonly<Record<RecordName, { readonly name: string }>>
type RecordName = `migrations_of_${string}`

/**
 * @param groups the migrations of each group, by its name
 * @throws StorageStartError `storage_newer` if a later release has changed the tables
 */
export async function migrateGroups(db: Kysely<Database>, groups: ReadonlyMap<string, Migrations>): Promise<void> {
  const recorded = await readRecords(db, [...groups.keys()])
  for (const [group, migrations] of groups) {
    if (!isUpToDate(migrations, recorded.get(group) ?? [])) await migrateGroup(db, group, migrations)
  }
}

function isUpToDate(migrations: Migrations, recorded: readonly { readonly name: string }[]): boolean {
  const known = Object.keys(migrations)
  return recorded.length === known.length && recorded.every(({ name }) => known.includes(name))
}

/** Two queries for all groups: a database server may be far away, and most starts have nothing to migrate. */
async function readRecords(
  db: Kysely<Database>,
  groups: readonly string[],
): Promise<ReadonlyMap<string, readonly { readonly name: string }[]>> {
  const tables = new Set((await db.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name))
  const records = db.$extendTables<Records>()
  const [first, ...others] = groups
    .filter((group) => tables.has(recordOf(group)))
    .map((group) => records.selectFrom(recordOf(group)).select((table) => [table.val(group).as('group'), 'name']))
  const rows = (await others.reduce((all, next) => all?.unionAll(next), first)?.execute()) ?? []
  return Map.groupBy(rows, ({ group }) => group)
}

/** In one transaction, so that the record and the tables appear together. */
async function migrateGroup(db: Kysely<Database>, group: string, migrations: Migrations): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const migrator = new Migrator({
      db: transaction,
      provider: { getMigrations: async () => ({ ...migrations }) },
      migrationTableName: recordOf(group),
      migrationLockTableName: `migration_lock_of_${group}`,
    })
    const { error } = await migrator.migrateToLatest()
    if (error === undefined) return
    // Kysely has no error type for this case.
    if (error instanceof Error && error.message.startsWith('corrupted migrations')) {
      throw new StorageStartError(
        'storage_newer',
        `The tables of ${group} were made by a later release. Start that release, or restore a backup from before it.`,
        { cause: error },
      )
    }
    throw error
  })
}

function recordOf(group: string): RecordName {
  return `migrations_of_${group}`
}
