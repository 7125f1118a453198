// The organization of a user who is created by a sign-in at an identity provider: the organization that the request demands, else the owner of the
// provider, else the organization that holds the domain of a proven address and admits its users, else the default organization.
import { canonicalLoginName, domainOfName } from '@symbolon/core-protocol'
import type { Organization } from '@symbolon/core-protocol'
import { findDemandedOrganization } from '@symbolon/login'
import type { UserNameRules, Visit } from '@symbolon/login'
import type { ExternalIdentity } from '../identity/external-identity.ts'
import type { ExternalProvider } from '../providers/provider.ts'
import { findAllowed } from './offered-providers.ts'
import type { ExternalContext, ProviderSurroundings } from './surroundings.ts'

/** The organization of a new user. */
export interface NewUserOrganization {
  readonly orgId: string
  /** The user names that are allowed there. */
  readonly names: UserNameRules
}

/**
 * Finds the organization of a new user. It is active, and its login policy allows the provider: otherwise the user could not sign in again.
 *
 * @returns undefined where the provider creates no users for this request
 */
export async function findNewUserOrganization(
  identity: Pick<ExternalIdentity, 'email'>,
  provider: ExternalProvider,
  visit: Visit,
  surroundings: ProviderSurroundings,
  context: ExternalContext,
): Promise<NewUserOrganization | undefined> {
  const organization = await findOrganization(identity, provider, visit, surroundings, context)
  if (organization === undefined) return undefined
  const { orgId, primaryDomain } = organization
  const { userLoginMustBeDomain } = await context.stores.policies.findDomainPolicy(orgId)
  const email = identity.email?.verified === true ? identity.email.address : undefined
  return { orgId, names: { email, domain: primaryDomain, mustBeDomain: userLoginMustBeDomain } }
}

async function findOrganization(
  { email }: Pick<ExternalIdentity, 'email'>,
  provider: ExternalProvider,
  { pending: { request } }: Visit,
  surroundings: ProviderSurroundings,
  context: ExternalContext,
): Promise<Organization | undefined> {
  const { organizations } = context.stores
  const admits = async (organization: Organization | undefined): Promise<boolean> =>
    organization?.active === true &&
    (provider.orgId === undefined || provider.orgId === organization.orgId) &&
    (await findAllowed(organization.orgId, surroundings, context)).some(({ id }) => id === provider.id)

  if (request.organization !== undefined) {
    const demanded = await findDemandedOrganization(request.organization, context)
    return (await admits(demanded)) ? demanded : undefined
  }
  if (provider.orgId === undefined && email?.verified === true) {
    const holder = await organizations.findByDomain(domainOfName(canonicalLoginName(email.address)))
    if (holder !== undefined && (await isDiscovered(holder, context)) && (await admits(holder))) return holder
  }
  const orgId = provider.orgId ?? surroundings.configured.organization
  const organization = orgId === undefined ? undefined : await organizations.find(orgId)
  return (await admits(organization)) ? organization : undefined
}

/** Whether users with an address in the domain of the organization become its users. */
async function isDiscovered({ orgId }: Organization, { stores: { policies } }: ExternalContext): Promise<boolean> {
  const { allowDomainDiscovery, allowRegister } = await policies.findLoginPolicy(orgId)
  return allowDomainDiscovery && allowRegister
}
