// The feature flags of the instance, in one row: a change of several flags is atomic, and a reader sees all of it or nothing.
import type { FeatureChange, FeatureFlags, FeatureSettings, FeatureStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { parseContent } from '../documents/content.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { key, required, schemaOf } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'

/** All flags, in one row. */
export interface FeaturesTable {
  readonly id: string
  /** The number of changes so far. */
  readonly sequence: number
  readonly changed_at: number
  /** JSON object of booleans. */
  readonly flags: string
}

/** The table of this store. */
export interface FeatureTables {
  readonly features: FeaturesTable
}

/** The migrations of this store. */
export function featureMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-features': {
      async up(db) {
        const { table, integer } = schemaOf(db, dialect)
        await table('features', (t) =>
          integer(integer(t.addColumn('id', 'text', key), 'sequence'), 'changed_at').addColumn('flags', 'text', required),
        )
      },
    },
  }
}

const id = 'instance'

/** Stores the feature flags. Changes that run concurrently are applied one after another. */
export function featureStore(db: Kysely<FeatureTables>): FeatureStore {
  async function get(): Promise<FeatureSettings> {
    const row = await db.selectFrom('features').selectAll().where('id', '=', id).executeTakeFirst()
    return row === undefined
      ? { flags: {}, sequence: 0 }
      : { flags: readFlags(row.flags), sequence: row.sequence, changedAt: row.changed_at }
  }

  /** Writes the flags; undefined if another change was written since `before` was read. */
  async function replace(before: FeatureSettings, flags: FeatureFlags, at: number): Promise<FeatureSettings | undefined> {
    const row = { sequence: before.sequence + 1, changed_at: at, flags: JSON.stringify(flags) }
    const written =
      before.sequence === 0
        ? await db
            .insertInto('features')
            .values({ id, ...row })
            .onConflict((conflict) => conflict.column('id').doNothing())
            .returning('id')
            .executeTakeFirst()
        : await db
            .updateTable('features')
            .set(row)
            .where('id', '=', id)
            .where('sequence', '=', before.sequence)
            .returning('id')
            .executeTakeFirst()
    return written === undefined ? undefined : { flags, sequence: row.sequence, changedAt: at }
  }

  async function change(next: (flags: FeatureFlags) => FeatureFlags, at: number): Promise<FeatureChange> {
    for (;;) {
      const before = await get()
      const flags = next(before.flags)
      if (areEqual(flags, before.flags)) return { before, after: before }
      const after = await replace(before, flags, at)
      // Each failed attempt means that another change succeeded, so this ends.
      if (after !== undefined) return { before, after }
    }
  }

  return {
    get,
    set: (flags, at) => change((before) => ({ ...before, ...flags }), at),
    reset: (at) => change(() => ({}), at),
  }
}

function readFlags(text: string): FeatureFlags {
  return Object.fromEntries(
    Object.entries(parseContent(text)).flatMap(([name, value]) => (typeof value === 'boolean' ? [[name, value]] : [])),
  )
}

function areEqual(one: FeatureFlags, other: FeatureFlags): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}
