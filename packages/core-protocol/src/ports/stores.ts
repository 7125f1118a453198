// All storage ports by name. A part declares the names that it needs; tables exist for declared names only.
import type { AccessTokenStore, PersonalAccessTokenStore } from './access-token.ts'
import type { AuditEventStore } from './audit-event.ts'
import type { AuthorizationCodeStore } from './authorization-code.ts'
import type { AuthorizationRequestStore } from './authorization-request.ts'
import type { ClientStore } from './client.ts'
import type { ConsoleSessionStore } from './console-session.ts'
import type { DirectoryStore } from './directory.ts'
import type { ExternalSignInStore, IdentityProviderStore, UserLinkStore } from './identity-provider.ts'
import type { FactorDraftStore } from './factor-draft.ts'
import type { ImportJobStore } from './import-job.ts'
import type { FeatureStore, InstanceStore } from './instance.ts'
import type { IssuanceStore } from './issuance.ts'
import type { OneTimeCodeStore } from './one-time-code.ts'
import type { OrganizationStore } from './organization.ts'
import type { PasskeyStore } from './passkey.ts'
import type { MailedCodeStore, MailOutboxStore, MessageTextStore } from './mail.ts'
import type { PolicyStore } from './policy.ts'
import type { RecoveryCodeStore } from './recovery-code.ts'
import type { RefreshTokenStore } from './refresh-token.ts'
import type { AssertionIdStore, RevocationStore } from './revocation.ts'
import type { SessionStore } from './session.ts'
import type { KnownBrowserStore, PasswordStore, SignInAttemptStore } from './sign-in.ts'
import type { SkippedOfferStore } from './skipped-offer.ts'
import type { SigningKeyStore } from './signing-key.ts'
import type { PendingSecretStore } from './pending-secrets.ts'
import type { UserAccountStore } from './user-account.ts'
import type { MembershipStore, UserGrantStore, UserMetadataStore, UserStore } from './user.ts'

/** The storage ports of this project, by the names that parts declare. */
export interface BuiltInStores {
  readonly accessTokens: AccessTokenStore
  readonly assertionIds: AssertionIdStore
  readonly auditEvents: AuditEventStore
  readonly authorizationCodes: AuthorizationCodeStore
  readonly authorizationRequests: AuthorizationRequestStore
  readonly clients: ClientStore
  readonly consoleSessions: ConsoleSessionStore
  readonly directory: DirectoryStore
  readonly externalSignIns: ExternalSignInStore
  readonly factorDrafts: FactorDraftStore
  readonly features: FeatureStore
  /** As `knownBrowsers`, for users of the host: its rows belong to no stored user. */
  readonly hostKnownBrowsers: KnownBrowserStore
  readonly identityProviders: IdentityProviderStore
  readonly importJobs: ImportJobStore
  readonly instance: InstanceStore
  readonly issuance: IssuanceStore
  readonly knownBrowsers: KnownBrowserStore
  readonly mailedCodes: MailedCodeStore
  readonly mailOutbox: MailOutboxStore
  readonly messageTexts: MessageTextStore
  readonly memberships: MembershipStore
  readonly oneTimeCodes: OneTimeCodeStore
  readonly organizations: OrganizationStore
  readonly passkeys: PasskeyStore
  readonly passwords: PasswordStore
  readonly personalAccessTokens: PersonalAccessTokenStore
  readonly policies: PolicyStore
  readonly recoveryCodes: RecoveryCodeStore
  readonly refreshTokens: RefreshTokenStore
  readonly revocations: RevocationStore
  readonly sessions: SessionStore
  readonly signInAttempts: SignInAttemptStore
  readonly signingKeys: SigningKeyStore
  readonly skippedOffers: SkippedOfferStore
  readonly pendingSecrets: PendingSecretStore
  readonly userAccounts: UserAccountStore
  readonly userGrants: UserGrantStore
  readonly userLinks: UserLinkStore
  readonly userMetadata: UserMetadataStore
  readonly users: UserStore
}

