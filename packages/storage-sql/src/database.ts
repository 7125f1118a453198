// Every table and column: those of resources, and here those of the protocol. Times are milliseconds since the epoch, flags are 0 or 1,
// and a column of JSON says so.
import type {
  ActionsTable, ApplicationKeysTable, ApplicationOriginsTable, ApplicationsTable, ClientIdsTable, IdentityProvidersTable,
  InstanceMembersTable, InstancePoliciesTable, KnownBrowsersTable, MachineKeysTable, OneTimeCodesTable, OrgDomainsTable, OrgMembersTable,
  OrgPoliciesTable, OrgTextsTable, OrgsTable, PasswordsTable, PersonalAccessTokensTable, ProjectGrantMembersTable,
  ProjectGrantsTable, ProjectMembersTable, ProjectRolesTable, ProjectsTable, SignInAttemptsTable, TriggerActionsTable, UserGrantsTable,
  UserLinksTable, UserMetadataTable, UsersTable,
} from './resources/tables/resource-tables.ts'

export interface AccessTokensTable {
  readonly digest: string
  readonly id: string
  readonly authorization_id: string
  readonly client_id: string
  readonly subject: string
  readonly session_id: string | null
  /** JSON. */
  readonly scope: string
  /** JSON. */
  readonly audience: string
  /** JSON. */
  readonly userinfo_claims: string | null
  /** JSON. */
  readonly actor: string | null
  /** JSON. */
  readonly authentication: string | null
  /** JSON. */
  readonly exchanged_from: string | null
  readonly offline_until: number | null
  readonly issued_at: number
  readonly expires_at: number
}

export interface AssertionIdsTable {
  readonly id: string
  readonly expires_at: number
}

export interface AuthorizationCodesTable {
  readonly digest: string
  readonly authorization_id: string
  readonly client_id: string
  readonly redirect_uri: string
  readonly user_id: string
  readonly session_id: string
  /** JSON. */
  readonly scope: string
  readonly nonce: string | null
  readonly code_challenge: string | null
  /** JSON. */
  readonly claims: string | null
  readonly authenticated_at: number
  /** JSON. */
  readonly amr: string
  readonly acr: string
  readonly issued_at: number
  readonly expires_at: number
  readonly remembered_until: number
  readonly consumed_at: number | null
  readonly validity: string | null
}

export interface AuthorizationRequestsTable {
  readonly id: string
  readonly browser: string | null
  /** JSON. */
  readonly request: string
  readonly session_id: string | null
  readonly login_name: string | null
  readonly created_at: number
  readonly expires_at: number
  /** Null in rows from before requests were counted. */
  readonly source: string | null
  readonly bytes: number
  /** 1 once somebody has answered something. */
  readonly touched: number
}

export interface FeaturesTable {
  readonly id: string
  /** Counts the changes from 1. */
  readonly sequence: number
  readonly changed_at: number
  /** JSON object of booleans. */
  readonly flags: string
}

export interface InstanceTable {
  readonly name: string
  readonly value: string
}

export interface RefreshTokensTable {
  readonly family: string
  readonly authorization_id: string
  readonly client_id: string
  readonly subject: string
  /** JSON, like the next five. */
  readonly scope: string
  readonly audience: string
  readonly authentication: string | null
  readonly claims: string | null
  readonly actor: string | null
  readonly exchanged_from: string | null
  readonly issued_at: number
  readonly ends_at: number
  /** Of the live token. */
  readonly digest: string
  readonly expires_at: number
  /** Of the token before it. */
  readonly previous_digest: string | null
  readonly repeatable_until: number | null
  readonly validity: string | null
}

export interface RevocationsTable {
  readonly id: string
  readonly expires_at: number
}

export interface SessionsTable {
  readonly id: string
  /** Digest of the cookie that opens the session. */
  readonly user_agent: string
  readonly user_id: string
  readonly authenticated_at: number
  /** JSON. */
  readonly factors: string
  readonly created_at: number
  readonly expires_at: number
  readonly validity: string | null
}

export interface SigningKeysTable {
  readonly kid: string
  readonly algorithm: 'RS256' | 'ES256' | 'EdDSA'
  /** Counts the keys of an algorithm from 0: unique, so that only one process makes the first. */
  readonly sequence: number
  /** JSON. */
  readonly public_jwk: string
  /** Empty once the key is retired. */
  readonly sealed_private_jwk: string
  readonly created_at: number
  readonly active_from: number
  readonly retired_at: number | null
  readonly token_lifetime: number
  readonly key_set_max_age: number
  readonly revoked_at: number | null
}

export interface AuditEventsTable {
  /** Time and randomness as text that sorts by time. */
  readonly id: string
  readonly at: number
  readonly type: string
  readonly actor_id: string | null
  readonly client_id: string | null
  readonly subject_kind: string | null
  readonly subject_id: string | null
  readonly org_id: string | null
  readonly remote_address: string | null
  /** JSON object. */
  readonly details: string | null
  /** Of events that strangers cause: where from. */
  readonly source: string | null
}

export interface ImportJobsTable {
  readonly job_id: string
  readonly state: string
  readonly fingerprint: string
  readonly actor_id: string
  readonly holder: string
  /** JSON object. */
  readonly facts: string
  /** 1 while it runs. */
  readonly place: number | null
  readonly lease_until: number
  readonly started_at: number
  readonly updated_at: number
}

export interface ImportPartsTable {
  readonly job_id: string
  readonly list: string
  readonly org_id: string
  readonly position: number
  readonly content: string
}

export interface Database {
  readonly orgs: OrgsTable
  readonly org_domains: OrgDomainsTable
  readonly org_policies: OrgPoliciesTable
  readonly instance_policies: InstancePoliciesTable
  readonly users: UsersTable
  readonly known_browsers: KnownBrowsersTable
  readonly one_time_codes: OneTimeCodesTable
  readonly passwords: PasswordsTable
  readonly sign_in_attempts: SignInAttemptsTable
  readonly user_metadata: UserMetadataTable
  readonly projects: ProjectsTable
  readonly project_roles: ProjectRolesTable
  readonly project_grants: ProjectGrantsTable
  readonly applications: ApplicationsTable
  readonly client_ids: ClientIdsTable
  readonly application_origins: ApplicationOriginsTable
  readonly application_keys: ApplicationKeysTable
  readonly machine_keys: MachineKeysTable
  readonly personal_access_tokens: PersonalAccessTokensTable
  readonly user_grants: UserGrantsTable
  readonly org_members: OrgMembersTable
  readonly project_members: ProjectMembersTable
  readonly project_grant_members: ProjectGrantMembersTable
  readonly instance_members: InstanceMembersTable
  readonly identity_providers: IdentityProvidersTable
  readonly user_links: UserLinksTable
  readonly actions: ActionsTable
  readonly trigger_actions: TriggerActionsTable
  readonly org_texts: OrgTextsTable
  readonly audit_events: AuditEventsTable
  readonly access_tokens: AccessTokensTable
  readonly assertion_ids: AssertionIdsTable
  readonly authorization_codes: AuthorizationCodesTable
  readonly authorization_requests: AuthorizationRequestsTable
  readonly features: FeaturesTable
  readonly import_jobs: ImportJobsTable
  readonly import_parts: ImportPartsTable
  readonly instance: InstanceTable
  readonly refresh_tokens: RefreshTokensTable
  readonly revocations: RevocationsTable
  readonly sessions: SessionsTable
  readonly signing_keys: SigningKeysTable
}
