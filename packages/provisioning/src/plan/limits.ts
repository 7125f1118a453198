// What an organization, a user, an application and a project may have, unless an owner of the instance brings it: a tenant must not fill the
// database of others, or make the requests of others wait.
import type { DirectoryLimit } from '@symbolon/core-protocol'
import { holds, theInstance } from '@symbolon/permissions'
import type { Caller } from '@symbolon/permissions'

const applicationsOfOrganization = 2000
const projectsOfOrganization = 1000
const rolesOfProject = 1000
const providersOfOrganization = 100
const keysOfHolder = 100
const tokensOfServiceUser = 100
const metadataOfUser = 500
const metadataSizeOfUser = 262_144
const offersToUser = 20

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

/** @returns the limits for what the caller stores: none for an owner of the instance, who moves organizations in as they are */
export function limitsFor(caller: Caller): readonly DirectoryLimit[] {
  return holds(caller, 'instance.write', theInstance) ? [] : limits
}
