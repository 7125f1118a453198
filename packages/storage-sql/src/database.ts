// Every table and column. Times are milliseconds since the epoch, flags are 0 or 1, and lists and objects are JSON.
import type { ResourceTables } from './resources/tables/resource-tables.ts'
import type { AccessTokenTables } from './stores/access-tokens.ts'
import type { AssertionIdTables } from './stores/assertion-ids.ts'
import type { AuditEventTables } from './stores/audit-event-rows.ts'
import type { AuthorizationCodeTables } from './stores/authorization-codes.ts'
import type { AuthorizationRequestTables } from './stores/authorization-requests.ts'
import type { ConsoleSessionTables } from './stores/console-sessions.ts'
import type { ExternalSignInTables } from './stores/external-sign-ins.ts'
import type { FactorDraftTables } from './stores/factor-drafts.ts'
import type { FeatureTables } from './stores/features.ts'
import type { HostKnownBrowserTables } from './stores/host-known-browsers.ts'
import type { ImportJobTables } from './stores/import-job-tables.ts'
import type { InstanceTables } from './stores/instance.ts'
import type { PasskeyTables } from './stores/passkeys.ts'
import type { RecoveryCodeTables } from './stores/recovery-codes.ts'
import type { MailedCodeTables } from './stores/mailed-codes.ts'
import type { RefreshTokenTables } from './stores/refresh-tokens.ts'
import type { RevocationTables } from './stores/revocations.ts'
import type { SessionTables } from './stores/sessions.ts'
import type { SigningKeyTables } from './stores/signing-keys.ts'
import type { SkippedOfferTables } from './stores/skipped-offers.ts'
import type { PendingSecretTables } from './stores/pending-secrets.ts'

/** The tables of all stores. A database has those of the stores that were asked for; a store knows its own tables alone. */
export interface Database
  extends
    AccessTokenTables,
    AssertionIdTables,
    AuditEventTables,
    AuthorizationCodeTables,
    AuthorizationRequestTables,
    ConsoleSessionTables,
    ExternalSignInTables,
    FactorDraftTables,
    FeatureTables,
    HostKnownBrowserTables,
    ImportJobTables,
    InstanceTables,
    PasskeyTables,
    RecoveryCodeTables,
    MailedCodeTables,
    RefreshTokenTables,
    ResourceTables,
    RevocationTables,
    SessionTables,
    SigningKeyTables,
    SkippedOfferTables,
    PendingSecretTables {}
