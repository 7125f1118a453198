// The stores, each listed once: how it is opened, and which group of tables it needs.
import type { BuiltInStoreName, BuiltInStores, OwnStore, StoreName, Stores } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { cacheLookups } from './cached-lookups.ts'
import type { Database } from './database.ts'
import { directoryStore } from './directory/directory-store.ts'
import { withoutPasskeys } from './directory/passkeys.ts'
import { userAccountStore } from './directory/user-accounts.ts'
import { migrateGroups } from './migrate.ts'
import { checkRedemptions, ownMigrations, sqlStoresOf } from './sql/own-stores.ts'
import type { SqlStore } from './sql/own-stores.ts'
import type { TableGroup } from './needed-tables.ts'
import { clientStore } from './resources/clients.ts'
import { identityProviderStore } from './resources/identity-providers.ts'
import { hostKnownBrowserStore, knownBrowserStore } from './resources/known-browsers.ts'
import { membershipStore } from './resources/memberships.ts'
import { messageTextStore } from './resources/message-texts.ts'
import { neededResources } from './resources/needed-resources.ts'
import { organizationStore } from './resources/organizations.ts'
import { ownerKept } from './resources/owners.ts'
import { oneTimeCodeStore } from './resources/one-time-codes.ts'
import { passwordStore } from './resources/passwords.ts'
import { personalAccessTokenStore } from './resources/personal-access-tokens.ts'
import { policyStore } from './resources/policies.ts'
import { signInAttemptStore } from './resources/sign-in-attempts.ts'
import { resourceMigrations } from './resources/tables/resource-tables.ts'
import { userGrantStore } from './resources/user-grants.ts'
import { userLinkStore } from './resources/user-links.ts'
import { userMetadataStore, userStore } from './resources/users.ts'
import { boundedInsert } from './sql/bounded-rows.ts'
import type { SqlDialect } from './sql/dialect.ts'
import { recentRows } from './sql/recent-rows.ts'
import type { Migrations } from './sql/schema.ts'
import { accessTokenMigrations, accessTokenStore } from './stores/access-tokens.ts'
import { assertionIdMigrations, assertionIdStore } from './stores/assertion-ids.ts'
import { auditEventMigrations, auditEventStore } from './stores/audit-events.ts'
import { authorizationCodeMigrations, authorizationCodeStore } from './stores/authorization-codes.ts'
import { authorizationRequestMigrations, authorizationRequestStore } from './stores/authorization-requests.ts'
import { consoleSessionMigrations, consoleSessionStore } from './stores/console-sessions.ts'
import { externalSignInMigrations, externalSignInStore } from './stores/external-sign-ins.ts'
import { factorDraftMigrations, factorDraftStore } from './stores/factor-drafts.ts'
import { featureMigrations, featureStore } from './stores/features.ts'
import { hostKnownBrowserMigrations } from './stores/host-known-browsers.ts'
import { importJobMigrations, importJobStore } from './stores/import-jobs.ts'
import { instanceMigrations, instanceStore } from './stores/instance.ts'
import { issuanceStore } from './stores/issuance.ts'
import type { RecentIssuance } from './stores/issuance.ts'
import { passkeyMigrations, passkeyStore } from './stores/passkeys.ts'
import { mailedCodeMigrations, mailedCodeStore } from './stores/mailed-codes.ts'
import { mailOutboxMigrations, mailOutboxStore } from './stores/mail-outbox.ts'
import { recoveryCodeMigrations, recoveryCodeStore } from './stores/recovery-codes.ts'
import { refreshTokenMigrations, refreshTokenStore } from './stores/refresh-tokens.ts'
import { revocationMigrations, revocationStore } from './stores/revocations.ts'
import { sessionMigrations, sessionStore } from './stores/sessions.ts'
import { signingKeyMigrations, signingKeyStore } from './stores/signing-keys.ts'
import { skippedOfferMigrations, skippedOfferStore } from './stores/skipped-offers.ts'
import { pendingSecretMigrations, pendingSecretStore } from './stores/pending-secrets.ts'

