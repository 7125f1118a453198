// The policies of an organization, and of the instance.
import type * as v from 'valibot'
import { IDP_OWNER_TYPE, MULTI_FACTOR_TYPE, PASSWORDLESS_TYPE, SECOND_FACTOR_TYPE, THEME_MODE } from './enums.ts'
import type { MultiFactorType, SecondFactorType } from './enums.ts'
import { choice, enumeration } from './json/enumeration.ts'
import { stricter } from './json/leaf.ts'
import { list } from './json/list.ts'
import { message, required } from './json/message.ts'
import { bool, uint32, uint64 } from './json/scalars.ts'
import { colour, identifier, image, optionalIdentifier, text, uri } from './json/text.ts'
import { duration } from './json/time.ts'

const noSecondFactor: SecondFactorType = 'SECOND_FACTOR_TYPE_UNSPECIFIED'
const noMultiFactor: MultiFactorType = 'MULTI_FACTOR_TYPE_UNSPECIFIED'

/**
 * Who may sign in, and how. A lifetime is the time after which a check is repeated. An absent lifetime takes the default of the instance,
 * "0s" repeats the check every time. In v2, factors and identity providers are members of the policy; in v1 they were members of the org.
 */
export const loginPolicySchema = message({
  allowUsernamePassword: bool(),
  allowRegister: bool(),
  allowExternalIdp: bool(),
  forceMfa: stricter(bool(), true),
  passwordlessType: enumeration(PASSWORDLESS_TYPE),
  hidePasswordReset: stricter(bool(), true),
  ignoreUnknownUsernames: stricter(bool(), true),
  defaultRedirectUri: uri(),
  // Shorter than any lifetime in use, so the check is repeated at every sign-in.
  passwordCheckLifetime: stricter(duration(), '1s'),
  externalLoginCheckLifetime: stricter(duration(), '1s'),
  mfaInitSkipLifetime: duration(),
  secondFactorCheckLifetime: stricter(duration(), '1s'),
  multiFactorCheckLifetime: stricter(duration(), '1s'),
  // A policy without factors allows any factor. A factor that cannot be read becomes one that no user has.
  secondFactors: stricter(list(stricter(enumeration(SECOND_FACTOR_TYPE), noSecondFactor)), [noSecondFactor]),
  multiFactors: stricter(list(stricter(enumeration(MULTI_FACTOR_TYPE), noMultiFactor)), [noMultiFactor]),
  idps: list(
    message({
      idpId: required(identifier()),
      // Not required, because importers do not trust it: exporters computed it from the wrong property.
      ownerType: enumeration(IDP_OWNER_TYPE),
    }),
  ),
  allowDomainDiscovery: bool(),
  disableLoginWithEmail: stricter(bool(), true),
  disableLoginWithPhone: stricter(bool(), true),
  forceMfaLocalOnly: stricter(bool(), true),
})
/** What `loginPolicySchema` reads. */
export type LoginPolicy = v.InferOutput<typeof loginPolicySchema>

/** The length of a new password where no policy says otherwise. A malformed number must not mean any length. */
const DEFAULT_LENGTH = '15'

/** The rules for a new password: its length in characters, and the classes of characters that it needs. */
export const passwordComplexityPolicySchema = message({
  /** A decimal string, as every uint64 of the format. */
  minLength: stricter(uint64(), DEFAULT_LENGTH),
  hasUppercase: stricter(bool(), true),
  hasLowercase: stricter(bool(), true),
  hasNumber: stricter(bool(), true),
  hasSymbol: stricter(bool(), true),
})
/** What `passwordComplexityPolicySchema` reads. */
export type PasswordComplexityPolicy = v.InferOutput<typeof passwordComplexityPolicySchema>

/** The greatest age of a password. Only for the instance. 0 means never. */
export const passwordAgePolicySchema = message({
  expireWarnDays: uint32(),
  maxAgeDays: stricter(uint32(), 365),
})
/** What `passwordAgePolicySchema` reads. */
export type PasswordAgePolicy = v.InferOutput<typeof passwordAgePolicySchema>

/** The default where no policy says otherwise. A malformed number must not mean never. */
const DEFAULT_ATTEMPTS = 10

