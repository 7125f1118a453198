// The lists of an organization in a document: which kind of resource each holds, and which hold credentials.
import type { ResourceKind } from '@symbolon/core-protocol'
import type { ListMember } from '@symbolon/provisioning'

/** The kind of resource that each list holds. */
export const listKinds: Readonly<Record<ListMember, ResourceKind>> = {
  domains: 'orgDomain',
  humanUsers: 'humanUser',
  machineUsers: 'machineUser',
  userMetadata: 'userMetadata',
  projects: 'project',
  projectRoles: 'projectRole',
  projectGrants: 'projectGrant',
  oidcApps: 'oidcApp',
  apiApps: 'apiApp',
  appKeys: 'appKey',
  machineKeys: 'machineKey',
  personalAccessTokens: 'personalAccessToken',
  userGrants: 'userGrant',
  orgMembers: 'orgMember',
  projectMembers: 'projectMember',
  projectGrantMembers: 'projectGrantMember',
  oidcIdps: 'oidcIdp',
  jwtIdps: 'jwtIdp',
  userLinks: 'userLink',
  passkeys: 'passkey',
  removedIds: 'removedId',
  actions: 'action',
  triggerActions: 'triggerActions',
  loginTexts: 'orgText',
  initMessages: 'orgText',
  passwordResetMessages: 'orgText',
  verifyEmailMessages: 'orgText',
  verifyPhoneMessages: 'orgText',
  verifySmsOtpMessages: 'orgText',
  verifyEmailOtpMessages: 'orgText',
  domainClaimedMessages: 'orgText',
  passwordlessRegistrationMessages: 'orgText',
  inviteUserMessages: 'orgText',
}

/** Lists that hold only credentials. They are exported and imported only on request. */
export const credentialLists: readonly ['appKeys', 'machineKeys', 'personalAccessTokens', 'passkeys'] = [
  'appKeys',
  'machineKeys',
  'personalAccessTokens',
  'passkeys',
]
