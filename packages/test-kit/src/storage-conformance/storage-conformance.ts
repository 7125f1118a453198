// The conformance tests of the storage ports, run against the real database. Each test starts with an empty database. A storage is
// complete when it passes all of them.
import { after, describe } from 'node:test'
import type { OpenStorage, OwnStore, StoreName } from '@symbolon/core-protocol'
import { ableOwnerTests } from './able-owners.ts'
import { accessTokenTests } from './access-tokens.ts'
import { accountRemovalTests } from './account-removal.ts'
import { assertionIdTests } from './assertion-ids.ts'
import { auditEventTests } from './audit-events.ts'
import { authorizationCodeTests } from './authorization-codes.ts'
import { authorizationRequestTests } from './authorization-requests.ts'
import { boundaryTests } from './boundary.ts'
import { brandingTests } from './branding.ts'
import { clientTests } from './clients.ts'
import { clientAdmissionTests } from './client-admission.ts'
import { connectedSinceTests } from './connected-since.ts'
import { consoleSessionTests } from './console-sessions.ts'
import { directoryTests } from './directory.ts'
import { directoryAbsentTests } from './directory-absent.ts'
import { directoryConflictTests } from './directory-conflicts.ts'
import { directoryRaceTests } from './directory-races.ts'
import { directoryRemovalTests } from './directory-removal.ts'
import { directoryIdentityTests } from './directory-identities.ts'
import { directoryPageTests } from './directory-pages.ts'
import { directorySearchTests } from './directory-search.ts'
import { directorySnapshotTests } from './directory-snapshot.ts'
import { externalSignInTests } from './external-sign-ins.ts'
import { factorDraftTests } from './factor-drafts.ts'
import { featureTests } from './features.ts'
import { identityProviderTests } from './identity-providers.ts'
import { importJobTests } from './import-jobs.ts'
import { instanceTests } from './instance.ts'
import { issuanceTests } from './issuance.ts'
import { knownBrowserTests } from './known-browsers.ts'
import { limitTests } from './limits.ts'
import { mailedCodeTests } from './mailed-codes.ts'
import { mailOutboxTests } from './mail-outbox.ts'
import { membershipTests } from './memberships.ts'
import { pendingMembershipTests } from './pending-memberships.ts'
import { lastOwnerTests } from './last-owner.ts'
import { lookupsAfterChangesTests } from './lookups-after-changes.ts'
import { oneTimeCodeTests } from './one-time-codes.ts'
import { openingTests } from './opening.ts'
import { organizationTests } from './organizations.ts'
import { ownStoreTests } from './own-stores.ts'
import { passkeyTests } from './passkeys.ts'
import { passwordTests } from './passwords.ts'
import { peopleTests } from './people.ts'
import { personalAccessTokenTests } from './personal-access-tokens.ts'
import { policyTests } from './policies.ts'
import { recoveryCodeTests } from './recovery-codes.ts'
import { refreshTokenTests } from './refresh-tokens.ts'
import { removedIdTests } from './removed-ids.ts'
import { revocationTests } from './revocations.ts'
import { sessionTests } from './sessions.ts'
import { signInAttemptTests } from './sign-in-attempts.ts'
import { signingKeyTests } from './signing-keys.ts'
import { skippedOfferTests } from './skipped-offers.ts'
import type { OpenFresh } from './stores.ts'
import { timesEndedTests } from './times-ended.ts'
import { firstPasskeyTests } from './first-passkeys.ts'
import { pendingSecretTests } from './pending-secrets.ts'
import { userAccountTests } from './user-accounts.ts'
import { userGrantTests } from './user-grants.ts'
import { userLinkTests } from './user-links.ts'
import { userMetadataTests } from './user-metadata.ts'
import { userTests } from './users.ts'

/** Tests of methods that take several statements, each of which a server is asked for. */
const ofTransactions = [
  ableOwnerTests,
  authorizationCodeTests,
  directoryTests,
  directoryAbsentTests,
  directoryIdentityTests,
  directoryConflictTests,
  directoryRaceTests,
  directoryRemovalTests,
  directorySnapshotTests,
  importJobTests,
  instanceTests,
  issuanceTests,
  lastOwnerTests,
  refreshTokenTests,
  removedIdTests,
  sessionTests,
  pendingSecretTests,
  userAccountTests,
  connectedSinceTests,
  firstPasskeyTests,
]

const ofStatements = [
  accessTokenTests,
  accountRemovalTests,
  assertionIdTests,
  auditEventTests,
  authorizationRequestTests,
  clientTests,
  clientAdmissionTests,
  directoryPageTests,
  directorySearchTests,
  consoleSessionTests,
  externalSignInTests,
  factorDraftTests,
  featureTests,
  identityProviderTests,
  knownBrowserTests,
  mailedCodeTests,
  mailOutboxTests,
  membershipTests,
  pendingMembershipTests,
  limitTests,
  lookupsAfterChangesTests,
  oneTimeCodeTests,
  organizationTests,
  passkeyTests,
  passwordTests,
  peopleTests,
  personalAccessTokenTests,
  policyTests,
  boundaryTests,
  brandingTests,
  recoveryCodeTests,
  revocationTests,
  signInAttemptTests,
  signingKeyTests,
  skippedOfferTests,
  timesEndedTests,
  userGrantTests,
  userLinkTests,
  userMetadataTests,
  userTests,
]

/** How much of the kit runs. */
export interface StorageConformanceOptions {
  /** The store `kitTickets`, in the form of the storage: see `KitTicketStore`. */
  readonly own: OwnStore
  /** `transactions`: the tests of methods that take several statements. Default: all tests. */
  readonly extent?: 'all' | 'transactions'
  /** For databases that take longer to open than to empty: all tests but those of opening share one open storage. */
  readonly shared?: SharedStorage
}

/** What the tests that share one storage need. */
export interface SharedStorage {
  /** The names of all stores. */
  readonly stores: readonly StoreName[]
  /** Deletes every row. Called before each test. */
  empty(): Promise<void>
}

/**
 * Registers the tests with node:test.
 * @param open opens a new, empty database with the named stores
 */
export function storageConformance(label: string, open: OpenFresh, { own, extent = 'all', shared }: StorageConformanceOptions): void {
  describe(`Storage ${label}`, () => {
    openingTests(open)
    ownStoreTests(shared === undefined ? open : openEmptied(open, shared), own)
    const openForTest = shared === undefined ? open : openShared(open, shared)
    for (const register of extent === 'all' ? [...ofTransactions, ...ofStatements] : ofTransactions) register(openForTest)
  })
}

function openEmptied(open: OpenFresh, { empty }: SharedStorage): OpenFresh {
  return async (names, own) => {
    const storage = await open(names, own)
    await empty()
    return storage
  }
}

/** @returns a function that returns the named stores of one storage, which is closed after the tests */
function openShared(open: OpenFresh, { stores, empty }: SharedStorage): OpenFresh {
  let opening: Promise<OpenStorage> | undefined
  after(async () => await (await opening)?.close())
  return async (names) => {
    await empty()
    const { stores: opened } = await (opening ??= open(stores))
    return { stores: Object.fromEntries(names.map((name) => [name, opened[name]])), close: async () => undefined }
  }
}
