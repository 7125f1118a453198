// The tables of what documents describe, and of what hangs on it: passwords, codes, the key space of client ids.
// `content` is the canonical v2 object of a resource; the columns beside it are what is looked up, joined or unique.
import type { Generated } from 'kysely'

export interface ResourceColumns {
  readonly content: string
  readonly created_at: number
  readonly changed_at: number
}

/** Of what things are issued to. */
interface HolderColumns {
  /** How often everything that was issued to it has been ended. The database gives it: 0 in a new row. */
  readonly times_ended: Generated<number>
}

export interface OrgsTable extends ResourceColumns, HolderColumns {
  readonly org_id: string
  readonly name: string
  readonly active: number
}

export interface OrgDomainsTable extends ResourceColumns {
  readonly org_id: string
  readonly domain_name: string
  readonly domain_canonical: string
  /** Login names may end in it: it is verified or primary, and unique among those. */
  readonly usable: number
  readonly is_primary: number
}

export interface OrgPoliciesTable extends ResourceColumns {
  readonly org_id: string
  readonly policy: string
}

export interface InstancePoliciesTable extends ResourceColumns {
  readonly policy: string
}

export interface UsersTable extends ResourceColumns, HolderColumns {
  readonly user_id: string
  readonly org_id: string
  readonly kind: 'human' | 'machine'
  readonly state: 'active' | 'inactive' | 'locked' | 'initial' | 'suspended'
  readonly user_name: string
  readonly user_name_canonical: string
  readonly email_canonical: string | null
  readonly phone_canonical: string | null
  /** Service users' client secrets. */
  readonly secret_digest: string | null
  readonly secret_hash: string | null
  readonly secret_source: string | null
  readonly sealed_otp_secret: string | null
}

export interface PasswordsTable {
  readonly user_id: string
  readonly hash: string
  readonly source: string | null
  /** About how many milliseconds it takes to verify; null for hashes that were made here. */
  readonly cost: number | null
}

export interface KnownBrowsersTable {
  readonly browser: string
  readonly user_id: string
  readonly used_at: number
  readonly expires_at: number
}

export interface SignInAttemptsTable {
  readonly attempt_key: string
  /** Whose count it is; null for names that nobody has. */
  readonly user_id: string | null
  readonly failed_attempts: number
  readonly last_attempt_at: number
  readonly expires_at: number
}

export interface OneTimeCodesTable {
  readonly user_id: string
  readonly failed_attempts: number
  readonly last_attempt_at: number | null
  /** The last time step of which a code was accepted. */
  readonly last_step: number | null
}

export interface UserMetadataTable extends ResourceColumns {
  readonly user_id: string
  readonly metadata_key: string
  readonly org_id: string
}

export interface ProjectsTable extends ResourceColumns, HolderColumns {
  readonly project_id: string
  readonly org_id: string
  readonly active: number
  readonly has_project_check: number
  readonly project_role_check: number
}

export interface ProjectRolesTable extends ResourceColumns {
  readonly project_id: string
  readonly role_key: string
  readonly org_id: string
}

export interface ProjectGrantsTable extends ResourceColumns {
  readonly grant_id: string
  readonly project_id: string
  readonly granted_org_id: string
  readonly org_id: string
  readonly active: number
}

export interface ApplicationsTable extends ResourceColumns, HolderColumns {
  readonly app_id: string
  readonly project_id: string
  readonly org_id: string
  readonly kind: 'oidc' | 'api'
  readonly client_id: string
  readonly active: number
  readonly secret_digest: string | null
  readonly secret_hash: string | null
  readonly secret_source: string | null
}

/** The one key space of client ids: of every app its client id, of every service user its id. */
export interface ClientIdsTable {
  readonly client_id: string
  readonly app_id: string | null
  readonly user_id: string | null
}

export interface ApplicationOriginsTable {
  readonly app_id: string
  readonly origin: string
}

interface KeyColumns extends ResourceColumns {
  readonly key_id: string
  readonly org_id: string
  readonly active: number
  readonly expires_at: number | null
  readonly algorithm: 'RS256' | 'ES256' | 'EdDSA'
  /** Public JWK, JSON. */
  readonly jwk: string
}

export interface ApplicationKeysTable extends KeyColumns {
  readonly app_id: string
}

export interface MachineKeysTable extends KeyColumns {
  readonly user_id: string
}

export interface PersonalAccessTokensTable extends ResourceColumns, HolderColumns {
  readonly token_id: string
  readonly user_id: string
  readonly org_id: string
  readonly active: number
  readonly expires_at: number | null
  readonly token_digest: string | null
}

export interface UserGrantsTable extends ResourceColumns {
  readonly user_id: string
  readonly project_id: string
  /** Empty for a grant that does not go through a granted project. */
  readonly project_grant_id: string
  readonly org_id: string
  readonly active: number
}

export interface OrgMembersTable extends ResourceColumns {
  readonly org_id: string
  readonly user_id: string
}

export interface ProjectMembersTable extends ResourceColumns {
  readonly project_id: string
  readonly user_id: string
  readonly org_id: string
}

export interface ProjectGrantMembersTable extends ResourceColumns {
  readonly grant_id: string
  readonly user_id: string
  readonly org_id: string
}

export interface IdentityProvidersTable extends ResourceColumns {
  readonly idp_id: string
  readonly org_id: string
  readonly kind: 'oidc' | 'jwt'
  readonly sealed_secret: string | null
}

export interface UserLinksTable extends ResourceColumns {
  readonly user_id: string
  readonly idp_id: string
  readonly provided_user_id: string
  readonly org_id: string
}

export interface ActionsTable extends ResourceColumns {
  readonly action_id: string
  readonly org_id: string
}

export interface TriggerActionsTable extends ResourceColumns {
  readonly org_id: string
  readonly flow_type: string
  readonly trigger_type: string
}

export interface OrgTextsTable extends ResourceColumns {
  readonly org_id: string
  /** The list of the document that the text stands in. */
  readonly member: string
  readonly language: string
}

export interface InstanceMembersTable extends ResourceColumns {
  readonly user_id: string
}