/** All storage ports. A package with a store adds it by declaration merging. */
export interface Stores extends BuiltInStores {}

/** The name of a storage port of this project. */
export type BuiltInStoreName = keyof BuiltInStores

/** The name of a storage port. */
export type StoreName = keyof Stores

/** What kinds of storages need in order to keep a store of a part. The package of a storage adds its form by declaration merging. */
export interface StoreForms {}

/** A store that a part brings along. Its package adds the type of the store to `Stores` by declaration merging. */
export interface OwnStore {
  readonly name: StoreName
  /** How each kind of storage keeps it. A storage refuses a store that has no form for it. */
  readonly forms: Partial<StoreForms>
  /** Milliseconds beyond its expiry for which a row is kept. Default 0. */
  readonly keepsExpired?: number
}

/** A database that is not open yet; what `libsql()` and its like return. */
export interface Storage {
  /**
   * Opens the database, migrates the tables of the named stores, and returns only those stores.
   * @param own the stores that parts bring along
   * @throws StorageStartError when that fails; the message states what the operator can do
   */
  open(names: readonly StoreName[], own?: readonly OwnStore[]): Promise<OpenStorage>
}

/** A database that is open. */
export interface OpenStorage {
  /** Holds exactly the stores that were asked for. */
  readonly stores: Partial<Stores>
  /** Resolves when the database is lost while it is open, e.g. because its file was deleted. From then on every store throws this error. */
  readonly lost?: Promise<StorageUnavailable>
  /**
   * Asks the database what a lookup does not show: whether it still takes writes, where writes can stop while reads go on, and what its clock
   * says. Called by health checks, at most once a second.
   * @returns `time`: milliseconds since the epoch; absent where the database has no separate clock
   * @throws StorageUnavailable
   */
  probe?(): Promise<{ readonly time?: number }>
  /** The amount of pending work, for metrics. */
  load?(): StorageLoad
  /** Gives the room of rows that were removed back to the file system, where the storage keeps a file. Called after each sweep. */
  shrink?(): Promise<void>
  /** Brings statistics for the planner of queries up to date where the storage does so itself, at most once a day. Called after each sweep. */
  gatherStatistics?(): Promise<void>
  /** Ends queued work and closes the database. */
  close(): Promise<void>
}

/** The pending work of a storage at a moment. Unknown members are absent. */
export interface StorageLoad {
  /** Writes that wait for their turn. */
  readonly waitingWrites?: number
  /** Connections in use and free ones, and how many calls wait for one. */
  readonly connections?: { readonly busy: number; readonly idle: number; readonly waiting: number }
  /** Lookups since the start that may be answered from memory: those that were, and those that asked the database. */
  readonly lookups?: { readonly fromMemory: number; readonly fromDatabase: number }
  /** Calls since the start that were repeated, because they lost against another transaction. */
  readonly repeatedCalls?: number
  /** Commits or statements since the start that writes of several callers may share, and the writes in them. */
  readonly groups?: { readonly count: number; readonly writes: number }
}

/** Why a database cannot be opened. */
export type StorageStartCode =
  | 'storage_damaged'
  | 'storage_exists'
  | 'storage_foreign'
  | 'storage_full'
  | 'storage_linked'
  | 'storage_locked'
  | 'storage_log_lost'
  | 'storage_missing'
  | 'storage_newer'
  | 'storage_not_migrated'
  | 'storage_unreachable'
  | 'storage_unsuitable'
  | 'storage_unwritable'

/** The database cannot be opened as it is. */
export class StorageStartError extends Error {
  override readonly name = 'StorageStartError'
  readonly code: StorageStartCode

  constructor(code: StorageStartCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** The database did not answer in time or cannot be reached: 503 with Retry-After, `temporarily_unavailable` at authorization. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
  /** Whether the database is full. Requests that only read still succeed. */
  readonly full: boolean

  constructor(message: string, { full = false, ...options }: ErrorOptions & { readonly full?: boolean } = {}) {
    super(message, options)
    this.full = full
  }
}
