// Which organizations have so many words that further words are not in the index of the instance.
//
// A search in one organization reads its words in their order. A search in the instance would have to look into every organization. So there
// is a second tree in which the words of all small organizations stand in one order, and the few large organizations are searched one by one. In
// an import nearly all words belong to large organizations, and cost one tree.
import type { ResourceKind } from '@symbolon/core-protocol'
import type { Transaction } from 'kysely'
import { selectByValues } from '../../sql/select-by-values.ts'
import type { LargeOrganizationsTable, SearchedWordTables } from './searched-words.ts'

/**
 * The approximate maximum number of words of a kind that one organization has in the index of the instance. An organization with more words is
 * large, so large organizations are few compared with the words.
 */
export const mostListed = 2000

/** The words of an organization are counted when a change brings so many of its resources. For a single one the count would take longer than the change. */
const counted = 50

/**
 * @param resources the number of resources of the kind that the change brings to each organization
 * @returns those of the organizations that are large; those that have become so are recorded
 */
export async function largeOrganizations(
  trx: Transaction<SearchedWordTables>,
  kind: ResourceKind,
  resources: ReadonlyMap<string, number>,
): Promise<ReadonlySet<string>> {
  // The words of an organization itself are few.
  if (resources.size === 0 || kind === 'org') return new Set()
  const known = await selectByValues<SearchedWordTables, Pick<LargeOrganizationsTable, 'org_id'>>(
    trx,
    'large organizations',
    [kind],
    [...resources.keys()],
    (some) => trx.selectFrom('large_organizations').select('org_id').where('resource_kind', '=', kind).where('org_id', 'in', some),
  )
  const large = new Set(known.map((row) => row.org_id))
  for (const [orgId, count] of resources) {
    if (count < counted || large.has(orgId) || !(await hasMoreWords(trx, kind, orgId))) continue
    const row = { resource_kind: kind, org_id: orgId }
    await trx
      .insertInto('large_organizations')
      .values(row)
      .onConflict((conflict) => conflict.columns(['resource_kind', 'org_id']).doNothing())
      .execute()
    large.add(orgId)
  }
  return large
}

async function hasMoreWords(trx: Transaction<SearchedWordTables>, kind: ResourceKind, orgId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('searched_words')
    .select('listed')
    .where('org_id', '=', orgId)
    .where('resource_kind', '=', kind)
    .limit(1)
    .offset(mostListed)
    .executeTakeFirst()
  return row !== undefined
}
