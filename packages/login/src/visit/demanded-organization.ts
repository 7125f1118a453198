// The organization that the scope of a request demands.
import { canonicalDomain } from '@symbolon/core-protocol'
import type { Context, Organization, SignInRequest } from '@symbolon/core-protocol'

/**
 * Finds the organization that a request demands. A user belongs to one organization, so several different demands match none.
 *
 * @param demanded the ids and the primary domains in the scope
 * @returns undefined where no organization meets all demands
 */
export async function findDemandedOrganization(
  { ids, primaryDomains }: NonNullable<SignInRequest['organization']>,
  { stores: { organizations } }: Pick<Context<'organizations'>, 'stores'>,
): Promise<Organization | undefined> {
  const found = await Promise.all([
    ...ids.map(async (id) => await organizations.find(id)),
    ...primaryDomains.map(async (domain) => await organizations.findByDomain(canonicalDomain(domain))),
  ])
  const [first] = found
  const isOne = found.every((each) => each !== undefined && each.orgId === first?.orgId)
  const primary = canonicalDomain(first?.primaryDomain ?? '')
  return isOne && primaryDomains.every((domain) => canonicalDomain(domain) === primary) ? first : undefined
}
