// The lists of an org as data: which member holds them and which members of an entry name it. The order is that of creation:
// what an entry refers to stands in an earlier list, of this org or (from `projectGrants` on) of another.

import type { DocumentOrg } from './org.ts'

export interface OrgResourceList {
  readonly member: ListMember
  /** The members that together identify an entry within its list. */
  readonly id: readonly string[]
}

type ListMember = { [K in keyof DocumentOrg]-?: NonNullable<DocumentOrg[K]> extends readonly unknown[] ? K : never }[keyof DocumentOrg]

export const orgResourceLists: readonly OrgResourceList[] = [
  { member: 'domains', id: ['domainName'] },
  { member: 'oidcIdps', id: ['idpId'] },
  { member: 'jwtIdps', id: ['idpId'] },
  { member: 'loginTexts', id: ['language'] },
  { member: 'initMessages', id: ['language'] },
  { member: 'passwordResetMessages', id: ['language'] },
  { member: 'verifyEmailMessages', id: ['language'] },
  { member: 'verifyPhoneMessages', id: ['language'] },
  { member: 'verifySmsOtpMessages', id: ['language'] },
  { member: 'verifyEmailOtpMessages', id: ['language'] },
  { member: 'domainClaimedMessages', id: ['language'] },
  { member: 'passwordlessRegistrationMessages', id: ['language'] },
  { member: 'inviteUserMessages', id: ['language'] },
  { member: 'humanUsers', id: ['userId'] },
  { member: 'machineUsers', id: ['userId'] },
  { member: 'userMetadata', id: ['id', 'key'] },
  { member: 'machineKeys', id: ['keyId'] },
  { member: 'personalAccessTokens', id: ['tokenId'] },
  { member: 'userLinks', id: ['userId', 'idpId', 'providedUserId'] },
  { member: 'projects', id: ['projectId'] },
  { member: 'projectRoles', id: ['projectId', 'roleKey'] },
  { member: 'oidcApps', id: ['appId'] },
  { member: 'apiApps', id: ['appId'] },
  { member: 'appKeys', id: ['id'] },
  { member: 'actions', id: ['actionId'] },
  { member: 'triggerActions', id: ['flowType', 'triggerType'] },
  { member: 'projectGrants', id: ['grantId'] },
  { member: 'userGrants', id: ['userId', 'projectId', 'projectGrantId'] },
  { member: 'orgMembers', id: ['userId'] },
  { member: 'projectGrantMembers', id: ['projectId', 'grantId', 'userId'] },
  { member: 'projectMembers', id: ['projectId', 'userId'] },
]
