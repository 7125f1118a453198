// The lists of an organization that are exported, beside its policies and texts, with the kind of resource that each lists. What is not
// here is not exported; what needs `with_credentials` is what the interface names as left out of a usual export.
import type { ResourceKind } from '@symbolon/core-protocol'
import type { DocumentOrg } from '@symbolon/schema-v2'

export interface ExportedList {
  readonly member: keyof DocumentOrg
  readonly kind: ResourceKind
  readonly needsCredentials?: true
}

export const exportedLists: readonly ExportedList[] = [
  { member: 'actions', kind: 'action' },
  { member: 'apiApps', kind: 'apiApp' },
  { member: 'appKeys', kind: 'appKey', needsCredentials: true },
  { member: 'domains', kind: 'orgDomain' },
  { member: 'humanUsers', kind: 'humanUser' },
  { member: 'jwtIdps', kind: 'jwtIdp' },
  { member: 'machineKeys', kind: 'machineKey', needsCredentials: true },
  { member: 'machineUsers', kind: 'machineUser' },
  { member: 'oidcApps', kind: 'oidcApp' },
  { member: 'oidcIdps', kind: 'oidcIdp' },
  { member: 'orgMembers', kind: 'orgMember' },
  { member: 'personalAccessTokens', kind: 'personalAccessToken', needsCredentials: true },
  { member: 'projectGrantMembers', kind: 'projectGrantMember' },
  { member: 'projectGrants', kind: 'projectGrant' },
  { member: 'projectMembers', kind: 'projectMember' },
  { member: 'projectRoles', kind: 'projectRole' },
  { member: 'projects', kind: 'project' },
  { member: 'triggerActions', kind: 'triggerActions' },
  { member: 'userGrants', kind: 'userGrant' },
  { member: 'userLinks', kind: 'userLink' },
  { member: 'userMetadata', kind: 'userMetadata' },
]
