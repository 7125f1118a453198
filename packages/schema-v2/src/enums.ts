// The enums of the format with their numbers, and the states and algorithms of Symbolon. A document holds a value as name or number; the
// normal form is the name. The value numbered 0 is the default. Outside of lists it is absent after reading.

/** The values of `ORG_STATE` with their numbers. */
export const ORG_STATE = {
  ORG_STATE_UNSPECIFIED: 0,
  ORG_STATE_ACTIVE: 1,
  ORG_STATE_INACTIVE: 2,
  ORG_STATE_REMOVED: 3,
} as const
/** A name in `ORG_STATE`. */
export type OrgState = keyof typeof ORG_STATE

/** The values of `USER_STATE` with their numbers. */
export const USER_STATE = {
  USER_STATE_UNSPECIFIED: 0,
  USER_STATE_ACTIVE: 1,
  USER_STATE_INACTIVE: 2,
  USER_STATE_DELETED: 3,
  USER_STATE_LOCKED: 4,
  USER_STATE_SUSPEND: 5,
  USER_STATE_INITIAL: 6,
} as const
/** A name in `USER_STATE`. */
export type UserState = keyof typeof USER_STATE

/** An extension, for objects for which the format has no state. */
export const STATE = ['STATE_ACTIVE', 'STATE_INACTIVE', 'STATE_REMOVED'] as const
/** A name in `STATE`. */
export type State = (typeof STATE)[number]

/** An extension: the JOSE algorithms a client may choose (https://www.rfc-editor.org/rfc/rfc7518#section-3.1, rfc8037#section-3.1). */
export const SIGNING_ALG = ['RS256', 'ES256', 'EdDSA'] as const
/** A name in `SIGNING_ALG`. */
export type SigningAlg = (typeof SIGNING_ALG)[number]

/** An extension: the header `typ` of JWT access tokens. RFC 9068 demands `at+jwt`; some resource servers accept only `JWT`. */
export const ACCESS_TOKEN_TYP = ['at+jwt', 'JWT'] as const
/** A name in `ACCESS_TOKEN_TYP`. */
export type AccessTokenTyp = (typeof ACCESS_TOKEN_TYP)[number]

/** The values of `GENDER` with their numbers. */
export const GENDER = {
  GENDER_UNSPECIFIED: 0,
  GENDER_FEMALE: 1,
  GENDER_MALE: 2,
  GENDER_DIVERSE: 3,
} as const
/** A name in `GENDER`. */
export type Gender = keyof typeof GENDER

/** The values of `ACCESS_TOKEN_TYPE` with their numbers. */
export const ACCESS_TOKEN_TYPE = {
  ACCESS_TOKEN_TYPE_BEARER: 0,
  ACCESS_TOKEN_TYPE_JWT: 1,
} as const
/** A name in `ACCESS_TOKEN_TYPE`. */
export type AccessTokenType = keyof typeof ACCESS_TOKEN_TYPE

/** The values of `DOMAIN_VALIDATION_TYPE` with their numbers. */
export const DOMAIN_VALIDATION_TYPE = {
  DOMAIN_VALIDATION_TYPE_UNSPECIFIED: 0,
  DOMAIN_VALIDATION_TYPE_HTTP: 1,
  DOMAIN_VALIDATION_TYPE_DNS: 2,
} as const
/** A name in `DOMAIN_VALIDATION_TYPE`. */
export type DomainValidationType = keyof typeof DOMAIN_VALIDATION_TYPE

/** The values of `KEY_TYPE` with their numbers. */
export const KEY_TYPE = {
  KEY_TYPE_UNSPECIFIED: 0,
  KEY_TYPE_JSON: 1,
} as const
/** A name in `KEY_TYPE`. */
export type KeyType = keyof typeof KEY_TYPE

/** The values of `PRIVATE_LABELING_SETTING` with their numbers. */
export const PRIVATE_LABELING_SETTING = {
  PRIVATE_LABELING_SETTING_UNSPECIFIED: 0,
  PRIVATE_LABELING_SETTING_ENFORCE_PROJECT_RESOURCE_OWNER_POLICY: 1,
  PRIVATE_LABELING_SETTING_ALLOW_LOGIN_USER_RESOURCE_OWNER_POLICY: 2,
} as const
/** A name in `PRIVATE_LABELING_SETTING`. */
export type PrivateLabelingSetting = keyof typeof PRIVATE_LABELING_SETTING

/** The values of `API_AUTH_METHOD_TYPE` with their numbers. */
export const API_AUTH_METHOD_TYPE = {
  API_AUTH_METHOD_TYPE_BASIC: 0,
  API_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT: 1,
} as const
/** A name in `API_AUTH_METHOD_TYPE`. */
export type ApiAuthMethodType = keyof typeof API_AUTH_METHOD_TYPE

/** The values of `OIDC_RESPONSE_TYPE` with their numbers. */
export const OIDC_RESPONSE_TYPE = {
  OIDC_RESPONSE_TYPE_CODE: 0,
  OIDC_RESPONSE_TYPE_ID_TOKEN: 1,
  OIDC_RESPONSE_TYPE_ID_TOKEN_TOKEN: 2,
} as const
/** A name in `OIDC_RESPONSE_TYPE`. */
export type OidcResponseType = keyof typeof OIDC_RESPONSE_TYPE

