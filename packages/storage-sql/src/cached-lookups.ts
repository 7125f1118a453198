// Which lookups are cached, and which writes make the cached answers stale. Only lookups whose answers rarely change are cached:
// tokens, codes, sessions, sign-in attempts and everything that depends on the time are read from the database at each use.
import type { Stores } from '@symbolon/core-protocol'
import { TableNode } from 'kysely'
import type { RootOperationNode } from 'kysely'
import type { Database } from './database.ts'
import { cached } from './sql/generation.ts'
import type { Generation } from './sql/generation.ts'

/** Tables that no cached lookup reads. A table that is not listed invalidates the cache, and so does a statement that is not understood. */
const uncachedTables: ReadonlySet<string> = new Set<keyof Database>([
  'access_tokens',
  'assertion_ids',
  'audit_events',
  'authorization_codes',
  'authorization_requests',
  'external_sign_ins',
  'factor_drafts',
  'host_known_browsers',
  'instance',
  'known_browsers',
  'one_time_codes',
  'opaque_access_tokens',
  'passkeys',
  'passwords',
  'recovery_code_sets',
  'recovery_codes',
  'refresh_tokens',
  'revocations',
  'sessions',
  'sign_in_attempts',
  'skipped_offers',
  'user_links',
  'waiting_identities',
])

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
    lookUp: (...args: Args) => Promise<Answer>,
  ): ((...args: Args) => Promise<Answer>) => cached(generation, lookUp)
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
          },
        }),
    ...(features === undefined ? {} : { features: { ...features, get: cache(features.get) } }),
    ...(identityProviders === undefined
      ? {}
      : { identityProviders: { ...identityProviders, listOfPolicy: cache(identityProviders.listOfPolicy) } }),
    ...(memberships === undefined ? {} : { memberships: { ...memberships, list: cache(memberships.list) } }),
    ...(policies === undefined
      ? {}
      : {
          policies: {
            ...policies,
            findLoginPolicy: cache(policies.findLoginPolicy),
            findBranding: cache(policies.findBranding),
            findBrandingOfDomain: cache(policies.findBrandingOfDomain),
            findPasswordPolicy: cache(policies.findPasswordPolicy),
            findSecurityPolicy: cache(policies.findSecurityPolicy),
          },
        }),
    ...(signingKeys === undefined ? {} : { signingKeys: { ...signingKeys, list: cache(signingKeys.list) } }),
    ...(userGrants === undefined ? {} : { userGrants: { ...userGrants, listRoles: cache(userGrants.listRoles) } }),
    ...(userMetadata === undefined ? {} : { userMetadata: { ...userMetadata, list: cached(generation, userMetadata.list, isSmall) } }),
    ...(users === undefined ? {} : { users: { ...users, find: cache(users.find), findActive: cache(users.findActive) } }),
  }
}

/** Whether the statement may change the answer of a cached lookup. The driver then advances the generation. */
export function changesGeneration(statement: RootOperationNode): boolean {
  if (statement.kind === 'SelectQueryNode') return false
  const table = writtenTable(statement)
  return table === undefined || !uncachedTables.has(table)
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
