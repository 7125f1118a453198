// The migrations of the words by which resources are searched for.
import { searchedKinds } from '@symbolon/core-protocol'
import type { ResourceKind } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { parseContent } from '../../documents/content.ts'
import { chunks } from '../../sql/chunks.ts'
import type { SqlDialect } from '../../sql/dialect.ts'
import { owned, required, schemaOf } from '../../sql/schema.ts'
import type { Migrations } from '../../sql/schema.ts'
import { mostListed } from './large-organizations.ts'
import { searchedTables, searchedWords } from './searched-words.ts'
import type { SearchedWord, SearchedWordTables } from './searched-words.ts'

/** The migrations that add the tables, and the words of what is stored. */
export function searchedWordMigrations(dialect: SqlDialect): Migrations {
  return {
    // Each word stood in three trees. `018` fills the table that replaces this one.
    '015-searched-words': {
      async up(db) {
        const { table, index } = schemaOf(db, dialect)
        await table(
          'searched_words',
          (t) =>
            t
              .addColumn('resource_kind', 'text', required)
              .addColumn('word', 'text', required)
              .addColumn('id', 'text', required)
              .addColumn('org_id', 'text', owned('orgs.org_id'))
              .addPrimaryKeyConstraint('searched_words_key', ['resource_kind', 'word', 'id']),
          { byKey: true },
        )
        await index('searched_words', ['org_id', 'resource_kind', 'word', 'id'])
        await index('searched_words', ['id', 'resource_kind', 'word'])
        // Nothing reads these and `name_canonical` but earlier releases.
        for (const column of ['name', 'email']) await db.schema.dropIndex(`users_by_org_id_and_${column}_canonical_and_user_id`).execute()
      },
    },
    '018-words-of-organizations.needs-018': {
      async up(db) {
        const { table, index, integer } = schemaOf(db, dialect)
        await db.schema.dropTable('searched_words').execute()
        // No foreign key: each word would look its organization up, and the row of its resource has one.
        await table(
          'searched_words',
          (t) =>
            integer(
              integer(
                t
                  .addColumn('org_id', 'text', required)
                  .addColumn('resource_kind', 'text', required)
                  .addColumn('word', 'text', required)
                  .addColumn('id', 'text', required),
                'least_length',
              ),
              'listed',
            )
              .addColumn('state', 'text')
              .addPrimaryKeyConstraint('searched_words_key', ['org_id', 'resource_kind', 'word', 'id']),
          { byKey: true },
        )
        await index('searched_words', ['resource_kind', 'word', 'id', 'least_length', 'state'], { where: 'listed' })
        // Nearly everybody is active, and is in neither of these.
        await index('searched_words', ['org_id', 'resource_kind', 'state', 'word', 'id', 'least_length'], { present: 'state' })
        await table(
          'large_organizations',
          (t) =>
            t
              .addColumn('resource_kind', 'text', required)
              .addColumn('org_id', 'text', owned('orgs.org_id'))
              .addPrimaryKeyConstraint('large_organizations_key', ['resource_kind', 'org_id']),
          { byKey: true },
        )
        await index('large_organizations', ['org_id'])
        for (const kind of searchedKinds) await fillWords(db.$extendTables<Pick<SearchedWordTables, keyof SearchedWordTables>>(), kind)
      },
    },
  }
}

/** How many rows a migration reads at once. */
const pageSize = 1000

type AnyRows = Readonly<Record<string, Readonly<Record<string, string>>>>

async function fillWords(db: Kysely<SearchedWordTables>, kind: ResourceKind): Promise<void> {
  const [table, key = '', shared] = searchedTables[kind] ?? []
  if (table === undefined) return
  const untyped = db.$pickTables<never>().$extendTables<AnyRows>()
  const counts = new Map<string, number>()
  let after = ''
  for (let isLast = false; !isLast;) {
    const rows = await untyped
      .selectFrom(table)
      .select([`${key} as id`, 'org_id', 'content'])
      .where(key, '>', after)
      .$if(shared !== undefined, (some) => some.where('kind', '=', shared ?? ''))
      .orderBy(key)
      .limit(pageSize)
      .execute()
    const words = rows.flatMap(({ id, org_id: orgId, content }) =>
      searchedWords({ kind, key: [id], orgId, content: parseContent(content) }).map((word) => ({
        ...word,
        listed: isListed(word, counts),
      })),
    )
    for (const some of chunks(words, 100)) await db.insertInto('searched_words').values(some).execute()
    after = rows.at(-1)?.id ?? after
    isLast = rows.length < pageSize
  }
  const large = [...counts].flatMap(([orgId, count]) => (count > mostListed ? [{ resource_kind: kind, org_id: orgId }] : []))
  for (const some of chunks(large, 100)) await db.insertInto('large_organizations').values(some).execute()
}

/** @param counts the words of each organization so far */
function isListed({ org_id: orgId }: SearchedWord, counts: Map<string, number>): 0 | 1 {
  const count = (counts.get(orgId) ?? 0) + 1
  counts.set(orgId, count)
  return count > mostListed ? 0 : 1
}
