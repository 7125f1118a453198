// One org of the document with all its lists. `org` is absent in a document that adds to an org which exists already.

import type * as v from 'valibot'
import { actionSchema, triggerActionsSchema } from './actions.ts'
import { apiAppSchema } from './api-app.ts'
import { orgDomainSchema } from './domain.ts'
import { ORG_STATE } from './enums.ts'
import { projectGrantSchema, userGrantSchema } from './grants.ts'
import { humanUserSchema } from './human-user.ts'
import { jwtIdpSchema, oidcIdpSchema, userLinkSchema } from './identity-provider.ts'
import { enumeration } from './json/enumeration.ts'
import { list } from './json/list.ts'
import { message, required } from './json/message.ts'
import { filledText, identifier } from './json/text.ts'
import { appKeySchema, machineKeySchema } from './keys.ts'
import { machineUserSchema } from './machine-user.ts'
import { orgMemberSchema, projectGrantMemberSchema, projectMemberSchema } from './members.ts'
import { userMetadataSchema } from './metadata.ts'
import { oidcAppSchema } from './oidc-app.ts'
import { personalAccessTokenSchema } from './personal-access-token.ts'
import { domainPolicySchema } from './policies/domain-policy.ts'
import { labelPolicySchema } from './policies/label-policy.ts'
import { loginPolicySchema } from './policies/login-policy.ts'
import { lockoutPolicySchema, passwordComplexityPolicySchema } from './policies/password-policies.ts'
import { privacyPolicySchema } from './policies/privacy-policy.ts'
import { projectRoleSchema, projectSchema } from './project.ts'
import { loginTextsSchema } from './texts/login-texts.ts'
import { mailTextSchema, phoneTextSchema, smsTextSchema } from './texts/message-texts.ts'
import { stricter } from './json/leaf.ts'

export const documentOrgSchema = message({
  orgId: required(identifier()),
  org: message({ name: required(filledText(200)) }),
  orgState: stricter(enumeration(ORG_STATE), 'ORG_STATE_INACTIVE'),
  domains: list(orgDomainSchema),

  domainPolicy: domainPolicySchema,
  labelPolicy: labelPolicySchema,
  lockoutPolicy: lockoutPolicySchema,
  // An empty policy lets nobody in by a password.
  loginPolicy: stricter(loginPolicySchema, {}),
  passwordComplexityPolicy: passwordComplexityPolicySchema,
  privacyPolicy: privacyPolicySchema,

  humanUsers: list(humanUserSchema),
  machineUsers: list(machineUserSchema),
  userMetadata: list(userMetadataSchema),
  machineKeys: list(machineKeySchema),
  /** Ours. */
  personalAccessTokens: list(personalAccessTokenSchema),
  oidcIdps: list(oidcIdpSchema),
  jwtIdps: list(jwtIdpSchema),
  userLinks: list(userLinkSchema),

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

  loginTexts: list(loginTextsSchema),
  initMessages: list(mailTextSchema),
  passwordResetMessages: list(mailTextSchema),
  verifyEmailMessages: list(mailTextSchema),
  verifyPhoneMessages: list(phoneTextSchema),
  verifySmsOtpMessages: list(smsTextSchema),
  verifyEmailOtpMessages: list(mailTextSchema),
  domainClaimedMessages: list(mailTextSchema),
  passwordlessRegistrationMessages: list(mailTextSchema),
  inviteUserMessages: list(mailTextSchema),
})
export type DocumentOrg = v.InferOutput<typeof documentOrgSchema>