/** The values of `OIDC_GRANT_TYPE` with their numbers. */
export const OIDC_GRANT_TYPE = {
  OIDC_GRANT_TYPE_AUTHORIZATION_CODE: 0,
  OIDC_GRANT_TYPE_IMPLICIT: 1,
  OIDC_GRANT_TYPE_REFRESH_TOKEN: 2,
  OIDC_GRANT_TYPE_DEVICE_CODE: 3,
  OIDC_GRANT_TYPE_TOKEN_EXCHANGE: 4,
} as const
/** A name in `OIDC_GRANT_TYPE`. */
export type OidcGrantType = keyof typeof OIDC_GRANT_TYPE

/** The values of `OIDC_APP_TYPE` with their numbers. */
export const OIDC_APP_TYPE = {
  OIDC_APP_TYPE_WEB: 0,
  OIDC_APP_TYPE_USER_AGENT: 1,
  OIDC_APP_TYPE_NATIVE: 2,
} as const
/** A name in `OIDC_APP_TYPE`. */
export type OidcAppType = keyof typeof OIDC_APP_TYPE

/** The values of `OIDC_AUTH_METHOD_TYPE` with their numbers. */
export const OIDC_AUTH_METHOD_TYPE = {
  OIDC_AUTH_METHOD_TYPE_BASIC: 0,
  OIDC_AUTH_METHOD_TYPE_POST: 1,
  OIDC_AUTH_METHOD_TYPE_NONE: 2,
  OIDC_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT: 3,
} as const
/** A name in `OIDC_AUTH_METHOD_TYPE`. */
export type OidcAuthMethodType = keyof typeof OIDC_AUTH_METHOD_TYPE

/** The values of `OIDC_VERSION` with their numbers. */
export const OIDC_VERSION = {
  OIDC_VERSION_1_0: 0,
} as const
/** A name in `OIDC_VERSION`. */
export type OidcVersion = keyof typeof OIDC_VERSION

/** The values of `OIDC_TOKEN_TYPE` with their numbers. */
export const OIDC_TOKEN_TYPE = {
  OIDC_TOKEN_TYPE_BEARER: 0,
  OIDC_TOKEN_TYPE_JWT: 1,
} as const
/** A name in `OIDC_TOKEN_TYPE`. */
export type OidcTokenType = keyof typeof OIDC_TOKEN_TYPE

/** The values of `THEME_MODE` with their numbers. */
export const THEME_MODE = {
  THEME_MODE_UNSPECIFIED: 0,
  THEME_MODE_AUTO: 1,
  THEME_MODE_DARK: 2,
  THEME_MODE_LIGHT: 3,
} as const
/** A name in `THEME_MODE`. */
export type ThemeMode = keyof typeof THEME_MODE

/** The values of `PASSWORDLESS_TYPE` with their numbers. */
export const PASSWORDLESS_TYPE = {
  PASSWORDLESS_TYPE_NOT_ALLOWED: 0,
  PASSWORDLESS_TYPE_ALLOWED: 1,
} as const
/** A name in `PASSWORDLESS_TYPE`. */
export type PasswordlessType = keyof typeof PASSWORDLESS_TYPE

/** The values of `SECOND_FACTOR_TYPE` with their numbers. */
export const SECOND_FACTOR_TYPE = {
  SECOND_FACTOR_TYPE_UNSPECIFIED: 0,
  SECOND_FACTOR_TYPE_OTP: 1,
  SECOND_FACTOR_TYPE_U2F: 2,
  SECOND_FACTOR_TYPE_OTP_EMAIL: 3,
  SECOND_FACTOR_TYPE_OTP_SMS: 4,
} as const
/** A name in `SECOND_FACTOR_TYPE`. */
export type SecondFactorType = keyof typeof SECOND_FACTOR_TYPE

/** The values of `MULTI_FACTOR_TYPE` with their numbers. */
export const MULTI_FACTOR_TYPE = {
  MULTI_FACTOR_TYPE_UNSPECIFIED: 0,
  MULTI_FACTOR_TYPE_U2F_WITH_VERIFICATION: 1,
} as const
/** A name in `MULTI_FACTOR_TYPE`. */
export type MultiFactorType = keyof typeof MULTI_FACTOR_TYPE

/** The values of `IDP_OWNER_TYPE` with their numbers. */
export const IDP_OWNER_TYPE = {
  IDP_OWNER_TYPE_UNSPECIFIED: 0,
  IDP_OWNER_TYPE_SYSTEM: 1,
  IDP_OWNER_TYPE_ORG: 2,
} as const
/** A name in `IDP_OWNER_TYPE`. */
export type IdpOwnerType = keyof typeof IDP_OWNER_TYPE

/** The values of `STYLING_TYPE` with their numbers. */
export const STYLING_TYPE = {
  STYLING_TYPE_UNSPECIFIED: 0,
  STYLING_TYPE_GOOGLE: 1,
} as const
/** A name in `STYLING_TYPE`. */
export type StylingType = keyof typeof STYLING_TYPE

/** The values of `OIDC_MAPPING_FIELD` with their numbers. */
export const OIDC_MAPPING_FIELD = {
  OIDC_MAPPING_FIELD_UNSPECIFIED: 0,
  OIDC_MAPPING_FIELD_PREFERRED_USERNAME: 1,
  OIDC_MAPPING_FIELD_EMAIL: 2,
} as const
/** A name in `OIDC_MAPPING_FIELD`. */
export type OidcMappingField = keyof typeof OIDC_MAPPING_FIELD

/** The number 2 is not used. */
export const IDP_TYPE = {
  IDP_TYPE_UNSPECIFIED: 0,
  IDP_TYPE_OIDC: 1,
  IDP_TYPE_JWT: 3,
} as const
/** A name in `IDP_TYPE`. */
export type IdpType = keyof typeof IDP_TYPE
