// The reasons of rows in the report: a stable code for programs, and advice for people.
import type { DirectoryLimitReason } from '@symbolon/core-protocol'
import type { Refusal } from '@symbolon/permissions'

/** Why an object is not stored as in the document. */
export interface Problem {
  readonly reason: Reason
  /** The member of the object that the problem is about, e.g. `app.redirectUris[1]`. */
  readonly member?: string
  /** With `permission_denied`: what is missing, and which roles would do. */
  readonly refusal?: Refusal
  /** The maximum that a lifetime exceeds, as the policy spells it, e.g. `31536000s`. */
  readonly maximum?: string
}

/** A stored value without the effect that its member describes. */
export interface Notice extends Problem {
  /** Reported when the object is written, and not again while it stays the same. */
  readonly once?: boolean
  /** Reported only where this is not composed. */
  readonly unlessComposed?: Composed
}

/** What a composed part can add: a grant type, or a member of client metadata. */
export type Composed =
  | { readonly grantType: string; readonly clientMetadata?: never }
  | { readonly clientMetadata: string; readonly grantType?: never }

/** A stable code for programs. `advice` has the remedy for each. */
export type Reason =
  | 'missing_reference'
  | 'foreign_reference'
  | 'owned_by_other_org'
  | 'id_taken'
  | 'id_reserved'
  | 'id_removed'
  | 'id_in_use'
  | 'id_is_address'
  | 'user_id_outside_namespace'
  | 'idp_in_code'
  | 'id_malformed'
  | 'user_id_not_ascii'
  | 'duplicate'
  | 'parent_removed'
  | 'other_org'
  | 'differs'
  | 'member_fixed'
  | 'client_id_taken'
  | 'user_name_taken'
  | 'org_name_taken'
  | 'domain_taken'
  | 'token_taken'
  | 'identity_taken'
  | 'stale'
  | 'passkey_taken'
  | 'passkey_of_other_rp_id'
  | 'passkey_key_unsupported'
  | 'passkeys_not_composed'
  | 'passkey_removed'
  | 'link_removed'
  | 'permission_denied'
  | 'last_owner'
  | DirectoryLimitReason
  | 'lifetime_too_long'
  | 'role_unknown'
  | 'storage_failed'
  | 'storage_full'
  | 'secret_hashing_busy'
  | 'org_name_missing'
  | 'uri_empty'
  | 'uri_too_long'
  | 'uri_control_character'
  | 'uri_not_ascii'
  | 'uri_malformed'
  | 'uri_fragment'
  | 'uri_userinfo'
  | 'uri_wildcard'
  | 'uri_scheme_forbidden'
  | 'uri_scheme_not_native'
  | 'uri_response_parameter'
  | 'origin_malformed'
  | 'image_malformed'
  | 'image_too_large'
  | 'image_unsupported'
  | 'client_id_malformed'
  | 'client_secret_short'
  | 'token_short'
  | 'secret_hash_unsupported'
  | 'idp_secret_needed'
  | 'key_malformed'
  | 'key_private'
  | 'key_weak'
  | 'key_unsupported'
  | 'user_name_empty'
  | 'user_name_invisible_character'
  | 'user_name_mixed_script'
  | 'user_name_too_long'
  | 'email_malformed'
  | 'email_without_mail'
  | 'phone_malformed'
  | 'language_malformed'
  | 'email_unproven'
  | 'phone_unproven'
  | 'password_empty'
  | 'password_too_long'
  | 'password_too_short'
  | 'password_without_lowercase'
  | 'password_without_uppercase'
  | 'password_without_digit'
  | 'password_without_symbol'
  | 'password_common'
  | 'password_personal'
  | 'password_predictable'
  | 'password_not_needed'
  | 'password_hash_unsupported'
  | 'password_hash_too_slow'
  | 'otp_secret_malformed'
  | 'domain_malformed'
  | 'several_primary_domains'
  | 'text_leads_elsewhere'
  | 'other_org_id'
  | 'other_user_id'
  | 'of_the_source'
  | 'sends_nothing'
  | 'unknown_member'
  | 'no_effect'
  | 'no_effect_sign_in_refused'
  | 'idp_missing'
  | 'default_text'
  | 'policy_short_passwords'
  | 'policy_unlimited_attempts'
  | 'lifetime_over_maximum'
  | 'password_hash_slow'
  | 'redirect_over_http'
  | 'refresh_grant_missing'
  | 'grant_type_unknown'
  | 'client_metadata_unknown'
  | 'client_metadata_malformed'
  | 'redirect_uri_to_register'

