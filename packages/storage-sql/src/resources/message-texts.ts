// The texts of mails that organizations, or the instance, have set. A text of the organization takes the place of that of the instance.
import type { MessageTextStore } from '@symbolon/core-protocol'
import type { MessageText } from '@symbolon/schema-v2'
import type { Kysely } from 'kysely'
import { flagAt, parseContent, textAt } from '../documents/content.ts'
import type { ResourceTables } from './tables/resource-tables.ts'

const members = ['title', 'preHeader', 'subject', 'greeting', 'text', 'buttonText', 'footerText'] as const

/** Finds texts of mails. */
export function messageTextStore(db: Kysely<ResourceTables>): MessageTextStore {
  return {
    async find(orgId, list, language) {
      const ofInstance = await db
        .selectFrom('instance_texts')
        .select(['language', 'content'])
        .where('member', '=', list)
        .orderBy('language')
        .execute()
      const ofOrg = await db
        .selectFrom('org_texts')
        .select(['language', 'content'])
        .where('org_id', '=', orgId)
        .where('member', '=', list)
        .orderBy('language')
        .execute()
      const found = [ofInstance, ofOrg].flatMap((rows) => textsIn(rows, language) ?? [])
      return found.length === 0 ? undefined : Object.assign({}, ...found)
    },
    async verifiedDomains(orgId, among) {
      const rows = await db
        .selectFrom('org_domains')
        .select(['domain_canonical', 'content'])
        .where('org_id', '=', orgId)
        .where('usable', '=', 1)
        .where('domain_canonical', 'in', among.length === 0 ? [''] : among)
        .execute()
      return rows.filter(({ content }) => flagAt(parseContent(content), 'isVerified')).map((row) => row.domain_canonical)
    },
  }
}

/** @returns the texts in the language, else in one of its regions; undefined if there is no such row */
function textsIn(rows: readonly { readonly language: string; readonly content: string }[], language: string): MessageText | undefined {
  const row = rows.find((each) => each.language === language) ?? rows.find((each) => each.language.startsWith(`${language}-`))
  if (row === undefined) return undefined
  const content = parseContent(row.content)
  const entries = members.map((member) => [member, textAt(content, member)] as const)
  return Object.fromEntries(entries.filter(([, text]) => text !== undefined && text !== ''))
}
