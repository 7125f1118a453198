// The schemas that documentation shows under a name, in the order of the document.
import { actionSchema, triggerActionsSchema } from './actions.ts'
import { apiAppSchema, appKeySchema, machineKeySchema, oidcAppSchema } from './apps.ts'
import {
  instanceMemberSchema,
  orgMemberSchema,
  projectGrantMemberSchema,
  projectGrantSchema,
  projectMemberSchema,
  userGrantSchema,
} from './grants.ts'
import { jwtIdpSchema, oidcIdpSchema, userLinkSchema } from './identity-provider.ts'
import type { MessageSchema } from './json/message.ts'
import { loginTextsSchema } from './login-texts.ts'
import { mailTextSchema, phoneTextSchema, smsTextSchema } from './message-texts.ts'
import { orgDomainSchema, orgEntrySchema } from './org.ts'
import { passkeySchema } from './passkeys.ts'
import {
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
import { projectRoleSchema, projectSchema } from './project.ts'
import { humanUserSchema, machineUserSchema, personalAccessTokenSchema, userMetadataSchema } from './users.ts'

/** A schema with the name of its type, and what it describes. */
export interface NamedSchema {
  readonly name: string
  readonly schema: MessageSchema
  /** One or more sentences. */
  readonly description: string
}

/** Every object of a document that has its own identity or place. */
export const namedSchemas: readonly NamedSchema[] = [
  { name: 'Org', schema: orgEntrySchema, description: 'An organization: it owns users, projects and policies.' },
  { name: 'OrgDomain', schema: orgDomainSchema, description: 'A domain of an organization. Login names end in it.' },
  { name: 'LoginPolicy', schema: loginPolicySchema, description: 'Who may sign in, and how.' },
  {
    name: 'PasswordComplexityPolicy',
    schema: passwordComplexityPolicySchema,
    description: 'The rules for a new password: its length in characters, and the classes of characters that it needs.',
  },
  { name: 'PasswordAgePolicy', schema: passwordAgePolicySchema, description: 'The greatest age of a password. 0 means never.' },
  {
    name: 'LockoutPolicy',
    schema: lockoutPolicySchema,
    description: 'After how many wrong attempts a user is locked. 0 means never.',
  },
  { name: 'DomainPolicy', schema: domainPolicySchema, description: 'Whether login names end in the domain of the organization.' },
  {
    name: 'InstanceDomainPolicy',
    schema: instanceDomainPolicySchema,
    description: 'Whether login names end in the domain of the organization.',
  },
  { name: 'PrivacyPolicy', schema: privacyPolicySchema, description: 'Links that the pages show.' },
  { name: 'LabelPolicy', schema: labelPolicySchema, description: 'Colours, images and style of the pages.' },
  {
    name: 'SecurityPolicy',
    schema: securityPolicySchema,
    description: 'Whether tokens may be exchanged for those of another user, and which origins may frame the login pages.',
  },
  {
    name: 'BoundaryPolicy',
    schema: boundaryPolicySchema,
    description:
      'What applications get of users and projects of other organizations, which organizations the instance trusts, how long tokens and keys act, and whether administrators need a second factor.',
  },
  { name: 'HumanUser', schema: humanUserSchema, description: 'A person.' },
  { name: 'MachineUser', schema: machineUserSchema, description: 'A service user.' },
  { name: 'UserMetadata', schema: userMetadataSchema, description: 'A value that is stored with a user, as base64.' },
  {
    name: 'PersonalAccessToken',
    schema: personalAccessTokenSchema,
    description: 'A token that a service user presents without signing in.',
  },
  { name: 'Passkey', schema: passkeySchema, description: 'A WebAuthn credential of a person.' },
  { name: 'Project', schema: projectSchema, description: 'A project: it owns applications and roles.' },
  { name: 'ProjectRole', schema: projectRoleSchema, description: 'A role of a project.' },
  { name: 'OidcApp', schema: oidcAppSchema, description: 'An OpenID Connect client.' },
  {
    name: 'ApiApp',
    schema: apiAppSchema,
    description: 'An API: a client that never signs a user in and asks the introspection endpoint about tokens.',
  },
  {
    name: 'AppKey',
    schema: appKeySchema,
    description: 'The public key with which an application signs its assertions: base64 of a PEM text.',
  },
  {
    name: 'MachineKey',
    schema: machineKeySchema,
    description: 'The public key with which a service user signs its assertions: base64 of a PEM text.',
  },
  { name: 'ProjectGrant', schema: projectGrantSchema, description: 'A project that is granted to another organization.' },
  { name: 'UserGrant', schema: userGrantSchema, description: 'Roles of a project that a user has.' },
  { name: 'InstanceMember', schema: instanceMemberSchema, description: 'A user who manages the instance.' },
  { name: 'OrgMember', schema: orgMemberSchema, description: 'A user who manages an organization.' },
  { name: 'ProjectMember', schema: projectMemberSchema, description: 'A user who manages a project.' },
  {
    name: 'ProjectGrantMember',
    schema: projectGrantMemberSchema,
    description: 'A user who manages a project that was granted to the organization.',
  },
  { name: 'OidcIdp', schema: oidcIdpSchema, description: 'An OpenID Connect identity provider.' },
  { name: 'JwtIdp', schema: jwtIdpSchema, description: 'An identity provider that sends JWTs.' },
  { name: 'UserLink', schema: userLinkSchema, description: 'The link of a person to an account at an identity provider.' },
  { name: 'Action', schema: actionSchema, description: 'A script that the source of the document runs. It is stored, and never run.' },
  { name: 'TriggerActions', schema: triggerActionsSchema, description: 'What runs scripts at the source of the document. It is stored.' },
  { name: 'LoginTexts', schema: loginTextsSchema, description: 'Texts of the login pages in one language.' },
  { name: 'MailText', schema: mailTextSchema, description: 'Texts of a mail in one language.' },
  { name: 'PhoneText', schema: phoneTextSchema, description: 'Texts of a message about a phone number in one language.' },
  { name: 'SmsText', schema: smsTextSchema, description: 'The text of a short message in one language.' },
]
