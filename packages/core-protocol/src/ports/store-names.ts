// The names of all stores, for what is composed without types.
import type { BuiltInStoreName } from './stores.ts'

/** A store that is missing here does not compile. */
const known: Readonly<Record<BuiltInStoreName, true>> = {
  accessTokens: true,
  assertionIds: true,
  auditEvents: true,
  authorizationCodes: true,
  authorizationRequests: true,
  clients: true,
  consoleSessions: true,
  directory: true,
  externalSignIns: true,
  factorDrafts: true,
  features: true,
  hostKnownBrowsers: true,
  identityProviders: true,
  importJobs: true,
  instance: true,
  issuance: true,
  knownBrowsers: true,
  mailedCodes: true,
  mailOutbox: true,
  messageTexts: true,
  memberships: true,
  oneTimeCodes: true,
  organizations: true,
  passkeys: true,
  passwords: true,
  personalAccessTokens: true,
  policies: true,
  recoveryCodes: true,
  refreshTokens: true,
  revocations: true,
  sessions: true,
  signInAttempts: true,
  signingKeys: true,
  skippedOffers: true,
  pendingSecrets: true,
  userAccounts: true,
  userGrants: true,
  userLinks: true,
  userMetadata: true,
  users: true,
}

/** @returns the names of the stores of this project, which a part can declare without bringing them */
export function storeNames(): readonly BuiltInStoreName[] {
  return Object.keys(known) as BuiltInStoreName[]
}
