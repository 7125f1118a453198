// Whether people may create an account, and in which organization: the one that the scope demands, else the one that holds the domain of the
// address and allows registration, else the default one. Facts about users have no part in it, so no response reveals who has an account.
import type { LoginPolicy, Organization, RequestContext } from '@symbolon/core-protocol'
import { canonicalLoginName, domainOfName } from '@symbolon/core-protocol'
import { findDemandedOrganization } from '../visit/demanded-organization.ts'
import type { Visit } from '../visit/visit.ts'

type OrganizationContext = RequestContext<'organizations' | 'policies'>

/** The organization that a new user belongs to. */
export interface NewUserOrganization {
  readonly orgId: string
  /** The domain that the login name has to end in; absent where the address is the user name. */
  readonly domain: string | undefined
}

/** What a registration is composed of. */
export interface Admission {
  /** The id of the organization for addresses of no organization; undefined for none. */
  readonly organization: string | undefined
  /** Whether a new user can get a password, and a passkey. */
  readonly password: boolean
  readonly passkey: boolean
}

/**
 * Whether the pages offer a registration: the demanded or the default organization is open, or the instance is, so that the domain of the
 * address may lead to an open organization.
 */
export async function isRegistrationOpen(visit: Visit, admission: Admission, context: OrganizationContext): Promise<boolean> {
  const { organization, subject } = visit.pending.request
  // A new user cannot be the user whom the request demands.
  if (subject !== undefined) return false
  if ((await findOrganization(visit, undefined, admission, context)) !== undefined) return true
  return organization === undefined && admits(await context.stores.policies.findLoginPolicy(undefined), admission)
}

/**
 * Finds the organization of a new user.
 *
 * @param email where it is known; undefined before that
 * @returns undefined where registration with this address is not allowed
 */
export async function findOrganization(
  { pending }: Visit,
  email: string | undefined,
  admission: Admission,
  context: OrganizationContext,
): Promise<NewUserOrganization | undefined> {
  const { organizations, policies } = context.stores
  const demanded = pending.request.organization
  const holder = email === undefined ? undefined : await organizations.findByDomain(domainOfName(canonicalLoginName(email)))
  const organization =
    demanded === undefined
      ? ((await openToItsDomain(holder, admission, context)) ?? (await findDefault(admission.organization, context)))
      : await findDemandedOrganization(demanded, context)
  if (organization?.active !== true || !admits(await policies.findLoginPolicy(organization.orgId), admission)) return undefined
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
  admission: Admission,
  { stores: { policies } }: OrganizationContext,
): Promise<Organization | undefined> {
  if (holder?.active !== true) return undefined
  const policy = await policies.findLoginPolicy(holder.orgId)
  return policy.allowDomainDiscovery && admits(policy, admission) ? holder : undefined
}

/** New users get a password or a passkey, so one of them must be allowed as well. */
function admits(policy: LoginPolicy, admission: Admission): boolean {
  const { password, passkey } = firstCredentials(policy, admission)
  return policy.allowRegister && (password || passkey)
}

/** What a new user may get as first credential. */
export function firstCredentials(
  { allowUsernamePassword, allowPasskey }: Pick<LoginPolicy, 'allowUsernamePassword' | 'allowPasskey'>,
  { password, passkey }: Admission,
): Pick<Admission, 'password' | 'passkey'> {
  return { password: password && allowUsernamePassword, passkey: passkey && allowPasskey }
}
