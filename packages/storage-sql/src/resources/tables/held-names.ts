// Names that one transaction holds: others that need the same name wait for its end. A value that only one row may have, without a unique
// index on it, is checked while it is held. The table is empty between transactions.
import type { Kysely } from 'kysely'
import { batchSize, chunks } from '../../sql/chunks.ts'
import { key, schemaOf } from '../../sql/schema.ts'
import type { Migrations } from '../../sql/schema.ts'
import type { SqlDialect } from '../../sql/dialect.ts'

/** A name that a transaction holds. */
export interface HeldNamesTable {
  readonly name: string
}

/** The table of this file. */
export interface HeldNameTables {
  readonly held_names: HeldNamesTable
}

/** The migration that adds the table. */
export function heldNameMigrations(dialect: SqlDialect): Migrations {
  return {
    '010-held-names': {
      async up(db) {
        await schemaOf(db, dialect).table('held_names', (t) => t.addColumn('name', 'text', key))
      },
    },
  }
}

/**
 * Runs the work while the transaction holds the names. Another transaction that inserts the same name waits for the row of this one, and
 * then sees what this one has written.
 */
export async function holdingNames(trx: Kysely<HeldNameTables>, names: readonly string[], work: () => Promise<void>): Promise<void> {
  // In one order for all, so that no two transactions wait for one another. A statement inserts its rows one after another.
  const groups = [...chunks(names.toSorted(), batchSize)]
  for (const some of groups) {
    await trx
      .insertInto('held_names')
      .values(some.map((name) => ({ name })))
      .onConflict((conflict) => conflict.column('name').doUpdateSet((eb) => ({ name: eb.ref('excluded.name') })))
      .execute()
  }
  await work()
  for (const some of groups) await trx.deleteFrom('held_names').where('name', 'in', some).execute()
}
