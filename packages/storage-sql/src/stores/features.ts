// The flags of the instance, all in one row: a change of several is one change, and whoever reads them reads a state that there was.
import type { FeatureChange, FeatureFlags, FeatureSettings, FeatureStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { parseContent } from '../documents/content.ts'
import type { Database } from '../database.ts'

const id = 'instance'

export function featureStore(db: Kysely<Database>): FeatureStore {
  async function get(): Promise<FeatureSettings> {
    const row = await db.selectFrom('features').selectAll().where('id', '=', id).executeTakeFirst()
    return row === undefined ? { flags: {}, sequence: 0 } : { flags: readFlags(row.flags), sequence: row.sequence, changedAt: row.changed_at }
  }

  /** Writes unless somebody else has written since `before` was read. */
  async function replace(before: FeatureSettings, flags: FeatureFlags, at: number): Promise<FeatureSettings | undefined> {
    const row = { sequence: before.sequence + 1, changed_at: at, flags: JSON.stringify(flags) }
    const written = before.sequence === 0
      ? await db.insertInto('features').values({ id, ...row }).onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id').executeTakeFirst()
      : await db.updateTable('features').set(row).where('id', '=', id).where('sequence', '=', before.sequence)
        .returning('id').executeTakeFirst()
    return written === undefined ? undefined : { flags, sequence: row.sequence, changedAt: at }
  }

  async function change(next: (flags: FeatureFlags) => FeatureFlags, at: number): Promise<FeatureChange> {
    for (;;) {
      const before = await get()
      const flags = next(before.flags)
      if (areEqual(flags, before.flags)) return { before, after: before }
      const after = await replace(before, flags, at)
      // Who lost has lost to somebody: one of any number that come together gets on.
      if (after !== undefined) return { before, after }
    }
  }

  return {
    get,
    set: (flags, at) => change((before) => ({ ...before, ...flags }), at),
    reset: (at) => change(() => ({}), at),
  }
}

function readFlags(json: string): FeatureFlags {
  return Object.fromEntries(Object.entries(parseContent(json)).flatMap(([name, value]) => typeof value === 'boolean' ? [[name, value]] : []))
}

function areEqual(one: FeatureFlags, other: FeatureFlags): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}
