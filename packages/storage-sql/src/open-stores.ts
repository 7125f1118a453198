// The stores that were asked for, and no others.
import type { StoreName, Stores } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import type { SqlDialect } from './sql/dialect.ts'
import { keepLookups } from './cached-lookups.ts'
import { accessTokenStore } from './stores/access-tokens.ts'
import { assertionIdStore } from './stores/assertion-ids.ts'
import { auditEventStore } from './stores/audit-events.ts'
import { authorizationCodeStore } from './stores/authorization-codes.ts'
import { authorizationRequestStore } from './stores/authorization-requests.ts'
import { clientStore } from './resources/clients.ts'
import { directoryStore } from './directory/directory.ts'
import { featureStore } from './stores/features.ts'
import { importJobStore } from './stores/import-jobs.ts'
import { instanceStore } from './stores/instance.ts'
import { knownBrowserStore } from './resources/known-browsers.ts'
import { membershipStore } from './resources/memberships.ts'
import { oneTimeCodeStore } from './resources/one-time-codes.ts'
import { passwordStore } from './resources/passwords.ts'
import { personalAccessTokenStore } from './resources/personal-access-tokens.ts'
import { policyStore } from './resources/policies.ts'
import { refreshTokenStore } from './stores/refresh-tokens.ts'
import { revocationStore } from './stores/revocations.ts'
import { sessionStore } from './stores/sessions.ts'
import { signInAttemptStore } from './resources/sign-in-attempts.ts'
import { signingKeyStore } from './stores/signing-keys.ts'
import { userGrantStore } from './resources/user-grants.ts'
import { userMetadataStore } from './resources/user-metadata.ts'
import { userStore } from './resources/users.ts'
import type { Database } from './database.ts'

const factories: { readonly [Name in StoreName]: (db: Kysely<Database>, dialect: SqlDialect) => Stores[Name] } = {
  accessTokens: accessTokenStore,
  assertionIds: assertionIdStore,
  auditEvents: auditEventStore,
  authorizationCodes: authorizationCodeStore,
  authorizationRequests: authorizationRequestStore,
  clients: clientStore,
  directory: directoryStore,
  features: featureStore,
  importJobs: importJobStore,
  instance: instanceStore,
  knownBrowsers: knownBrowserStore,
  memberships: membershipStore,
  oneTimeCodes: oneTimeCodeStore,
  passwords: passwordStore,
  personalAccessTokens: personalAccessTokenStore,
  policies: policyStore,
  refreshTokens: refreshTokenStore,
  revocations: revocationStore,
  sessions: sessionStore,
  signInAttempts: signInAttemptStore,
  signingKeys: signingKeyStore,
  userGrants: userGrantStore,
  userMetadata: userMetadataStore,
  users: userStore,
}

export function openStores(db: Kysely<Database>, names: readonly StoreName[], dialect: SqlDialect): Partial<Stores> {
  const stores: Partial<Stores> = Object.fromEntries(names.map((name) => [name, factories[name](db, dialect)]))
  return dialect.generation === undefined ? stores : keepLookups(stores, dialect.generation)
}