/** 0 means that users are never locked. */
export const lockoutPolicySchema = message({
  maxPasswordAttempts: stricter(uint32(), DEFAULT_ATTEMPTS),
  maxOtpAttempts: stricter(uint32(), DEFAULT_ATTEMPTS),
})
/** What `lockoutPolicySchema` reads. */
export type LockoutPolicy = v.InferOutput<typeof lockoutPolicySchema>

const fields = {
  userLoginMustBeDomain: bool(),
  validateOrgDomains: bool(),
  smtpSenderAddressMatchesInstanceDomain: bool(),
}

/**
 * Whether login names end in the domain of the org, and the rules for domains. The policy of an org repeats its id, which is not needed.
 */
export const instanceDomainPolicySchema = message(fields)
/** What `instanceDomainPolicySchema` reads. */
export type InstanceDomainPolicy = v.InferOutput<typeof instanceDomainPolicySchema>

/** The policy of an organization; it repeats the id of its organization. */
export const domainPolicySchema = message({ orgId: optionalIdentifier(), ...fields })
/** What `domainPolicySchema` reads. */
export type DomainPolicy = v.InferOutput<typeof domainPolicySchema>

/**
 * Links that the pages show. They are plain strings here, because real files hold addresses without a scheme and placeholders such as
 * {{.Lang}}. A page must show only those that begin with http:// or https://.
 */
export const privacyPolicySchema = message({
  tosLink: text(),
  privacyLink: text(),
  helpLink: text(),
  supportEmail: text(320),
  docsLink: text(),
  customLink: text(),
  customLinkText: text(),
})
/** What `privacyPolicySchema` reads. */
export type PrivacyPolicy = v.InferOutput<typeof privacyPolicySchema>

/**
 * Colours and style of the pages of an org. The format holds no logos, icons and fonts: the images are an extension, as `data:` addresses.
 */
export const labelPolicySchema = message({
  primaryColor: colour(),
  hideLoginNameSuffix: bool(),
  warnColor: colour(),
  backgroundColor: colour(),
  fontColor: colour(),
  primaryColorDark: colour(),
  backgroundColorDark: colour(),
  warnColorDark: colour(),
  fontColorDark: colour(),
  disableWatermark: bool(),
  themeMode: enumeration(THEME_MODE),
  logo: image(),
  logoDark: image(),
  icon: image(),
})
/** What `labelPolicySchema` reads. */
export type LabelPolicy = v.InferOutput<typeof labelPolicySchema>

/**
 * An extension, only for the instance: whether tokens may be exchanged for those of another user, and which origins may frame the login
 * pages.
 */
export const securityPolicySchema = message({
  enableImpersonation: bool(),
  enableIframeEmbedding: bool(),
  allowedOrigins: list(uri()),
})

/** A malformed maximum must not mean none. */
const YEAR = '31536000s'

function maximum() {
  return stricter(duration({ min: 0, max: 315_576_000_000, zeroIsAbsent: true }), YEAR)
}

/**
 * An extension, only for the instance: what applications get of users and projects of other organizations, how long the tokens and keys act
 * that organizations create, whether administrators need a second factor, and how much an organization stores. Without a relation, applications
 * get identity claims alone.
 */
export const boundaryPolicySchema = message({
  /** `RELATED_APPLICATIONS` is the default. `ALL_APPLICATIONS` is the rule of the original product. */
  crossOrganizationData: choice('RELATED_APPLICATIONS', 'ALL_APPLICATIONS'),
  /** The organizations whose applications get everything. Default: the organization of the first administrator. */
  trustedOrganizations: list(identifier()),
  /** The longest lifetime of a personal access token that a caller without rights in the instance stores. Absent: no maximum. */
  maxPersonalAccessTokenLifetime: maximum(),
  /** The same for the keys of applications and service users. */
  maxKeyLifetime: maximum(),
  /** Whether every person with an administrative role needs a second factor, whatever the login policy of the organization says. */
  forceMfaForAdministrators: stricter(bool(), true),
  /** How many users an organization has at most, unless an owner of the instance brings them. 0 or absent: 1,000,000. */
  maxUsersOfOrganization: uint32(),
  /** How many keys of applications, keys of service users, and personal access tokens, each. 0 or absent: 20,000. */
  maxKeysOfOrganization: uint32(),
  /** How large the metadata of all its users are together, in thousands of characters. 0 or absent: 1,000,000. */
  maxMetadataOfOrganization: uint32(),
})

/** What `securityPolicySchema` reads. */
export type SecurityPolicy = v.InferOutput<typeof securityPolicySchema>
