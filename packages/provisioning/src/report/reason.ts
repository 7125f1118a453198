// Why a row of the report is what it is: a stable code for programs, and advice for people.
/** Why something is not as the document wants it. */
export interface Problem {
  readonly reason: Reason
  /** The member of the object that is meant, e.g. `app.redirectUris[1]`. */
  readonly member?: string
}

/** Something that is stored and does not do what it says. */
export interface Notice extends Problem {
  /** Said when the object is written, and not again while it stays the same. */
  readonly once?: boolean
  /** Said where this grant type is not composed. */
  readonly unlessGrant?: string
}

/** A stable code for programs. `advice` says what to do about each. */
export type Reason =
  | 'missing_reference'
  | 'foreign_reference'
  | 'owned_by_other_org'
  | 'id_taken'
  | 'id_malformed'
  | 'user_id_not_ascii'
  | 'duplicate'
  | 'parent_removed'
  | 'other_org'
  | 'differs'
  | 'client_id_taken'
  | 'user_name_taken'
  | 'domain_taken'
  | 'token_taken'
  | 'identity_taken'
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
  | 'uri_scheme_forbidden'
  | 'uri_scheme_not_native'
  | 'uri_response_parameter'
  | 'origin_malformed'
  | 'client_id_malformed'
  | 'client_secret_short'
  | 'token_short'
  | 'secret_hash_unsupported'
  | 'key_malformed'
  | 'key_private'
  | 'key_weak'
  | 'key_unsupported'
  | 'user_name_empty'
  | 'user_name_invisible_character'
  | 'user_name_mixed_script'
  | 'user_name_too_long'
  | 'email_malformed'
  | 'phone_malformed'
  | 'password_empty'
  | 'password_too_long'
  | 'password_not_needed'
  | 'password_hash_unsupported'
  | 'otp_secret_malformed'
  | 'domain_malformed'
  | 'several_primary_domains'
  | 'other_org_id'
  | 'other_user_id'
  | 'of_the_source'
  | 'sends_nothing'
  | 'unknown_member'
  | 'no_effect'
  | 'no_effect_sign_in_refused'
  | 'password_hash_slow'
  | 'redirect_over_http'
  | 'refresh_grant_missing'
  | 'grant_type_unknown'

/** What to do about each reason. The text continues a sentence that begins with the place. */
export const advice: Readonly<Record<Reason, string>> = {
  missing_reference: 'names something that is neither in the document nor stored; add it, or correct the id',
  foreign_reference: 'hangs on an object of another organization; move the entry to that organization',
  owned_by_other_org: 'the id belongs to an object of another organization; choose another id',
  id_taken: 'the id belongs to an object of another kind; choose another id',
  id_malformed: 'ids have 1 to 200 characters without control characters',
  user_id_not_ascii: 'the id of a user is the sub of tokens: visible ASCII characters alone',
  duplicate: 'stands in the document already; keep one of the entries',
  parent_removed: 'what it hangs on is removed by the same document',
  other_org: 'belongs to a project of another organization, and is taken from there',
  differs: 'is stored already and differs; allow updates to change it',
  client_id_taken: 'another client has this client id, or a service user this id or name; choose another one',
  user_name_taken: 'another user of the organization has this name; choose another one',
  domain_taken: 'another organization has this domain; remove it there first',
  token_taken: 'another personal access token has this value; make a new one',
  identity_taken: 'another user is linked to this identity; remove the link there first',
  storage_failed: 'the database refused the organization as a whole and nothing of it was changed; see the log and apply again',
  storage_full: 'the disk of the database is full and nothing of the organization was changed; make room and apply again',
  secret_hashing_busy: 'the server was too busy to hash the password; apply again',
  org_name_missing: 'a new organization needs a name; add "org": {"name": …}',
  uri_empty: 'is empty; remove it',
  uri_too_long: 'is longer than 2048 characters',
  uri_control_character: 'holds a space or a control character; remove it',
  uri_not_ascii: 'holds a character outside ASCII; percent-encode it, and write host names in Punycode',
  uri_malformed: 'is no absolute URI as RFC 3986 has it',
  uri_fragment: 'holds a fragment (#…); remove it',
  uri_userinfo: 'holds a user name before the host; remove it',
  uri_scheme_forbidden: 'has a scheme that can run code or show local data',
  uri_scheme_not_native: 'has a scheme of its own, which only apps of type OIDC_APP_TYPE_NATIVE may have; use https',
  uri_response_parameter: 'holds a query parameter that the response itself uses; rename it',
  origin_malformed: 'is no origin; write scheme://host or scheme://host:port, without the default port or anything after it',
  client_id_malformed: 'a client id has 1 to 255 visible ASCII characters',
  client_secret_short: 'a client secret has at least 32 characters; make a new one, e.g. with "openssl rand -base64 32", or leave it out',
  token_short: 'a token has at least 32 characters; make a new one, or leave it out',
  secret_hash_unsupported: 'is neither a SHA-256 in base64url nor a hash that can be verified here; a client that needs one is given one',
  key_malformed: 'is not the base64 of a PEM public key that can be read',
  key_private: 'holds a private key; replace the key pair, because this one has been shown, and give the public half',
  key_weak: 'is too weak: RSA needs 2048 bits and an odd exponent of at least 65537',
  key_unsupported: 'is no valid key of RSA, EC P-256 or Ed25519',
  user_name_empty: 'a user needs a name',
  user_name_invisible_character: 'holds a character that nobody sees; remove it',
  user_name_mixed_script: 'mixes letters of several scripts; use one',
  user_name_too_long: 'is longer than 200 characters once signs that stand for several letters are written out',
  email_malformed: 'is no email address',
  phone_malformed: 'is no phone number in international form, such as +41 44 000 00 00',
  password_empty: 'is empty; leave it out or give one',
  password_too_long: 'is longer than 1024 bytes',
  password_not_needed: 'hashedPassword stands beside it and wins',
  password_hash_unsupported: 'cannot be verified here; the user exists without password and needs a new one',
  otp_secret_malformed: 'is no base32; a user who has no other seed is inactive until a document corrects it, or leaves it out',
  domain_malformed: 'is no domain name; write international names in Punycode',
  several_primary_domains: 'an organization has one primary domain; keep isPrimary on one',
  other_org_id: 'is not the id of the organization that it stands in; that one counts',
  other_user_id: 'is not the id of the entry; that one counts',
  of_the_source: 'describes the object where it comes from, not here',
  sends_nothing: 'applying a document sends no mail; invite the user',
  unknown_member: 'is not part of the format; check the spelling',
  no_effect: 'kept, and nothing here acts on it',
  no_effect_sign_in_refused: 'cannot be done here; users whom it concerns are not signed in until it is taken away',
  password_hash_slow: 'takes long to verify, and every refused sign-in waits as long, until the first sign-in of its user replaces it',
  redirect_over_http: 'is kept, and its use is refused until it starts with https:// or the app has devMode',
  refresh_grant_missing: 'the scope offline_access gives no refresh token; add OIDC_GRANT_TYPE_REFRESH_TOKEN if the app asks for it',
  grant_type_unknown: 'is kept, and no grant of this type is composed here; compose it, or correct the URI',
}

/** What these are about is taken over, and does not do what it says. */
export const noticeReasons: ReadonlySet<string> = new Set<Reason>([
  'no_effect',
  'no_effect_sign_in_refused',
  'password_hash_slow',
  'redirect_over_http',
  'refresh_grant_missing',
  'grant_type_unknown',
])
