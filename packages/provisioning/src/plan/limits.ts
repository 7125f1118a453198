// Limits of the objects of an organization, a user, an application and a project, unless an owner of the instance creates them: a tenant must
// neither fill the shared database nor delay the requests of other tenants.
import { nameOfResource, usersOfOrganization } from '@symbolon/core-protocol'
import type { DirectoryLimit, ResourceKind } from '@symbolon/core-protocol'
import { holds, theInstance } from '@symbolon/permissions'
import type { Caller } from '@symbolon/permissions'
import type { Lookup } from './existence.ts'
import { boundaryPolicy } from './lifetimes.ts'

const applicationsOfOrganization = 2000
const projectsOfOrganization = 1000
const rolesOfProject = 1000
const providersOfOrganization = 100
const keysOfHolder = 100
const tokensOfServiceUser = 100
const metadataOfUser = 500
const metadataSizeOfUser = 262_144
const offersToUser = 20

// Of an organization, unless the boundary policy of the instance sets another number.
const keysOfOrganization = 20_000
/** In thousands of characters. */
const metadataOfOrganization = 1_000_000

const limits: readonly DirectoryLimit[] = [
  { reason: 'applications_limit', kinds: ['oidcApp', 'apiApp'], per: 'org', most: applicationsOfOrganization },
  { reason: 'projects_limit', kinds: ['project'], per: 'org', most: projectsOfOrganization },
  { reason: 'roles_limit', kinds: ['projectRole'], per: 'project', most: rolesOfProject },
  { reason: 'providers_limit', kinds: ['oidcIdp', 'jwtIdp'], per: 'org', most: providersOfOrganization },
  { reason: 'keys_limit', kinds: ['machineKey'], per: 'user', most: keysOfHolder },
  { reason: 'keys_limit', kinds: ['appKey'], per: 'app', most: keysOfHolder },
  { reason: 'tokens_limit', kinds: ['personalAccessToken'], per: 'user', most: tokensOfServiceUser },
  { reason: 'metadata_limit', kinds: ['userMetadata'], per: 'user', most: metadataOfUser },
  { reason: 'metadata_size_limit', kinds: ['userMetadata'], per: 'user', most: metadataSizeOfUser, of: 'characters' },
  // Otherwise one organization could fill the list in which a user finds the offers of others.
  { reason: 'offers_limit', kinds: ['projectMember'], per: 'orgAndUser', most: offersToUser, of: 'offers' },
  { reason: 'offers_limit', kinds: ['projectGrantMember'], per: 'orgAndUser', most: offersToUser, of: 'offers' },
]

/** A member of the boundary policy, what holds without it, and the limits that it sets. */
interface OrganizationLimit {
  readonly member: 'maxUsersOfOrganization' | 'maxKeysOfOrganization' | 'maxMetadataOfOrganization'
  readonly usual: number
  readonly unit: number
  readonly limits: readonly Omit<DirectoryLimit, 'most' | 'per' | 'tallied'>[]
}

const ofOrganizations: readonly OrganizationLimit[] = [
  {
    member: 'maxUsersOfOrganization',
    usual: usersOfOrganization,
    unit: 1,
    limits: [{ reason: 'organization_users_limit', kinds: ['humanUser', 'machineUser'] }],
  },
  {
    member: 'maxKeysOfOrganization',
    usual: keysOfOrganization,
    unit: 1,
    limits: (['machineKey', 'appKey', 'personalAccessToken'] as const).map((kind) => ({
      reason: 'organization_keys_limit',
      kinds: [kind],
    })),
  },
  {
    member: 'maxMetadataOfOrganization',
    usual: metadataOfOrganization,
    unit: 1000,
    limits: [{ reason: 'organization_metadata_limit', kinds: ['userMetadata'], of: 'characters' }],
  },
]

/** @returns whether the boundary policy may set a limit for objects of this kind */
export function hasOrganizationLimit(kind: ResourceKind): boolean {
  return ofOrganizations.some((each) => each.limits.some(({ kinds }) => kinds.includes(kind)))
}

/**
 * @param stored holds the boundary policy, unless the instance has none
 * @returns the limits for the caller; no limits for an owner of the instance, who imports organizations unchanged
 */
export function limitsFor(caller: Caller, stored: Lookup): readonly DirectoryLimit[] {
  if (holds(caller, 'instance.write', theInstance)) return []
  const policy = stored.get(nameOfResource(boundaryPolicy))?.content ?? {}
  return [
    ...limits,
    ...ofOrganizations.flatMap(({ member, usual, unit, limits: some }) => {
      const set = policy[member]
      const most = (typeof set === 'number' && set > 0 ? set : usual) * unit
      return some.map((limit) => ({ ...limit, per: 'org' as const, most, tallied: true as const }))
    }),
  ]
}