/** The migrations of each group of tables. */
const groups = {
  access_tokens: accessTokenMigrations,
  assertion_ids: assertionIdMigrations,
  audit_events: auditEventMigrations,
  authorization_codes: authorizationCodeMigrations,
  authorization_requests: authorizationRequestMigrations,
  console_sessions: consoleSessionMigrations,
  external_sign_ins: externalSignInMigrations,
  factor_drafts: factorDraftMigrations,
  features: featureMigrations,
  host_known_browsers: hostKnownBrowserMigrations,
  import_jobs: importJobMigrations,
  instance: instanceMigrations,
  passkeys: passkeyMigrations,
  recovery_codes: recoveryCodeMigrations,
  mail: (dialect) => ({ ...mailOutboxMigrations(dialect), ...mailedCodeMigrations(dialect) }),
  refresh_tokens: refreshTokenMigrations,
  resources: resourceMigrations,
  revocations: revocationMigrations,
  sessions: sessionMigrations,
  signing_keys: signingKeyMigrations,
  skipped_offers: skippedOfferMigrations,
  untold_secrets: pendingSecretMigrations,
} satisfies Readonly<Record<string, (dialect: SqlDialect) => Migrations>>

type GroupName = keyof typeof groups

interface StoreDefinition<Name extends BuiltInStoreName> {
  readonly group: GroupName
  readonly open: (db: Kysely<Database>, dialect: SqlDialect, recent: RecentIssuance, opening: Opening) => BuiltInStores[Name]
}

/** What is opened together. */
interface Opening {
  readonly names: readonly StoreName[]
  /** The stores of parts. */
  readonly own: ReadonlyMap<StoreName, SqlStore>
}

const definitions: { readonly [Name in BuiltInStoreName]: StoreDefinition<Name> } = {
  accessTokens: { group: 'access_tokens', open: (db, dialect, recent) => accessTokenStore(db, dialect, recent.accessTokens) },
  assertionIds: { group: 'assertion_ids', open: assertionIdStore },
  auditEvents: { group: 'audit_events', open: auditEventStore },
  authorizationCodes: {
    group: 'authorization_codes',
    open: (db, dialect, recent) => authorizationCodeStore(db, dialect, recent.authorizationCodes),
  },
  authorizationRequests: { group: 'authorization_requests', open: authorizationRequestStore },
  clients: { group: 'resources', open: clientStore },
  consoleSessions: { group: 'console_sessions', open: consoleSessionStore },
  directory: {
    group: 'resources',
    open: (db, dialect, _recent, { names }) =>
      names.includes('passkeys') ? directoryStore(db, dialect, names) : withoutPasskeys(directoryStore(db, dialect, names)),
  },
  externalSignIns: { group: 'external_sign_ins', open: externalSignInStore },
  factorDrafts: { group: 'factor_drafts', open: factorDraftStore },
  features: { group: 'features', open: featureStore },
  hostKnownBrowsers: { group: 'host_known_browsers', open: hostKnownBrowserStore },
  identityProviders: { group: 'resources', open: identityProviderStore },
  importJobs: { group: 'import_jobs', open: importJobStore },
  instance: { group: 'instance', open: instanceStore },
  issuance: {
    group: 'access_tokens',
    open: (db, dialect, recent, { own }) =>
      issuanceStore(
        db,
        dialect,
        recent,
        [...own.values()].flatMap(({ redeems }) => redeems ?? []),
      ),
  },
  knownBrowsers: { group: 'resources', open: knownBrowserStore },
  mailedCodes: { group: 'mail', open: mailedCodeStore },
  mailOutbox: { group: 'mail', open: mailOutboxStore },
  memberships: { group: 'resources', open: membershipStore },
  messageTexts: { group: 'resources', open: messageTextStore },
  oneTimeCodes: { group: 'resources', open: oneTimeCodeStore },
  organizations: { group: 'resources', open: organizationStore },
  passkeys: { group: 'passkeys', open: (db, _dialect, _recent, { names }) => passkeyStore(db, ownerKept(names)) },
  passwords: { group: 'resources', open: (db, _dialect, _recent, { names }) => passwordStore(db, names) },
  personalAccessTokens: { group: 'resources', open: personalAccessTokenStore },
  policies: { group: 'resources', open: policyStore },
  recoveryCodes: { group: 'recovery_codes', open: recoveryCodeStore },
  refreshTokens: { group: 'refresh_tokens', open: refreshTokenStore },
  revocations: { group: 'revocations', open: revocationStore },
  sessions: { group: 'sessions', open: sessionStore },
  signInAttempts: { group: 'resources', open: signInAttemptStore },
  signingKeys: { group: 'signing_keys', open: signingKeyStore },
  skippedOffers: { group: 'skipped_offers', open: skippedOfferStore },
  pendingSecrets: { group: 'untold_secrets', open: pendingSecretStore },
  userAccounts: { group: 'resources', open: (db, dialect, _recent, { names }) => userAccountStore(db, dialect, names) },
  userGrants: { group: 'resources', open: userGrantStore },
  userLinks: { group: 'resources', open: (db, dialect, _recent, { names }) => userLinkStore(db, dialect, names) },
  userMetadata: { group: 'resources', open: userMetadataStore },
  users: { group: 'resources', open: userStore },
}

