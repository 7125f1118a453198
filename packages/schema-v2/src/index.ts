// The v2 org document: its schemas, its types, and a reader that reports every unknown member.
export * from './enums.ts'
export { languageTag } from './language-tag.ts'
export { bareHash } from './password-hash.ts'
export { DocumentError } from './json/document-error.ts'
export { canonicalize, readDocument, readValue } from './read.ts'
export type { ReadDocument, ReadValue } from './read.ts'
export { readFitting } from './fit.ts'
export type { FittingValue, Misfit } from './fit.ts'
export type { UnknownMember } from './json/unknown-members.ts'
export { formatJsonPath, inputPaths } from './json/paths.ts'
export type { EmptyPlaces, PathKey } from './json/paths.ts'
export { isJsonObject, snakeCase } from './json/message.ts'
export type { JsonObject, MessageSchema } from './json/message.ts'
export type { JsonSchema, LeafSchema } from './json/leaf.ts'
export { list } from './json/list.ts'
export type { ListSchema } from './json/list.ts'
export { choice } from './json/enumeration.ts'
export { bool, uint32 } from './json/scalars.ts'
export { text, uri, webLink } from './json/text.ts'
export { metadataJsonSchema, readMetadataValue } from './client-metadata.ts'
export type { MetadataSchema } from './client-metadata.ts'
export { jsonSchemaOf } from './json-schema.ts'
export type { JsonSchemaOptions } from './json-schema.ts'
export { namedSchemas } from './named-schemas.ts'
export type { NamedSchema } from './named-schemas.ts'
export { canonicalJson } from './json/canonical-json.ts'
export { instanceLists, instanceSettingsSchema, orgDocumentSchema } from './document.ts'
export type { InstanceListMember, InstanceSettings, OrgDocument } from './document.ts'
export { documentOrgSchema, orgDomainSchema, orgEntrySchema, orgResourceLists } from './org.ts'
export type { DocumentOrg, OrgDomain, OrgEntry, OrgResourceList } from './org.ts'
export { humanUserSchema, machineUserSchema, personalAccessTokenSchema, userMetadataSchema } from './users.ts'
export type { HumanUser, MachineUser, PersonalAccessToken, UserMetadata } from './users.ts'
export { passkeySchema } from './passkeys.ts'
export type { DocumentPasskey } from './passkeys.ts'
export { projectRoleSchema, projectSchema } from './project.ts'
export type { Project, ProjectRole } from './project.ts'
export { apiAppSchema, appKeySchema, machineKeySchema, oidcAppSchema } from './apps.ts'
export type { ApiApp, AppKey, MachineKey, OidcApp } from './apps.ts'
export {
  instanceMemberSchema,
  orgMemberSchema,
  projectGrantMemberSchema,
  projectGrantSchema,
  projectMemberSchema,
  userGrantSchema,
} from './grants.ts'
export type { InstanceMember, OrgMember, ProjectGrant, ProjectGrantMember, ProjectMember, UserGrant } from './grants.ts'
export { jwtIdpSchema, oidcIdpSchema, userLinkSchema } from './identity-provider.ts'
export type { JwtIdp, OidcIdp, UserLink } from './identity-provider.ts'
export { actionSchema, triggerActionsSchema } from './actions.ts'
export type { Action, TriggerActions } from './actions.ts'
export {
  boundaryPolicySchema,
  domainPolicySchema,
  instanceDomainPolicySchema,
  labelPolicySchema,
  lockoutPolicySchema,
  loginPolicySchema,
  passwordAgePolicySchema,
  passwordComplexityPolicySchema,
  privacyPolicySchema,
  securityPolicySchema,
} from './policies.ts'
export type {
  DomainPolicy,
  InstanceDomainPolicy,
  LabelPolicy,
  LockoutPolicy,
  LoginPolicy,
  PasswordAgePolicy,
  PasswordComplexityPolicy,
  PrivacyPolicy,
  SecurityPolicy,
} from './policies.ts'
export { loginTextsSchema } from './login-texts.ts'
export type { LoginTexts } from './login-texts.ts'
export { mailTextSchema, phoneTextSchema, smsTextSchema } from './message-texts.ts'
export type { MailText, MessageText, PhoneText, SmsText } from './message-texts.ts'
export { textListMembers } from './text-lists.ts'
export type { MessageTextList, TextListMember } from './text-lists.ts'
export { placesOfTexts } from './custom-texts.ts'
export type { CustomText, CustomTexts, TextScreen } from './custom-texts.ts'
export type { BrandColours, Branding, BrandLinks } from './branding.ts'
export { brandImageLimit, brandImageNames, readBrandImage } from './brand-image.ts'
export type { BrandImage, BrandImageName, BrandImageProblem } from './brand-image.ts'
export { passwordPolicyOf } from './password-policy.ts'
export type { PasswordClass, PasswordPolicy } from './password-policy.ts'
export { instanceEffects, membersWithoutEffect, orgEffects } from './effects.ts'
export type { Effect, Effects, MemberPath } from './effects.ts'
export { weakMembersOf } from './weak-policies.ts'
export type { ProtectingPolicies, WeakMember, Weakness } from './weak-policies.ts'
export { isDefaultLoginText } from './default-texts.ts'
export { canSignIn } from './sign-in/can-sign-in.ts'
export type { Credentials } from './sign-in/can-sign-in.ts'
export { defaultSignInRules, signInRulesOf } from './sign-in/sign-in-rules.ts'
export type { SecondFactor, SignInRules } from './sign-in/sign-in-rules.ts'
export { wireUserState } from './sign-in/user-state.ts'
export type { UserState } from './sign-in/user-state.ts'
export { isActiveOrgState, signInAdvice, signInReasons, signInWays } from './sign-in/sign-in-outlook.ts'
export type { ForecastPerson, LinkOutlook, OrganizationSituation, SignInReason, SignInWay } from './sign-in/sign-in-outlook.ts'
export { linkOutlookOf, oidcProviderOutlook } from './sign-in/provider-outlook.ts'
export type { ProviderOutlook, ProviderSituation } from './sign-in/provider-outlook.ts'
export { SignInTally, sumForecasts } from './sign-in/sign-in-forecast.ts'
export type { OrganizationForecast, SignInForecast } from './sign-in/sign-in-forecast.ts'
