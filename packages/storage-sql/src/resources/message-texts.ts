// The texts of mails that organizations have set.
import type { MessageText, MessageTextStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { parseContent, textAt } from '../documents/content.ts'
import type { ResourceTables } from './tables/resource-tables.ts'

const members = ['title', 'preHeader', 'subject', 'greeting', 'text', 'buttonText', 'footerText'] as const

/** Finds texts of mails. */
export function messageTextStore(db: Kysely<ResourceTables>): MessageTextStore {
  return {
    async find(orgId, list, language) {
      const rows = await db
        .selectFrom('org_texts')
        .select(['language', 'content'])
        .where('org_id', '=', orgId)
        .where('member', '=', list)
        .orderBy('language')
        .execute()
      const row = rows.find((each) => each.language === language) ?? rows.find((each) => each.language.startsWith(`${language}-`))
      if (row === undefined) return undefined
      const content = parseContent(row.content)
      const entries = members.map((member) => [member, textAt(content, member)] as const)
      return Object.fromEntries(entries.filter(([, text]) => text !== undefined && text !== '')) satisfies MessageText
    },
  }
}
