// Brings the tables of the named stores up to date, each group by its own migrator with its own record, so that the set of
// stores may change between two starts. A database that a later release has migrated is refused, not guessed at.
import { StorageStartError } from '@symbolon/core-protocol'
import type { StoreName } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { accessTokenMigrations } from './migrations/access-tokens.ts'
import { assertionIdMigrations } from './migrations/assertion-ids.ts'
import { auditEventMigrations } from './migrations/audit-events.ts'
import { authorizationCodeMigrations } from './migrations/authorization-codes.ts'
import { authorizationRequestMigrations } from './migrations/authorization-requests.ts'
import { featureMigrations } from './migrations/features.ts'
import { importJobMigrations } from './migrations/import-jobs.ts'
import { instanceMigrations } from './migrations/instance.ts'
import { refreshTokenMigrations } from './migrations/refresh-tokens.ts'
import { resourceMigrations } from './resources/tables/resources.ts'
import { revocationMigrations } from './migrations/revocations.ts'
import { sessionMigrations } from './migrations/sessions.ts'
import { signingKeyMigrations } from './migrations/signing-keys.ts'
import type { Migrations } from './sql/schema.ts'
import type { SqlDialect } from './sql/dialect.ts'
import type { Database } from './database.ts'

const groups: Readonly<Record<string, (dialect: SqlDialect) => Migrations>> = {
  access_tokens: accessTokenMigrations,
  assertion_ids: assertionIdMigrations,
  audit_events: auditEventMigrations,
  authorization_codes: authorizationCodeMigrations,
  authorization_requests: authorizationRequestMigrations,
  features: featureMigrations,
  import_jobs: importJobMigrations,
  instance: instanceMigrations,
  refresh_tokens: refreshTokenMigrations,
  resources: resourceMigrations,
  revocations: revocationMigrations,
  sessions: sessionMigrations,
  signing_keys: signingKeyMigrations,
}

const groupOf: Readonly<Record<StoreName, string>> = {
  accessTokens: 'access_tokens',
  assertionIds: 'assertion_ids',
  auditEvents: 'audit_events',
  authorizationCodes: 'authorization_codes',
  authorizationRequests: 'authorization_requests',
  clients: 'resources',
  directory: 'resources',
  features: 'features',
  importJobs: 'import_jobs',
  instance: 'instance',
  knownBrowsers: 'resources',
  memberships: 'resources',
  oneTimeCodes: 'resources',
  passwords: 'resources',
  personalAccessTokens: 'resources',
  policies: 'resources',
  refreshTokens: 'refresh_tokens',
  revocations: 'revocations',
  sessions: 'sessions',
  signInAttempts: 'resources',
  signingKeys: 'signing_keys',
  userGrants: 'resources',
  userMetadata: 'resources',
  users: 'resources',
}

/** @returns the names of the migrations of each group of tables */
export function knownMigrations(dialect: SqlDialect): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Object.entries(groups).map(([group, migrations]) => [group, Object.keys(migrations(dialect))]))
}

/** @throws StorageStartError `storage_newer` when a later release has changed the tables */
export async function migrate(db: Kysely<Database>, names: readonly StoreName[], dialect: SqlDialect): Promise<void> {
  for (const group of new Set(names.map((name) => groupOf[name]))) {
    const migrations = groups[group]?.(dialect) ?? {}
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => ({ ...migrations }) },
      migrationTableName: `migrations_of_${group}`,
      migrationLockTableName: `migration_lock_of_${group}`,
    })
    const { error } = await migrator.migrateToLatest()
    if (error === undefined) continue
    // Kysely has no error type for it; its message is all there is.
    if (error instanceof Error && error.message.startsWith('corrupted migrations')) {
      throw new StorageStartError(
        'storage_newer',
        `The tables of ${group} were made by a later release. Start that release, or restore a backup from before it.`,
        { cause: error },
      )
    }
    throw error
  }
}
