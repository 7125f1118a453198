// The words by which administrators search for organizations, users, projects and applications. An index holds them in their order, so that a
// page of results is read from it without sorting, and without reading what is not on the page.
import { canonicalLoginName, searchedKinds } from '@symbolon/core-protocol'
import type { Resource, ResourceKind } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { parseContent, textAt } from '../../documents/content.ts'
import { chunks } from '../../sql/chunks.ts'
import type { SqlDialect } from '../../sql/dialect.ts'
import { owned, required, schemaOf } from '../../sql/schema.ts'
import type { Migrations } from '../../sql/schema.ts'
import { shownName } from './searched-names.ts'

/** A name of a resource from one of its words on, in canonical form: `ann miller`, and `miller`. */
export interface SearchedWordsTable {
  readonly resource_kind: ResourceKind
  readonly word: string
  /** The key of the resource. */
  readonly id: string
  /** The organization of the resource; of an organization, itself. */
  readonly org_id: string
}

/** The table of this file. */
export interface SearchedWordTables {
  readonly searched_words: SearchedWordsTable
}

/** Where the resources of a kind are stored: the table, the column of its key, and the value of `kind` where two kinds share a table. */
const storedIn: Readonly<Partial<Record<ResourceKind, readonly [table: keyof typeof shownName, key: string, kind?: string]>>> = {
  org: ['orgs', 'org_id'],
  humanUser: ['users', 'user_id', 'human'],
  machineUser: ['users', 'user_id', 'machine'],
  project: ['projects', 'project_id'],
  oidcApp: ['applications', 'app_id', 'oidc'],
  apiApp: ['applications', 'app_id', 'api'],
}

/** Characters of a word that are compared. No database indexes long values. */
const comparedLength = 100
/** At most this many words of a name are found. */
const mostWords = 8

/** @returns the canonical form of a name, or of what is searched for, as far as it is compared */
export function comparedWord(text: string): string {
  const canonical = canonicalLoginName(text)
  return canonical.length <= comparedLength ? canonical : [...canonical].slice(0, comparedLength).join('')
}

/** @returns the rows of the resource: of its id and the words of its name, of a user also of the user name and the email address */
export function searchedWords({ kind, key: [id = ''], orgId, content }: Resource): readonly SearchedWordsTable[] {
  const [table] = storedIn[kind] ?? []
  if (table === undefined) return []
  const whole = [id, textAt(content, 'user', 'userName') ?? '', textAt(content, 'user', 'email', 'email') ?? ''].map(comparedWord)
  // What another word begins with is found by that one.
  const words = [...whole, ...wordsOf(shownName[table](content) ?? '')].toSorted()
  return words
    .filter((word, index) => word !== '' && words[index + 1]?.startsWith(word) !== true)
    .map((word) => ({ resource_kind: kind, word, id, org_id: kind === 'org' ? id : (orgId ?? '') }))
}

/** The name from its beginning and from each of its words on. */
function wordsOf(name: string): readonly string[] {
  const canonical = canonicalLoginName(name)
  const beginnings = [...canonical.matchAll(/(?<![\p{L}\p{M}\p{N}])[\p{L}\p{N}]/gu)].map(({ index }) => index)
  return [...new Set([0, ...beginnings])].slice(0, mostWords).map((index) => comparedWord(canonical.slice(index)))
}

/** The migration that adds the table, and the words of what is stored. */
export function searchedWordMigrations(dialect: SqlDialect): Migrations {
  return {
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
        for (const kind of searchedKinds) await fillWords(db.$extendTables<Pick<SearchedWordTables, 'searched_words'>>(), kind)
        // Nothing reads these and `name_canonical` but earlier releases.
        for (const column of ['name', 'email']) await db.schema.dropIndex(`users_by_org_id_and_${column}_canonical_and_user_id`).execute()
      },
    },
  }
}

/** How many rows a migration reads at once. */
const pageSize = 1000

type AnyRows = Readonly<Record<string, Readonly<Record<string, string>>>>

async function fillWords(db: Kysely<Pick<SearchedWordTables, 'searched_words'>>, kind: ResourceKind): Promise<void> {
  const [table, key = '', shared] = storedIn[kind] ?? []
  if (table === undefined) return
  const untyped = db.$pickTables<never>().$extendTables<AnyRows>()
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
      searchedWords({ kind, key: [id], orgId: orgId ?? '', content: parseContent(content ?? '{}') }),
    )
    for (const some of chunks(words, 100)) await db.insertInto('searched_words').values(some).execute()
    after = rows.at(-1)?.id ?? after
    isLast = rows.length < pageSize
  }
}
