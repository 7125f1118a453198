// The names that people see, and the column that earlier releases searched for them.
import { foldName } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { objectAt, parseContent, textAt } from '../../documents/content.ts'
import type { Content } from '../../documents/content.ts'
import type { SqlDialect } from '../../sql/dialect.ts'
import { schemaOf } from '../../sql/schema.ts'
import type { Migrations } from '../../sql/schema.ts'

/** The tables with the column, and their keys. */
const searchedTables = { orgs: 'org_id', users: 'user_id', projects: 'project_id', applications: 'app_id' } as const

/** The name that people see, from the content of a resource of one of these tables. */
export const shownName: Readonly<Record<keyof typeof searchedTables, (content: Content) => string | undefined>> = {
  orgs: (content) => textAt(content, 'org', 'name'),
  users: userName,
  projects: (content) => textAt(content, 'project', 'name'),
  applications: (content) => textAt(content, 'app', 'name'),
}

function userName(content: Content): string | undefined {
  const profile = objectAt(content, 'user', 'profile')
  const parts = [textAt(profile, 'firstName'), textAt(profile, 'lastName')].filter((part) => part !== undefined)
  return textAt(content, 'user', 'name') ?? textAt(profile, 'displayName') ?? (parts.length === 0 ? undefined : parts.join(' '))
}

/** In characters of 4 bytes at most. Indexes hold the name and two identifiers, and no database indexes long values. */
const indexedLength = 250

function firstCharacters(text: string, count: number): string {
  return text.length <= count ? text : [...text].slice(0, count).join('')
}

/** The migration that adds the column, and the names that are stored. */
export function searchedNameMigrations(dialect: SqlDialect): Migrations {
  return {
    '013-searched-names': {
      async up(db) {
        const { addText, index } = schemaOf(db, dialect)
        for (const [table, key] of Object.entries(searchedTables)) {
          await addText(table, 'name_canonical')
          await fillNames(db, table as keyof typeof searchedTables, key)
        }
        // With the id, so that a search reads no rows but those of the page.
        await index('users', ['org_id', 'name_canonical', 'user_id'])
        await index('users', ['org_id', 'email_canonical', 'user_id'])
        await index('users', ['org_id', 'kind', 'state', 'user_id'])
      },
    },
  }
}

/** How many rows a migration reads at once. */
const pageSize = 1000

type AnyRows = Readonly<Record<string, Readonly<Record<string, string | null>>>>

async function fillNames(db: Kysely<unknown>, table: keyof typeof searchedTables, key: string): Promise<void> {
  const untyped = db.$extendTables<AnyRows>()
  let after = ''
  for (let isLast = false; !isLast;) {
    const rows = await untyped.selectFrom(table).select([key, 'content']).where(key, '>', after).orderBy(key).limit(pageSize).execute()
    for (const row of rows) {
      const name = shownName[table](parseContent(row['content'] ?? '{}'))
      if (name !== undefined)
        await untyped
          .updateTable(table)
          .set({ name_canonical: firstCharacters(foldName(name), indexedLength) })
          .where(key, '=', row[key] ?? '')
          .execute()
    }
    after = rows.at(-1)?.[key] ?? after
    isLast = rows.length < pageSize
  }
}
