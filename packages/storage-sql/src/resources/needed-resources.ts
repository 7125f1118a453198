// Which tables of resources each store reads or writes. They are created for the stores of the composition; tables that they reference by foreign
// keys come with them. `test/needed-resources.test.ts` of storage-libsql compares the lists with the statements of the stores.
import type { BuiltInStoreName, StoreName } from '@symbolon/core-protocol'
import type { ResourceTables } from './tables/resource-tables.ts'

type ResourceTable = keyof ResourceTables

const allTables = Object.keys({
  actions: true,
  application_keys: true,
  application_origins: true,
  applications: true,
  client_ids: true,
  held_names: true,
  identity_providers: true,
  instance_identity_providers: true,
  instance_members: true,
  instance_policies: true,
  instance_texts: true,
  known_browsers: true,
  large_organizations: true,
  machine_keys: true,
  one_time_codes: true,
  org_domains: true,
  org_members: true,
  org_policies: true,
  org_texts: true,
  organization_usage: true,
  orgs: true,
  passwords: true,
  personal_access_tokens: true,
  project_grant_members: true,
  project_grants: true,
  project_members: true,
  project_roles: true,
  projects: true,
  removed_ids: true,
  removed_user_links: true,
  searched_words: true,
  shown_sign_ins: true,
  sign_in_attempts: true,
  spellings: true,
  trigger_actions: true,
  user_grants: true,
  user_links: true,
  user_metadata: true,
  users: true,
} satisfies Record<ResourceTable, true>) as readonly ResourceTable[]

/** Where a user signs in, and where the user can no longer: whether an owner of the instance is left who can. */
const signIn = ['identity_providers', 'instance_identity_providers', 'instance_policies', 'org_policies', 'orgs', 'users'] as const
const owners = [...signIn, 'instance_members', 'passwords', 'user_links'] as const
/** The roles of a user that are suspended with a change of the user. */
const roles = ['instance_members', 'org_members', 'project_grant_members', 'project_members', 'user_grants'] as const

const needed: Partial<Record<BuiltInStoreName, readonly ResourceTable[]>> = {
  clients: [
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
  ],
  consoleSessions: ['users'],
  // A document may describe any resource.
  directory: allTables,
  factorDrafts: ['users'],
  identityProviders: ['identity_providers', 'instance_identity_providers', 'instance_policies', 'org_policies', 'orgs'],
  knownBrowsers: ['known_browsers', 'users'],
  memberships: [...roles, 'orgs', 'project_grants', 'projects', 'users'],
  messageTexts: ['instance_texts', 'org_domains', 'org_texts'],
  oneTimeCodes: ['one_time_codes', 'orgs', 'users'],
  organizations: ['org_domains', 'orgs'],
  passkeys: owners,
  passwords: [...owners, ...roles, 'known_browsers', 'org_domains', 'sign_in_attempts'],
  personalAccessTokens: ['personal_access_tokens'],
  policies: ['instance_policies', 'instance_texts', 'org_domains', 'org_policies', 'org_texts'],
  recoveryCodes: ['orgs', 'users'],
  signInAttempts: ['sign_in_attempts'],
  skippedOffers: ['users'],
  userAccounts: [
    ...owners,
    ...roles,
    'held_names',
    'known_browsers',
    'large_organizations',
    'org_domains',
    'organization_usage',
    'removed_ids',
    'removed_user_links',
    'searched_words',
    'sign_in_attempts',
    'spellings',
  ],
  userGrants: ['org_domains', 'orgs', 'project_grants', 'project_roles', 'projects', 'user_grants'],
  userLinks: [...owners, ...roles, 'removed_user_links'],
  userMetadata: ['user_metadata'],
  users: ['org_domains', 'orgs', 'spellings', 'users'],
}

/** @returns the tables of resources that the stores read or write, in alphabetical order */
export function neededResources(names: readonly StoreName[]): readonly string[] {
  const ofStores: Partial<Record<StoreName, readonly ResourceTable[]>> = needed
  return [...new Set(names.flatMap((name) => ofStores[name] ?? []))].sort()
}
