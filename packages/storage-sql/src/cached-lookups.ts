// Which lookups are cached, and which writes make the cached answers stale. Only lookups whose answers rarely change are cached:
// tokens, codes, sessions, sign-in attempts and everything that depends on the time are read from the database at each use.
import type { Awaitable, Stores } from '@symbolon/core-protocol'
import { TableNode } from 'kysely'
import type { RootOperationNode } from 'kysely'
import type { Database } from './database.ts'
import { cached } from './sql/generation.ts'
import type { Generation } from './sql/generation.ts'

/** Whether a cached lookup may read the table. */
const tables: Readonly<Record<keyof Database, boolean>> = {
  access_tokens: false,
  actions: true,
  application_keys: true,
  application_origins: true,
  applications: true,
  assertion_ids: false,
  audit_events: false,
  authorization_codes: false,
  authorization_requests: false,
  client_ids: true,
  console_sessions: false,
  external_sign_ins: false,
  factor_drafts: false,
  features: true,
  held_names: true,
  host_known_browsers: false,
  identity_providers: true,
  import_jobs: false,
  import_parts: false,
  instance: false,
  instance_identity_providers: true,
  instance_members: true,
  instance_policies: true,
  instance_texts: true,
  known_browsers: false,
  large_organizations: false,
  machine_keys: true,
  mail_counts: false,
  mail_outbox: false,
  mailed_codes: false,
  one_time_codes: false,
  opaque_access_tokens: false,
  org_domains: true,
  org_members: true,
  org_policies: true,
  org_texts: true,
  organization_usage: false,
  orgs: true,
  passkeys: false,
  passwords: false,
  personal_access_tokens: true,
  project_grant_members: true,
  project_grants: true,
  project_members: true,
  project_roles: true,
  projects: true,
  recovery_code_sets: false,
  recovery_codes: false,
  refresh_tokens: false,
  removed_passkeys: false,
  removed_ids: false,
  removed_user_links: false,
  revocations: false,
  searched_words: false,
  sessions: false,
  shown_sign_ins: false,
  sign_in_attempts: false,
  signing_keys: true,
  skipped_offers: false,
  spellings: true,
  trigger_actions: true,
  untold_secrets: false,
  user_grants: true,
  user_links: false,
  user_metadata: true,
  users: true,
  waiting_identities: false,
}

/** The tables that cached lookups read. */
export const cachedTables: readonly string[] = Object.entries(tables).flatMap(([name, isCached]) => (isCached ? [name] : []))

/** Tables of parts are not among them. */
const readFromCache: ReadonlySet<string> = new Set(cachedTables)

/** In characters. A document may give each user megabytes of metadata. */
const maxCachedMetadata = 2048

/**
 * Wraps the lookups of clients, users, roles, policies, identity providers, features and key sets with a cache.
 * @returns the same stores; lookups that are not cached stay as they are
 */
export function cacheLookups(
  { clients, features, identityProviders, memberships, policies, signingKeys, userGrants, userMetadata, users, ...others }: Partial<Stores>,
  generation: Generation,
): Partial<Stores> {
  const cache = <Args extends readonly unknown[], Answer>(
    lookUp: (...args: Args) => Awaitable<Answer>,
  ): ((...args: Args) => Awaitable<Answer>) => cached(generation, lookUp)
  /** The same for lookups that return promises, as stores do that few requests ask. */
  const cachePromised = <Args extends readonly unknown[], Answer>(
    lookUp: (...args: Args) => Promise<Answer>,
  ): ((...args: Args) => Promise<Answer>) => {
    const ask = cached(generation, lookUp)
    return async (...args) => await ask(...args)
  }
  return {
    ...others,
    ...(clients === undefined
      ? {}
      : {
          clients: {
            ...clients,
            find: cache(clients.find),
            listClientIds: cache(clients.listClientIds),
            hasProject: cache(clients.hasProject),
            admits: cache(clients.admits),
            hasOrigin: cache(clients.hasOrigin),
            findBoundary: cache(clients.findBoundary),
            listShared: cache(clients.listShared),
            hasGrantFrom: cache(clients.hasGrantFrom),
          },
        }),
    ...(features === undefined ? {} : { features: { ...features, get: cachePromised(features.get) } }),
    ...(identityProviders === undefined
      ? {}
      : { identityProviders: { ...identityProviders, listOfPolicy: cachePromised(identityProviders.listOfPolicy) } }),
    ...(memberships === undefined ? {} : { memberships: { ...memberships, list: cachePromised(memberships.list) } }),
    ...(policies === undefined
      ? {}
      : {
          policies: {
            ...policies,
            findLoginPolicy: cachePromised(policies.findLoginPolicy),
            findBranding: cachePromised(policies.findBranding),
            findBrandingOfDomain: cachePromised(policies.findBrandingOfDomain),
            findPasswordPolicy: cachePromised(policies.findPasswordPolicy),
            findSecurityPolicy: cachePromised(policies.findSecurityPolicy),
          },
        }),
    ...(signingKeys === undefined ? {} : { signingKeys: { ...signingKeys, list: cachePromised(signingKeys.list) } }),
    ...(userGrants === undefined ? {} : { userGrants: { ...userGrants, listRoles: cache(userGrants.listRoles) } }),
    ...(userMetadata === undefined ? {} : { userMetadata: { ...userMetadata, list: cached(generation, userMetadata.list, isSmall) } }),
    ...(users === undefined ? {} : { users: { ...users, find: cache(users.find), findActive: cache(users.findActive) } }),
  }
}

/**
 * Whether the statement may change the answer of a cached lookup. The driver then advances the generation. A statement that is not understood
 * may.
 */
export function changesGeneration(statement: RootOperationNode): boolean {
  if (statement.kind === 'SelectQueryNode') return false
  const table = writtenTable(statement)
  return table === undefined || readFromCache.has(table)
}

/** The one table that a plain insert, update or delete writes. Rows that foreign keys delete with it are cached if and only if it is. */
function writtenTable(statement: RootOperationNode): string | undefined {
  const written =
    statement.kind === 'InsertQueryNode'
      ? statement.into
      : statement.kind === 'UpdateQueryNode'
        ? statement.table
        : statement.kind === 'DeleteQueryNode' && statement.from.froms.length === 1
          ? statement.from.froms[0]
          : undefined
  return written !== undefined && TableNode.is(written) ? written.table.identifier.name : undefined
}

function isSmall(metadata: readonly { readonly value: string }[]): boolean {
  return metadata.reduce((sum, { value }) => sum + value.length, 0) <= maxCachedMetadata
}
