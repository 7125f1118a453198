// The demand of the instance on users with an administrative role: a second factor, whatever the policy of their organization says.
import { defaultLoginPolicy } from './policy.ts'
import type { LoginPolicy, PolicyStore } from './policy.ts'
import type { Membership, MembershipStore, User } from './user.ts'

interface Found {
  readonly stores: { readonly policies: Pick<PolicyStore, 'findLoginPolicy'>; readonly memberships: Pick<MembershipStore, 'list'> }
}

/** Whether one of the memberships counts now. One that is offered is not listed, and one that is suspended gives nothing. */
function isAdministrator(memberships: readonly Pick<Membership, 'active'>[]): boolean {
  return memberships.some(({ active }) => active)
}

/**
 * The login policy of a user: that of the organization, which demands a second factor of an administrator where the instance does. Where the
 * organization admits no second factor, an administrator sets up any that the login has: the demand locks no user out.
 */
export async function findUserLoginPolicy(
  { id, kind, orgId }: Pick<User, 'id' | 'kind' | 'orgId'>,
  { stores: { policies, memberships } }: Found,
): Promise<LoginPolicy> {
  const policy = await policies.findLoginPolicy(orgId)
  if (!policy.forceMfaForAdministrators || kind !== 'human' || !isAdministrator(await memberships.list(id))) return policy
  const secondFactors = policy.secondFactors.length > 0 ? policy.secondFactors : defaultLoginPolicy.secondFactors
  return { ...policy, forceMfa: true, secondFactors }
}

/**
 * Whether a user signed in with less than the instance demands of administrators. The roles of the user count only after another sign-in.
 * @param memberships of the user
 * @param acr what the sign-in reached; undefined for a credential without one
 */
export async function lacksAdministratorFactor(
  { kind, orgId }: Pick<User, 'kind' | 'orgId'>,
  memberships: readonly Pick<Membership, 'active'>[],
  acr: string | undefined,
  { stores: { policies } }: { readonly stores: Pick<Found['stores'], 'policies'> },
): Promise<boolean> {
  if (kind !== 'human' || acr === '2' || !isAdministrator(memberships)) return false
  return (await policies.findLoginPolicy(orgId)).forceMfaForAdministrators
}
