// What every storage must keep of the ports' promises, against the real database. Each test has a database of its own.
// A storage is done when it passes, no sooner.
import { describe } from 'node:test'
import { accessTokenPromises } from './access-tokens.ts'
import { assertionIdPromises } from './assertion-ids.ts'
import { auditEventPromises } from './audit-events.ts'
import { authorizationCodePromises } from './authorization-codes.ts'
import { authorizationRequestPromises } from './authorization-requests.ts'
import { clientPromises } from './clients.ts'
import { clientAdmissionPromises } from './client-admission.ts'
import { directoryPromises } from './directory.ts'
import { directoryConflictPromises } from './directory-conflicts.ts'
import { directoryRemovalPromises } from './directory-removal.ts'
import { directorySnapshotPromises } from './directory-snapshot.ts'
import { featurePromises } from './features.ts'
import { importJobPromises } from './import-jobs.ts'
import { instancePromises } from './instance.ts'
import { knownBrowserPromises } from './known-browsers.ts'
import { membershipPromises } from './memberships.ts'
import { lookupsAfterChangesPromises } from './lookups-after-changes.ts'
import { oneTimeCodePromises } from './one-time-codes.ts'
import { openingPromises } from './opening.ts'
import { passwordPromises } from './passwords.ts'
import { personalAccessTokenPromises } from './personal-access-tokens.ts'
import { policyPromises } from './policies.ts'
import { refreshTokenPromises } from './refresh-tokens.ts'
import { revocationPromises } from './revocations.ts'
import { sessionPromises } from './sessions.ts'
import { signInAttemptPromises } from './sign-in-attempts.ts'
import { signingKeyPromises } from './signing-keys.ts'
import type { OpenFresh } from './stores.ts'
import { timesEndedPromises } from './times-ended.ts'
import { userGrantPromises } from './user-grants.ts'
import { userMetadataPromises } from './user-metadata.ts'
import { userPromises } from './users.ts'

/**
 * Registers the tests with node:test.
 * @param open opens a new, empty database with the named stores
 */
export function storageConformance(label: string, open: OpenFresh): void {
  describe(`Storage ${label}`, () => {
    openingPromises(open)
    accessTokenPromises(open)
    assertionIdPromises(open)
    auditEventPromises(open)
    authorizationCodePromises(open)
    authorizationRequestPromises(open)
    clientPromises(open)
    clientAdmissionPromises(open)
    directoryPromises(open)
    directoryConflictPromises(open)
    directoryRemovalPromises(open)
    directorySnapshotPromises(open)
    featurePromises(open)
    importJobPromises(open)
    instancePromises(open)
    knownBrowserPromises(open)
    membershipPromises(open)
    lookupsAfterChangesPromises(open)
    oneTimeCodePromises(open)
    passwordPromises(open)
    personalAccessTokenPromises(open)
    policyPromises(open)
    refreshTokenPromises(open)
    revocationPromises(open)
    sessionPromises(open)
    signInAttemptPromises(open)
    signingKeyPromises(open)
    timesEndedPromises(open)
    userGrantPromises(open)
    userMetadataPromises(open)
    userPromises(open)
  })
}