/** The migrations of each group of tables. */
export function allMigrations(dialect: SqlDialect): Readonly<Record<string, Migrations>> {
  return Object.fromEntries(Object.entries(groups).map(([group, migrations]) => [group, migrations(dialect)]))
}

/** The names of the migrations of each group of tables. */
export function knownMigrations(dialect: SqlDialect): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Object.entries(allMigrations(dialect)).map(([group, migrations]) => [group, Object.keys(migrations)]))
}

/**
 * Brings the tables of the stores up to date.
 * @param own the stores of parts; those that are not named are left out
 * @throws StorageStartError `storage_newer` if a later release has changed the tables so that this one cannot use them
 * @throws TypeError if two stores redeem the same kind
 */
export async function migrate(
  db: Kysely<Database>,
  names: readonly StoreName[],
  dialect: SqlDialect,
  own: readonly OwnStore[] = [],
): Promise<void> {
  checkRedemptions(own)
  const chosen = names.filter(isBuiltIn).map((name) => definitions[name].group)
  const added = ownMigrations(
    own.filter(({ name }) => names.includes(name)),
    dialect,
  )
  await migrateGroups(db, groupsOf(chosen, neededResources(names), added, dialect), dialect)
}

function isBuiltIn(name: StoreName): name is BuiltInStoreName {
  return Object.hasOwn(definitions, name)
}

/** @returns every group, without a need for tables of resources: those that a database has are enough */
export function allGroups(dialect: SqlDialect, own: readonly OwnStore[]): ReadonlyMap<string, TableGroup> {
  return groupsOf(Object.keys(groups) as readonly GroupName[], [], ownMigrations(own, dialect), dialect)
}

/** Tables of any group may reference tables of resources, so that group comes first. */
function groupsOf(
  chosen: readonly GroupName[],
  needed: readonly string[],
  added: ReadonlyMap<string, Migrations>,
  dialect: SqlDialect,
): ReadonlyMap<string, TableGroup> {
  const resources = chosen.includes('resources') || needed.length > 0 ? (['resources'] as const) : []
  return new Map([
    ...[...new Set([...resources, ...chosen])].map((group): [string, TableGroup] => [
      group,
      { migrations: groups[group](dialect), ...(group === 'resources' ? { needed } : {}) },
    ]),
    ...[...added].map(([group, migrations]): [string, TableGroup] => [group, { migrations }]),
  ])
}

/** Opens the named stores and no others. Their tables have been migrated. @param own the stores of parts */
export function openStores(
  db: Kysely<Database>,
  names: readonly StoreName[],
  dialect: SqlDialect,
  own: readonly OwnStore[] = [],
): Partial<Stores> {
  const opening = { names, own: sqlStoresOf(own) }
  const recent: RecentIssuance = { accessTokens: recentRows(dialect), authorizationCodes: recentRows(dialect) }
  const stores: Partial<Stores> = Object.fromEntries(
    names.flatMap((name): readonly (readonly [string, unknown])[] => {
      if (isBuiltIn(name)) return [[name, definitions[name].open(db, dialect, recent, opening)]]
      // A store without a form in SQL is left out, which the provider reports.
      const store = opening.own.get(name)
      return store === undefined ? [] : [[name, store.open(db, dialect, { boundedInsert })]]
    }),
  )
  return dialect.generation === undefined ? stores : cacheLookups(stores, dialect.generation)
}
