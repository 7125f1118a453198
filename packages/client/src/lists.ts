// The lists of an organization by their names in a document, with the members of an entry that identify it: the segments of its path.
import type { DocumentOrg, InstanceSettings } from '@symbolon/schema-v2'

/** The name of a list of an organization, e.g. `oidcApps`. The API has no passkeys, which only their users create, and no removed ids. */
export type ListName = Exclude<
  { [K in keyof DocumentOrg]-?: NonNullable<DocumentOrg[K]> extends readonly unknown[] ? K : never }[keyof DocumentOrg],
  'passkeys' | 'removedIds'
>

/** An entry of a list, as a document has it. */
export type EntryOf<L extends ListName> = NonNullable<DocumentOrg[L]>[number]

/** The members that identify an entry in its list, in the order of its path. */
interface IdMembers {
  readonly domains: readonly ['domainName']
  readonly humanUsers: readonly ['userId']
  readonly machineUsers: readonly ['userId']
  readonly userMetadata: readonly ['id', 'key']
  readonly machineKeys: readonly ['keyId']
  readonly personalAccessTokens: readonly ['tokenId']
  readonly userLinks: readonly ['userId', 'idpId', 'providedUserId']
  readonly oidcIdps: readonly ['idpId']
  readonly jwtIdps: readonly ['idpId']
  readonly projects: readonly ['projectId']
  readonly projectRoles: readonly ['projectId', 'roleKey']
  readonly oidcApps: readonly ['appId']
  readonly apiApps: readonly ['appId']
  readonly appKeys: readonly ['id']
  readonly actions: readonly ['actionId']
  readonly triggerActions: readonly ['flowType', 'triggerType']
  readonly projectGrants: readonly ['grantId']
  readonly userGrants: readonly ['userId', 'projectId', 'projectGrantId']
  readonly orgMembers: readonly ['userId']
  readonly projectMembers: readonly ['projectId', 'userId']
  readonly projectGrantMembers: readonly ['projectId', 'grantId', 'userId']
  readonly loginTexts: readonly ['language']
  readonly initMessages: readonly ['language']
  readonly passwordResetMessages: readonly ['language']
  readonly verifyEmailMessages: readonly ['language']
  readonly verifyPhoneMessages: readonly ['language']
  readonly verifySmsOtpMessages: readonly ['language']
  readonly verifyEmailOtpMessages: readonly ['language']
  readonly domainClaimedMessages: readonly ['language']
  readonly passwordlessRegistrationMessages: readonly ['language']
  readonly inviteUserMessages: readonly ['language']
}

/** The kinds of texts: the lists that an organization and the instance have alike. */
export type TextListName = 'loginTexts' | Extract<keyof InstanceSettings, `${string}Messages`>

/** The names of the lists of texts. */
export const textListNames: Readonly<Record<TextListName, true>> = {
  loginTexts: true,
  initMessages: true,
  passwordResetMessages: true,
  verifyEmailMessages: true,
  verifyPhoneMessages: true,
  verifySmsOtpMessages: true,
  verifyEmailOtpMessages: true,
  domainClaimedMessages: true,
  passwordlessRegistrationMessages: true,
  inviteUserMessages: true,
}

/** The names of all lists of an organization. */
export const listNames: Readonly<Record<ListName, true>> = {
  domains: true,
  humanUsers: true,
  machineUsers: true,
  userMetadata: true,
  machineKeys: true,
  personalAccessTokens: true,
  userLinks: true,
  oidcIdps: true,
  jwtIdps: true,
  projects: true,
  projectRoles: true,
  oidcApps: true,
  apiApps: true,
  appKeys: true,
  actions: true,
  triggerActions: true,
  projectGrants: true,
  userGrants: true,
  orgMembers: true,
  projectMembers: true,
  projectGrantMembers: true,
  ...textListNames,
}

/** What identifies an entry: a text, or several in the order of the path. A grant without a project grant has two. */
export type IdOf<L extends ListName> = L extends 'userGrants'
  ? readonly [userId: string, projectId: string, projectGrantId?: string]
  : IdMembers[L]['length'] extends 1
    ? string
    : TextFor<IdMembers[L]>

/** A text for each member of a tuple. */
type TextFor<T extends readonly unknown[]> = { readonly [I in keyof T]: string }

/** The members of an entry that its path gives. */
export type GivenBy<L extends ListName> = IdMembers[L][number] & keyof EntryOf<L>

/** The lists in which the server can choose the id of a new entry. */
export type Created =
  | 'actions'
  | 'apiApps'
  | 'appKeys'
  | 'humanUsers'
  | 'jwtIdps'
  | 'machineKeys'
  | 'machineUsers'
  | 'oidcApps'
  | 'oidcIdps'
  | 'personalAccessTokens'
  | 'projectGrants'
  | 'projects'
