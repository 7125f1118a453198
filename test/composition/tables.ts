// The tables of the stores, and which tables of documents a composition needs.

/** The tables of each store, or group of stores that share their tables, without the tables of what documents describe. */
export const tables = {
  accessTokens: ['access_tokens', 'opaque_access_tokens'],
  assertionIds: ['assertion_ids'],
  auditEvents: ['audit_events'],
  authorizationCodes: ['authorization_codes'],
  authorizationRequests: ['authorization_requests'],
  consoleSessions: ['console_sessions'],
  deviceAuthorizations: ['device_authorizations'],
  externalSignIns: ['external_sign_ins', 'waiting_identities'],
  factorDrafts: ['factor_drafts'],
  features: ['features'],
  hostKnownBrowsers: ['host_known_browsers'],
  importJobs: ['import_jobs', 'import_parts'],
  instance: ['instance'],
  mail: ['mail_counts', 'mail_outbox', 'mailed_codes'],
  passkeys: ['passkeys', 'removed_passkeys'],
  recoveryCodes: ['recovery_code_sets', 'recovery_codes'],
  pushedRequests: ['pushed_requests'],
  refreshTokens: ['refresh_tokens'],
  revocations: ['revocations'],
  sessions: ['sessions'],
  signingKeys: ['signing_keys'],
  skippedOffers: ['skipped_offers'],
  pendingSecrets: ['untold_secrets'],
} as const

/** The tables of stores that parts bring. */
export const tablesOfParts: readonly (keyof typeof tables)[] = ['deviceAuthorizations', 'pushedRequests']

/** The tables of everything that documents describe. */
export const allResources = [
  'actions',
  'application_keys',
  'application_origins',
  'applications',
  'client_ids',
  'held_names',
  'identity_providers',
  'instance_identity_providers',
  'instance_members',
  'instance_policies',
  'instance_texts',
  'known_browsers',
  'machine_keys',
  'one_time_codes',
  'org_domains',
  'org_members',
  'org_policies',
  'org_texts',
  'organization_usage',
  'orgs',
  'passwords',
  'personal_access_tokens',
  'project_grant_members',
  'project_grants',
  'project_members',
  'project_roles',
  'projects',
  'large_organizations',
  'searched_words',
  'shown_sign_ins',
  'sign_in_attempts',
  'spellings',
  'trigger_actions',
  'user_grants',
  'removed_ids',
  'removed_user_links',
  'user_links',
  'user_metadata',
  'users',
] as const

// A reader of clients finds applications and service users, and what they may do for which users.
const clientResources = [
  'application_keys',
  'application_origins',
  'applications',
  'client_ids',
  'instance_members',
  'instance_policies',
  'machine_keys',
  'org_domains',
  'orgs',
  'project_grants',
  'projects',
  'shown_sign_ins',
  'spellings',
  'user_grants',
  'users',
]

/** Tokens of stored users have roles and metadata. */
export const tokenResources = [...clientResources, 'project_roles', 'user_metadata']

/** A sign-in with a password follows policies, and a new password changes what depends on it. */
export const passwordResources = [
  ...tokenResources,
  'identity_providers',
  'instance_identity_providers',
  'instance_texts',
  'known_browsers',
  'org_members',
  'org_policies',
  'org_texts',
  'passwords',
  'project_grant_members',
  'project_members',
  'sign_in_attempts',
  'user_links',
]

/** An exchange follows the security policy and the roles of the two users. */
export const exchangeResources = [
  ...tokenResources,
  'instance_texts',
  'org_members',
  'org_policies',
  'org_texts',
  'personal_access_tokens',
  'project_grant_members',
  'project_members',
]
