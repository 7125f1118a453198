// The conformance tests of the storage ports, run against the real database. Each test has a database of its own. A storage is complete
// when it passes all of them.
import { describe } from 'node:test'
import { accessTokenTests } from './access-tokens.ts'
import { accountRemovalTests } from './account-removal.ts'
import { assertionIdTests } from './assertion-ids.ts'
import { auditEventTests } from './audit-events.ts'
import { authorizationCodeTests } from './authorization-codes.ts'
import { authorizationRequestTests } from './authorization-requests.ts'
import { brandingTests } from './branding.ts'
import { clientTests } from './clients.ts'
import { clientAdmissionTests } from './client-admission.ts'
import { consoleSessionTests } from './console-sessions.ts'
import { directoryTests } from './directory.ts'
import { directoryConflictTests } from './directory-conflicts.ts'
import { directoryRaceTests } from './directory-races.ts'
import { directoryRemovalTests } from './directory-removal.ts'
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
import { mailedCodeTests } from './mailed-codes.ts'
import { mailOutboxTests } from './mail-outbox.ts'
import { membershipTests } from './memberships.ts'
import { lastOwnerTests } from './last-owner.ts'
import { lookupsAfterChangesTests } from './lookups-after-changes.ts'
import { oneTimeCodeTests } from './one-time-codes.ts'
import { openingTests } from './opening.ts'
import { organizationTests } from './organizations.ts'
import { passkeyTests } from './passkeys.ts'
import { passwordTests } from './passwords.ts'
import { personalAccessTokenTests } from './personal-access-tokens.ts'
import { policyTests } from './policies.ts'
import { recoveryCodeTests } from './recovery-codes.ts'
import { refreshTokenTests } from './refresh-tokens.ts'
import { revocationTests } from './revocations.ts'
import { sessionTests } from './sessions.ts'
import { signInAttemptTests } from './sign-in-attempts.ts'
import { signingKeyTests } from './signing-keys.ts'
import { skippedOfferTests } from './skipped-offers.ts'
import type { OpenFresh } from './stores.ts'
import { timesEndedTests } from './times-ended.ts'
import { firstPasskeyTests } from './first-passkeys.ts'
import { userAccountTests } from './user-accounts.ts'
import { userGrantTests } from './user-grants.ts'
import { userLinkTests } from './user-links.ts'
import { userMetadataTests } from './user-metadata.ts'
import { userTests } from './users.ts'

/**
 * Registers the tests with node:test.
 * @param open opens a new, empty database with the named stores
 */
export function storageConformance(label: string, open: OpenFresh): void {
  describe(`Storage ${label}`, () => {
    openingTests(open)
    accessTokenTests(open)
    accountRemovalTests(open)
    assertionIdTests(open)
    auditEventTests(open)
    authorizationCodeTests(open)
    authorizationRequestTests(open)
    clientTests(open)
    clientAdmissionTests(open)
    directoryTests(open)
    directoryConflictTests(open)
    directoryPageTests(open)
    directoryRaceTests(open)
    directorySearchTests(open)
    consoleSessionTests(open)
    directoryRemovalTests(open)
    directorySnapshotTests(open)
    externalSignInTests(open)
    factorDraftTests(open)
    featureTests(open)
    identityProviderTests(open)
    importJobTests(open)
    instanceTests(open)
    issuanceTests(open)
    knownBrowserTests(open)
    mailedCodeTests(open)
    mailOutboxTests(open)
    lastOwnerTests(open)
    membershipTests(open)
    lookupsAfterChangesTests(open)
    oneTimeCodeTests(open)
    organizationTests(open)
    passkeyTests(open)
    passwordTests(open)
    personalAccessTokenTests(open)
    policyTests(open)
    brandingTests(open)
    recoveryCodeTests(open)
    refreshTokenTests(open)
    revocationTests(open)
    sessionTests(open)
    signInAttemptTests(open)
    signingKeyTests(open)
    skippedOfferTests(open)
    timesEndedTests(open)
    userAccountTests(open)
    firstPasskeyTests(open)
    userGrantTests(open)
    userLinkTests(open)
    userMetadataTests(open)
    userTests(open)
  })
}
