// Whether people may create an account, and in which organization: the one that the scope demands, else the one that holds the domain of the
// address and lets people register, else the default one. Facts about users have no part in it, so no answer tells who has an account.
import type { LoginPolicy, Organization, RequestContext } from '@symbolon/core-protocol'
import { canonicalLoginName } from '@symbolon/core-protocol'
import { findDemandedOrganization } from '../visit/demanded-organization.ts'
import type { Visit } from '../visit/visit.ts'

type OrganizationContext = RequestContext<'organizations' | 'policies'>

/** The organization that a new user belongs to. */
export interface NewUserOrganization {
  readonly orgId: string
  /** The domain that the login name has to end in; absent where the address is the user name. */
  readonly domain: string | undefined
}

/**
 * Whether the pages offer a registration: the demanded or the default organization is open, or the instance is, so that the domain of the
 * address may lead to an open organization.
 *
 * @param defaultOrganization the id of the organization for addresses of no organization; undefined for none
 */
export async function isRegistrationOpen(
  visit: Visit,
  defaultOrganization: string | undefined,
  context: OrganizationContext,
): Promise<boolean> {
  const { organization, subject } = visit.pending.request
  // A new user cannot be the one whom the request demands.
  if (subject !== undefined) return false
  if ((await findOrganization(visit, undefined, defaultOrganization, context)) !== undefined) return true
  return organization === undefined && admits(await context.stores.policies.findLoginPolicy(undefined))
}

/**
 * Finds the organization of a new user.
 *
 * @param email where it is known; undefined before that
 * @returns undefined where nobody may register with this address
 */
export async function findOrganization(
  { pending }: Visit,
  email: string | undefined,
  defaultOrganization: string | undefined,
  context: OrganizationContext,
): Promise<NewUserOrganization | undefined> {
  const { organizations, policies } = context.stores
  const demanded = pending.request.organization
  const holder = email === undefined ? undefined : await organizations.findByDomain(domainOf(email))
  const organization =
    demanded === undefined
      ? ((await openToItsDomain(holder, context)) ?? (await findDefault(defaultOrganization, context)))
      : await findDemandedOrganization(demanded, context)
  if (organization?.active !== true || !admits(await policies.findLoginPolicy(organization.orgId))) return undefined
  const { orgId, primaryDomain } = organization
  const { userLoginMustBeDomain } = await policies.findDomainPolicy(orgId)
  if (userLoginMustBeDomain) return primaryDomain === undefined ? undefined : { orgId, domain: primaryDomain }
  // A user name in the domain of another organization would be the login name of a user there.
  return holder === undefined || holder.orgId === orgId ? { orgId, domain: undefined } : undefined
}

async function findDefault(orgId: string | undefined, { stores }: OrganizationContext): Promise<Organization | undefined> {
  return orgId === undefined ? undefined : await stores.organizations.find(orgId)
}

async function openToItsDomain(
  holder: Organization | undefined,
  { stores: { policies } }: OrganizationContext,
): Promise<Organization | undefined> {
  if (holder?.active !== true) return undefined
  const policy = await policies.findLoginPolicy(holder.orgId)
  return policy.allowDomainDiscovery && admits(policy) ? holder : undefined
}

/** New users get a password, so that must be allowed as well. */
function admits({ allowRegister, allowUsernamePassword }: LoginPolicy): boolean {
  return allowRegister && allowUsernamePassword
}

function domainOf(email: string): string {
  return canonicalLoginName(email.slice(email.lastIndexOf('@') + 1))
}
