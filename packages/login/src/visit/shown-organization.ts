// The organization that the pages of a sign-in show: its branding and identity providers. Any link can name a scope, so an organization in the
// scope is shown only for applications that are related to it.
import { canonicalDomain, mayShowOrganization } from '@symbolon/core-protocol'
import type { Client, Context, SignInRequest } from '@symbolon/core-protocol'

/** The organization that the pages show. */
export interface ShownOrganization {
  readonly orgId: string
}

/**
 * @returns the organization that the scope of the request names, by its id or by a domain; undefined without one, and for an application that has
 *   no relation to it
 */
export async function findShownOrganization(
  { clientId, orgId: ofClient = '' }: Partial<Pick<Client, 'clientId' | 'orgId'>>,
  { organization }: Pick<SignInRequest, 'organization'>,
  context: Pick<Context<'clients' | 'organizations'>, 'stores'>,
): Promise<ShownOrganization | undefined> {
  const { ids: [id] = [], primaryDomains: [domain] = [] } = organization ?? {}
  if (id === undefined && domain === undefined) return undefined
  const orgId = id ?? (await context.stores.organizations.findByDomain(canonicalDomain(domain ?? '')))?.orgId
  if (orgId === undefined) return undefined
  return clientId === undefined || (await mayShowOrganization({ orgId: ofClient }, orgId, context)) ? { orgId } : undefined
}
