// Adds tables to a group that a database has in part, because the compositions before needed no others.
import type { Kysely, RootOperationNode } from 'kysely'
import type { Database } from './database.ts'
import type { AnyTables } from './directory/any-table.ts'
import { createdTables, definitionsIn, restrictTo, withReferenced } from './needed-tables.ts'
import { compileAll } from './new-tables.ts'
import type { SqlDialect } from './sql/dialect.ts'
import { executeTogether } from './sql/execute-together.ts'

type Statements = readonly RootOperationNode[]

/**
 * Creates the needed tables that the database lacks, and those that they reference.
 * @param creation creates the whole group as it is now
 * @param tables that the database has
 */
export async function addTables(
  db: Kysely<Database>,
  dialect: SqlDialect,
  creation: Statements,
  tables: ReadonlySet<string>,
  needed: readonly string[],
): Promise<void> {
  const added = absent(withReferenced(creation, needed), tables)
  await executeTogether(db, dialect, compileAll(db, definitionsIn(restrictTo(creation, added))), false)
}

/** A group before and after its migrations. */
export interface GroupChange {
  /** Creates the whole group as it was. */
  readonly before: Statements
  /** Creates the whole group as it becomes. */
  readonly after: Statements
  /** The tables that the database has. */
  readonly tables: ReadonlySet<string>
  readonly needed: readonly string[]
}

/**
 * Migrates a group that the database may have in part. Migrations change any table of their group, so the absent ones are created before and removed
 * after it, unless they are needed or a migration has filled them.
 */
export async function keepNeeded(
  transaction: Kysely<Database>,
  { before, after, tables, needed }: GroupChange,
  migrate: () => Promise<void>,
): Promise<void> {
  const run = async (statements: Statements): Promise<void> => {
    for (const query of compileAll(transaction, statements)) await transaction.executeQuery(query)
  }
  await run(definitionsIn(restrictTo(before, absent(createdTables(before), tables))))
  await migrate()
  const all = createdTables(after)
  const filled: string[] = []
  for (const table of absent(all, tables)) if (await hasRows(transaction, table)) filled.push(table)
  const kept = withReferenced(after, [...all.filter((table) => tables.has(table)), ...needed, ...filled])
  for (const table of all.toReversed()) if (!kept.has(table)) await transaction.schema.dropTable(table).execute()
}

function absent(names: Iterable<string>, tables: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...names].filter((name) => !tables.has(name)))
}

async function hasRows(db: Kysely<Database>, table: string): Promise<boolean> {
  const rows = await db.$pickTables<never>().$extendTables<AnyTables>().selectFrom(table).selectAll().limit(1).execute()
  return rows.length > 0
}