/** The meaning of each reason and its remedy, in whole sentences. */
export const advice: Readonly<Record<Reason, string>> = {
  missing_reference: 'The referenced object is neither in the document nor stored. Add it, or correct the id.',
  foreign_reference: 'The entry belongs to an object of another organization. Move the entry to that organization.',
  owned_by_other_org: 'The id belongs to an object of another organization. Choose another id.',
  id_taken: 'Another object has this id. Choose another id.',
  id_reserved:
    'The id is reserved for the service: it begins with urn:, or it is the id of a client that is part of the service. Choose another id.',
  id_removed: 'A removed object had this id. Ids are not reused. Choose another id.',
  id_in_use: 'An object has this id. The entry of removedIds is not needed.',
  id_is_address:
    'The id of a client or a project becomes part of the audience of tokens. Only an owner of the instance chooses one that begins like a URI (https:, api:). Choose another id.',
  user_id_outside_namespace:
    'The id of a user that you choose consists of the id of the organization, percent-encoded, a vertical bar and a name: acme|alice for the organization acme. Choose such an id, or let the server choose one.',
  idp_in_code:
    'The login has an identity provider with this id in code, which is used in any case. Choose another id. A stored provider stays: removing it would remove the links of users.',
  id_malformed:
    'An id has 1 to 200 characters and no control characters, and is neither "." nor "..", which no address can name. Correct the id.',
  user_id_not_ascii: 'The id of a user is the sub of tokens, which holds only visible ASCII characters. Correct the id.',
  duplicate: 'The document already has an entry for this object. Keep one of the entries.',
  parent_removed: 'The document removes an object that this entry refers to. Remove this entry too, or keep that object.',
  other_org: 'The project belongs to another organization, whose own list of members is used. Nothing is missing.',
  differs: 'The stored object differs. Allow updates to change it.',
  member_fixed:
    'This member cannot change while the object exists. To change it, remove the object and create a new object with another id.',
  client_id_taken: 'Another client or a project has this id, or a service user has it as id or user name. Choose another client id.',
  user_name_taken: 'Another user of the organization has this user name. Choose another user name.',
  org_name_taken: 'The name is too similar to the name of another organization. Choose another name.',
  domain_taken: 'Another organization has this domain. Remove it there first.',
  token_taken: 'Another personal access token has this value. Generate a new token.',
  identity_taken: 'Another user is linked to this identity. Remove that link first.',
  stale: 'A concurrent request changed the object after it was read. Read it again, then repeat the change.',
  passkey_taken: 'Another user has this passkey. Remove it there first.',
  passkey_of_other_rp_id:
    'The passkey was created for another RP ID than the RP ID of this server, so it does not work here and the user has one factor less. Set SYMBOLON_PASSKEY_RP_ID to that RP ID, if it is the host of the issuer or a parent domain, or let the user create a passkey here.',
  passkey_key_unsupported:
    'The value is not the COSE key of its algorithm, or the key is too weak. The user has one factor less here. Create a passkey here.',
  passkeys_not_composed: 'This server has no passkeys. The user has one factor less here. Compose passkey(), or use another factor.',
  passkey_removed: 'The user has removed this passkey, and a document does not restore it. The user can create a new passkey.',
  link_removed: 'The user has disconnected this account, and a document does not connect it again. The user can connect it again.',
  permission_denied: 'Your roles do not allow this. Ask a user who has the role.',
  last_owner:
    'The change would leave the instance without an administrator: no active person with IAM_OWNER could sign in. Give another person this role first, or keep a sign-in method.',
  applications_limit: 'An organization has at most 2,000 applications. Remove some, or ask an owner of the instance to create more.',
  projects_limit: 'An organization has at most 1,000 projects. Remove some, or ask an owner of the instance to create more.',
  roles_limit: 'A project has at most 1,000 roles. Remove some, or ask an owner of the instance to create more.',
  providers_limit: 'An organization has at most 100 identity providers. Remove some, or ask an owner of the instance to create more.',
  keys_limit: 'An application or a service user has at most 100 keys. Remove some, or ask an owner of the instance to create more.',
  tokens_limit: 'A service user has at most 100 personal access tokens. Remove some, or ask an owner of the instance to create more.',
  metadata_limit: 'A user has at most 500 entries of metadata. Remove some, or ask an owner of the instance to create more.',
  metadata_size_limit: 'The metadata of a user have at most 262,144 characters together. Store less, or ask an owner of the instance.',
  offers_limit:
    'An organization offers roles in at most 20 projects and 20 project grants to one user of another organization at a time. Wait until the user has accepted or declined some, or withdraw some.',
  organization_users_limit:
    'The organization has as many users as the instance allows (maxUsersOfOrganization of its boundary policy). Remove some, or ask an owner of the instance.',
  organization_keys_limit:
    'The organization has as many keys or personal access tokens as the instance allows (maxKeysOfOrganization of its boundary policy). Remove some, or ask an owner of the instance.',
  organization_metadata_limit:
    'The metadata of all users of the organization are as large as the instance allows (maxMetadataOfOrganization of its boundary policy). Store less, or ask an owner of the instance.',
  lifetime_too_long:
    'The instance limits the lifetime of personal access tokens and keys. Set an earlier expirationDate, create a new token or key, or ask an owner of the instance.',
  role_unknown: 'This role cannot be given here: it does not exist, or it belongs to another level. Correct it.',
  storage_failed: 'The database refused the whole organization and changed nothing. Read the log of the server, then apply again.',
  storage_full: 'The disk of the database is full, and nothing of the organization was changed. Free space, then apply again.',
  secret_hashing_busy: 'The server was too busy to hash the password. Apply again.',
  org_name_missing: 'A new organization needs a name. Add "org": {"name": …}.',
  uri_empty: 'The URI is empty. Remove it.',
  uri_too_long: 'The URI is longer than 2048 characters. Shorten it.',
  uri_control_character: 'The URI holds a space or a control character. Remove that character.',
  uri_not_ascii: 'The URI holds a character outside ASCII. Percent-encode it, and write host names in Punycode.',
  uri_malformed: 'The value is not an absolute URI (RFC 3986). Correct it.',
  uri_fragment: 'The URI holds a fragment (#…). Remove the fragment.',
  uri_wildcard: 'The host of the URI has a wildcard, and URIs are compared byte for byte. Register each host.',
  uri_userinfo: 'The URI holds a user name before the host. Remove the user name.',
  uri_scheme_forbidden: 'The scheme of the URI can run code or show local data. Use https.',
  uri_scheme_not_native: 'The URI has a private-use scheme, which only apps of type OIDC_APP_TYPE_NATIVE may have. Use https.',
  uri_response_parameter: 'The URI holds a query parameter that the response itself uses. Rename the parameter.',
  origin_malformed: 'The value is not an origin. Write scheme://host or scheme://host:port, without the default port or a path.',
  image_malformed: 'The value is not the base64 of an image. Write data:image/png;base64,… with the whole content of the file.',
  image_too_large: 'The image is larger than 64 KiB. Provide a smaller image.',
  image_unsupported:
    'The content is not an image of the type that the value names. Provide a PNG, JPEG, WebP or SVG image, and name its type. An SVG needs UTF-8 and declares no entities.',
  client_id_malformed: 'A client id has 1 to 255 visible ASCII characters. Correct it.',
  client_secret_short:
    'A client secret has at least 32 characters. Generate one, e.g. with "openssl rand -base64 32", or leave the member out.',
  token_short: 'A token has at least 32 characters. Generate a longer token, or leave the member out.',
  secret_hash_unsupported:
    'The hash is neither a SHA-256 in base64url nor of a scheme that this server verifies. It was left out, and a new secret is generated where one is needed.',
  idp_secret_needed:
    'The issuer of the identity provider changes, and the document has no client secret for it. Provide the secret: the stored secret belongs to the previous issuer.',
  key_malformed: 'The value is not the base64 of a readable PEM public key. Correct it.',
  key_private: 'The value holds a private key, which is now disclosed. Replace the key pair, and provide its public key only.',
  key_weak: 'The key is too weak. An RSA key needs 2048 bits and an odd exponent of at least 65537. Replace the key.',
  key_unsupported: 'The key is not a valid RSA, EC P-256 or Ed25519 key. Replace the key.',
  user_name_empty: 'A user needs a user name. Add one.',
  user_name_invisible_character: 'The user name holds an invisible character. Remove that character.',
  user_name_mixed_script: 'The user name mixes letters of several scripts. Use one script.',
  user_name_too_long: 'The user name is longer than 200 characters after Unicode normalization. Shorten it.',
  email_malformed: 'The value is not an email address. Correct it.',
  email_without_mail:
    'The address is kept, and no mail is sent to it: the part before the @ holds letters outside ASCII, or the domain is a single word. Provide an address that mail servers on the Internet accept.',
  phone_malformed: 'The value is not a phone number in international form, such as +41 44 000 00 00. Correct it.',
  language_malformed: 'The value is not a language tag, such as de or pt-BR. The user gets the default language. Correct it.',
  email_unproven:
    'Your roles vouch only for addresses in a verified domain of the organization that no other person has proven. The address is kept as unverified: the user proves it by mail, or a user with IAM_OWNER or IAM_ORG_MANAGER vouches for it.',
  phone_unproven:
    'Your roles do not vouch for phone numbers. The number is kept as unverified. A user with IAM_OWNER or IAM_ORG_MANAGER vouches for it.',
  password_empty: 'The password is empty. Provide a password, or leave the member out.',
  password_too_long: 'The password is longer than 1024 bytes. Choose a shorter password.',
  password_too_short:
    'The password is shorter than the policy demands: 15 characters without a policy, or 8 where a second factor is forced. Choose a longer password.',
  password_without_lowercase: 'The policy demands a lower-case letter (a–z) in passwords. Choose another password.',
  password_without_uppercase: 'The policy demands an upper-case letter (A–Z) in passwords. Choose another password.',
  password_without_digit: 'The policy demands a digit (0–9) in passwords. Choose another password.',
  password_without_symbol: 'The policy demands a symbol in passwords. Choose another password.',
  password_common: 'The password is one of the most common ones. Choose another password.',
  password_personal: 'The password is made of names of the user. Choose another password.',
  password_predictable: 'The password is a sequence or repeats itself. Choose another password.',
  password_not_needed: 'The user also has hashedPassword, which is used instead. Keep one of them.',
  password_hash_unsupported: 'This server cannot verify the hash. The user exists without a password and needs a new password.',
  password_hash_too_slow:
    'The hash takes long to verify, and every refused sign-in would wait as long. Only a caller who may change the instance can import such a hash. A new user exists without a password and needs one; an existing user keeps the password.',
  otp_secret_malformed:
    'The value is not base32. A user without another seed is inactive. Correct the seed or leave it out, and set the state USER_STATE_ACTIVE.',
  domain_malformed: 'The value is not a domain name. Correct it.',
  several_primary_domains: 'An organization has one primary domain. Keep isPrimary on one domain.',
  text_leads_elsewhere:
    'The text has an address that leads neither to this server nor to a verified domain of the organization, so mails have the built-in text. Correct the address, or verify its domain first.',
  other_org_id: 'The id differs from the orgId of the enclosing organization, which is used instead. Correct or remove it.',
  other_user_id: 'The id differs from the userId of the entry, which is used instead. Correct or remove it.',
  of_the_source: 'The member describes the object on the server that it comes from. It is not needed here.',
  sends_nothing: 'Applying a document sends no mail. Invite the user.',
  unknown_member: 'The format has no such member. Check the spelling.',
  no_effect: 'The value is stored, and has no effect on this server.',
  no_effect_sign_in_refused: 'This server does not support the setting. The affected users cannot sign in until the setting is removed.',
  idp_missing:
    'No identity provider has this id, so no user can sign in with it. Exports hold neither the providers of the instance nor those for SAML and LDAP. Create the provider under the same id, in a document or in code, or remove the entry.',
  default_text:
    'The text is the default text of the original product. It is stored, and the pages show their own default text. Change the text to have it shown.',
  policy_short_passwords:
    'The policy is honoured, and it allows shorter passwords than a new instance does: 15 characters, or 8 where a second factor is forced. Raise minLength.',
  policy_unlimited_attempts:
    'The policy is honoured, and no number of wrong tries blocks a browser: they are only slowed down. Set a number such as 10.',
  lifetime_over_maximum:
    'The token or key is stored, and its lifetime exceeds the maximum that the instance sets for others. Set an earlier expirationDate.',
  password_hash_slow: 'The hash takes long to verify, and every refused sign-in waits as long. The next sign-in of the user replaces it.',
  redirect_over_http: 'The URI is stored, and requests that use it are refused. Use https://, or give the app devMode.',
  refresh_grant_missing:
    'The app gets no refresh token for the scope offline_access. Add OIDC_GRANT_TYPE_REFRESH_TOKEN if the app requests this scope.',
  grant_type_unknown: 'The value is kept, but no grant of this type is composed. Compose one, or correct the URI.',
  client_metadata_unknown: 'The value is kept, but no composed part declares the member. Compose the part, or correct the name.',
  client_metadata_malformed:
    'The value is not of the type that the composed part declares. Correct it: the OpenAPI document has its schema.',
  redirect_uri_to_register:
    'Register the redirect URI {issuer}/ui/login/external/callback/{idpId} (the id percent-encoded) at the identity provider. Otherwise sign-ins fail. After a move, a provider whose discovery document announces iss may keep its redirect URI, with SYMBOLON_IDP_SHARED_REDIRECT_URI=on.',
}

/** @returns the sentence that a row shows: the refusal where permissions are missing, otherwise the advice, with the maximum if there is one */
export function sentenceFor({ reason, refusal, maximum }: Problem): string {
  return refusal?.message ?? `${advice[reason]}${maximum === undefined ? '' : ` The maximum is ${maximum}.`}`
}

/** The reasons of objects that the same document may apply later: the database failed, was full, or the server was too busy. */
export const transientReasons: ReadonlySet<Reason> = new Set<Reason>(['storage_failed', 'storage_full', 'secret_hashing_busy'])

/** The reasons of notices: the value is stored, and has no effect, or an effect that an operator should know. */
export const noticeReasons: ReadonlySet<string> = new Set<Reason>([
  'no_effect',
  'no_effect_sign_in_refused',
  'idp_missing',
  'default_text',
  'policy_short_passwords',
  'policy_unlimited_attempts',
  'lifetime_over_maximum',
  'password_hash_slow',
  'email_without_mail',
  'redirect_over_http',
  'refresh_grant_missing',
  'grant_type_unknown',
  'client_metadata_unknown',
  'redirect_uri_to_register',
])
