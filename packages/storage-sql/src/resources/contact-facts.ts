// What is known about addresses of people, in two indexed queries for any number of addresses.
import { canonicalLoginName } from '@symbolon/core-protocol'
import type { ContactFacts, ContactsAsked } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { chunks, chunkSize } from '../sql/chunks.ts'
import type { ResourceTables } from './tables/resource-tables.ts'
import { spellingsOf } from './tables/spellings.ts'

/** @returns who has the domains, and which people have proven the addresses */
export async function findContactFacts(db: Kysely<ResourceTables>, { domains, addresses }: ContactsAsked): Promise<ContactFacts> {
  const domainHolders = new Map<string, string>()
  for (const some of chunks([...new Set(domains)], chunkSize)) {
    const rows = await db
      .selectFrom('org_domains')
      .select(['domain_canonical', 'org_id'])
      .where('domain_canonical', 'in', some)
      .where('usable', '=', 1)
      .execute()
    for (const row of rows) domainHolders.set(row.domain_canonical, row.org_id)
  }
  const verifiedBy = new Map<string, string[]>()
  const spellings = [...(await spellingsOf(db, [...new Set(addresses)])).values()].flat()
  for (const some of chunks(spellings, chunkSize)) {
    const rows = await db
      .selectFrom('users')
      .select(['email_canonical', 'user_id'])
      .where('email_canonical', 'in', some)
      .where('email_verified', '=', 1)
      .execute()
    for (const { email_canonical: stored, user_id: userId } of rows) {
      if (stored === null) continue
      const address = canonicalLoginName(stored)
      const others = verifiedBy.get(address)
      if (others === undefined) verifiedBy.set(address, [userId])
      else others.push(userId)
    }
  }
  return { domainHolders, verifiedBy }
}
