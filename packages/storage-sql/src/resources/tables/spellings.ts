// Spellings of names that earlier releases stored in the columns of canonical names: an address with the letters of an international domain, and a
// phone number with its separators. This release stores every name in canonical form, and finds the rows of earlier ones by their spellings.
import { canonicalLoginName, domainOfName, readableAddress } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { batchSize, chunks, chunkSize } from '../../sql/chunks.ts'
import type { SqlDialect } from '../../sql/dialect.ts'
import { key, required, schemaOf } from '../../sql/schema.ts'
import type { Migrations } from '../../sql/schema.ts'
import type { UserTables } from './users.ts'

/** A spelling of a name, which the name alone decides: no change of a user makes it wrong. */
export interface SpellingsTable {
  readonly spelling: string
  /** Another text than the spelling. */
  readonly canonical: string
}

/** The table of this file. */
export interface SpellingTables {
  readonly spellings: SpellingsTable
}

/** The migration that adds the table, and the spellings of what is stored. It reads the users in pages. */
export function spellingMigrations(dialect: SqlDialect): Migrations {
  return {
    '032-spellings': {
      async up(db) {
        const { table, index } = schemaOf(db, dialect)
        await table('spellings', (t) => t.addColumn('spelling', 'text', key).addColumn('canonical', 'text', required))
        await fillSpellings(db.$extendTables<FilledTables>())
        await index('spellings', ['canonical'])
      },
    },
  }
}

/** How many users the migration reads at once. */
const pageSize = 5000

type FilledTables = Pick<SpellingTables & UserTables, 'spellings' | 'users'>

async function fillSpellings(db: Kysely<FilledTables>): Promise<void> {
  let after = ''
  for (let isLast = false; !isLast;) {
    const rows = await db
      .selectFrom('users')
      .select(['user_id', 'user_name_canonical', 'email_canonical', 'phone_canonical'])
      .where('user_id', '>', after)
      .orderBy('user_id')
      .limit(pageSize)
      .execute()
    const names = new Set(rows.flatMap((row) => [row.user_name_canonical, row.email_canonical ?? '', row.phone_canonical ?? '']))
    const spellings = [...names].flatMap((spelling) => {
      const canonical = canonicalLoginName(spelling)
      return canonical === spelling ? [] : [{ spelling, canonical }]
    })
    for (const some of chunks(spellings, batchSize))
      await db
        .insertInto('spellings')
        .values(some)
        .onConflict((conflict) => conflict.column('spelling').doNothing())
        .execute()
    after = rows.at(-1)?.user_id ?? after
    isLast = rows.length < pageSize
  }
}

/** Canonical names that have other spellings: numbers, and addresses in international domains. */
function isSpelledOtherwise(name: string): boolean {
  return name.startsWith('+') || domainOfName(name).includes('xn--')
}

/**
 * @param names in canonical form
 * @returns the spellings by which columns hold each name, the canonical one first. Most names have no other, which takes no query
 */
export async function spellingsOf(
  db: Kysely<SpellingTables>,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly [string, ...string[]]>> {
  const spellings = new Map(
    names.map((name): [string, [string, ...string[]]] => {
      // An earlier release that still serves may have stored the name since the migration.
      const readable = readableAddress(name)
      return [name, readable === name ? [name] : [name, readable]]
    }),
  )
  for (const some of chunks(names.filter(isSpelledOtherwise), chunkSize)) {
    const rows = await db.selectFrom('spellings').selectAll().where('canonical', 'in', some).execute()
    for (const { canonical, spelling } of rows) {
      const known = spellings.get(canonical)
      if (known?.includes(spelling) === false) known.push(spelling)
    }
  }
  return spellings
}
