// An organization of the document: its domains, its policies and its lists.
import type * as v from 'valibot'
import { actionSchema, triggerActionsSchema } from './actions.ts'
import { apiAppSchema, appKeySchema, machineKeySchema, oidcAppSchema } from './apps.ts'
import { DOMAIN_VALIDATION_TYPE, ORG_STATE } from './enums.ts'
import { orgMemberSchema, projectGrantMemberSchema, projectGrantSchema, projectMemberSchema, userGrantSchema } from './grants.ts'
import { jwtIdpSchema, oidcIdpSchema, userLinkSchema } from './identity-provider.ts'
import { enumeration, lenientEnumeration } from './json/enumeration.ts'
import { stricter } from './json/leaf.ts'
import { list } from './json/list.ts'
import { message, required } from './json/message.ts'
import { bool, uint64 } from './json/scalars.ts'
import { filledText, identifier, lookedUp, optionalIdentifier } from './json/text.ts'
import { timestamp } from './json/time.ts'
import { passkeySchema } from './passkeys.ts'
import {
  domainPolicySchema,
  labelPolicySchema,
  lockoutPolicySchema,
  loginPolicySchema,
  passwordComplexityPolicySchema,
  privacyPolicySchema,
} from './policies.ts'
import { projectRoleSchema, projectSchema } from './project.ts'
import { removedIdSchema } from './removed-ids.ts'
import { state } from './state.ts'
import { textListMembers, textListSchemas } from './text-lists.ts'
import { humanUserSchema, machineUserSchema, personalAccessTokenSchema, userMetadataSchema } from './users.ts'

/** Written by some exporters, ignored by every importer. */
const objectDetailsSchema = message({
  sequence: uint64(),
  creationDate: timestamp(),
  changeDate: timestamp(),
  resourceOwner: optionalIdentifier(),
})

/** A domain of an org. Login names end in it. `orgId` repeats the id of the org and is not needed. */
export const orgDomainSchema = message({
  orgId: optionalIdentifier(),
  details: objectDetailsSchema,
  domainName: required(lookedUp(identifier())),
  isVerified: bool(),
  isPrimary: bool(),
  // Real exports hold an internal number here, cast without conversion.
  validationType: lenientEnumeration(DOMAIN_VALIDATION_TYPE),
  state: state(),
})
/** What `orgDomainSchema` reads. */
export type OrgDomain = v.InferOutput<typeof orgDomainSchema>

/** One org of the document with all its lists. `org` is absent in a document that extends an existing org. */
export const documentOrgSchema = message({
  orgId: required(identifier()),
  org: message({ name: required(filledText(200)) }),
  orgState: stricter(enumeration(ORG_STATE), 'ORG_STATE_INACTIVE'),
  domains: list(orgDomainSchema),

  domainPolicy: domainPolicySchema,
  labelPolicy: labelPolicySchema,
  lockoutPolicy: lockoutPolicySchema,
  // An empty policy allows no sign-in by password.
  loginPolicy: stricter(loginPolicySchema, {}),
  passwordComplexityPolicy: passwordComplexityPolicySchema,
  privacyPolicy: privacyPolicySchema,

  humanUsers: list(humanUserSchema),
  machineUsers: list(machineUserSchema),
  userMetadata: list(userMetadataSchema),
  machineKeys: list(machineKeySchema),
  /** An extension. */
  personalAccessTokens: list(personalAccessTokenSchema),
  oidcIdps: list(oidcIdpSchema),
  jwtIdps: list(jwtIdpSchema),
  userLinks: list(userLinkSchema),
  /** An extension. */
  passkeys: list(passkeySchema),

  projects: list(projectSchema),
  projectRoles: list(projectRoleSchema),
  oidcApps: list(oidcAppSchema),
  apiApps: list(apiAppSchema),
  appKeys: list(appKeySchema),
  actions: list(actionSchema),
  triggerActions: list(triggerActionsSchema),

  projectGrants: list(projectGrantSchema),
  userGrants: list(userGrantSchema),
  orgMembers: list(orgMemberSchema),
  projectMembers: list(projectMemberSchema),
  projectGrantMembers: list(projectGrantMemberSchema),

  /** An extension. */
  removedIds: list(removedIdSchema),

  ...textListSchemas,
})
/** What `documentOrgSchema` reads. */
export type DocumentOrg = v.InferOutput<typeof documentOrgSchema>

/** The organization itself, without its domains, policies and lists. */
export const orgEntrySchema = message({
  orgId: documentOrgSchema.fields.orgId,
  org: documentOrgSchema.fields.org,
  orgState: documentOrgSchema.fields.orgState,
})
/** What `orgEntrySchema` reads. */
export type OrgEntry = v.InferOutput<typeof orgEntrySchema>

/**
 * The lists of an org as data: the member that holds each list, and the members of an entry that identify it. The order is that of
 * creation: an entry refers only to earlier lists, of this org or (from `projectGrants` on) of another.
 */
export interface OrgResourceList {
  readonly member: ListMember
  /** The members that together identify an entry in its list. */
  readonly id: readonly string[]
}

type ListMember = { [K in keyof DocumentOrg]-?: NonNullable<DocumentOrg[K]> extends readonly unknown[] ? K : never }[keyof DocumentOrg]

/** All lists of an organization, in the order of creation. */
export const orgResourceLists: readonly OrgResourceList[] = [
  { member: 'domains', id: ['domainName'] },
  { member: 'oidcIdps', id: ['idpId'] },
  { member: 'jwtIdps', id: ['idpId'] },
  ...textListMembers.map((member) => ({ member, id: ['language'] })),
  { member: 'humanUsers', id: ['userId'] },
  { member: 'machineUsers', id: ['userId'] },
  { member: 'userMetadata', id: ['id', 'key'] },
  { member: 'machineKeys', id: ['keyId'] },
  { member: 'personalAccessTokens', id: ['tokenId'] },
  { member: 'userLinks', id: ['userId', 'idpId', 'providedUserId'] },
  { member: 'passkeys', id: ['credentialId'] },
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
  { member: 'removedIds', id: ['kind', 'id'] },
]
