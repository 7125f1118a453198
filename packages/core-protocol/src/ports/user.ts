// The protocol's view of a person or a service user: the source of claims, the user's state, granted roles, metadata and memberships.
import type { Awaitable } from '../memory/awaitable.ts'
import type { DemandedOrganization } from './authorization-request.ts'

/** The state of a user. Only active users can sign in or use tokens. */
export type UserState = 'active' | 'inactive' | 'locked' | 'initial' | 'suspended'

/** The second factors of a user; `otp`: a code of an authenticator app; `pop`: a security key. */
export type SecondFactor = 'otp' | 'pop'

/** A postal address. https://openid.net/specs/openid-connect-core-1_0.html#AddressClaim */
export interface Address {
  readonly formatted?: string
  readonly streetAddress?: string
  readonly locality?: string
  readonly region?: string
  readonly postalCode?: string
  readonly country?: string
}

/** A person or a service user. */
export interface User {
  readonly id: string
  readonly kind: 'human' | 'machine'
  readonly orgId: string
  readonly state: UserState
  /** False when the organization is inactive, independent of the user's own state. */
  readonly orgActive: boolean
  readonly orgName: string
  /** The organization's, in which login names end. */
  readonly primaryDomain?: string
  readonly userName: string
  /** `userName@primaryDomain`: always works, and is what `username` and `preferred_username` say. */
  readonly loginName: string
  /** The factors that are set up. A user with a factor is never signed in by the password alone. */
  readonly secondFactors: readonly SecondFactor[]
  /** An administrator demands a new password before the next sign-in. */
  readonly passwordChangeRequired?: boolean
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /**
   * How often everything that was issued to the user has been ended: by a new password, and whenever the user or the organization was
   * switched off or on. It never goes back.
   */
  readonly timesEnded: number
  /** Milliseconds since the epoch; absent where the host of the user does not know it. */
  readonly updatedAt?: number
  readonly displayName: string
  readonly firstName?: string
  readonly lastName?: string
  readonly middleName?: string
  readonly nickName?: string
  readonly gender?: 'female' | 'male' | 'diverse'
  /** BCP 47. */
  readonly preferredLanguage?: string
  readonly profileUrl?: string
  readonly pictureUrl?: string
  readonly website?: string
  readonly birthdate?: string
  readonly zoneinfo?: string
  readonly address?: Address
  readonly email?: { readonly address: string; readonly verified: boolean }
  readonly phone?: { readonly number: string; readonly verified: boolean }
}

/** Finds users. */
export interface UserStore {
  /** The user in any state. */
  find(userId: string): Awaitable<User | undefined>
  /** The user if the user and the organization are active: what every token, code and session asks. */
  findActive(userId: string): Awaitable<User | undefined>
  /**
   * The human users that a typed login name may mean, at most two: the user's login name first; then a bare user name, an email address, or
   * a verified phone number, which count only where they mean one user of the whole instance, or of the organization.
   *
   * A proven address or number stays with its owner: a verified one excludes unverified ones, and the bare user name of another user,
   * unless that user has proven it too.
   *
   * @param name in canonical form (`canonicalLoginName`)
   * @param organization the one that the request demands: users of others are not looked at, neither as matches nor as owners of a name
   */
  findByLoginName(name: string, organization?: DemandedOrganization): Promise<readonly LoginNameMatch[]>
}

/** A user that a typed login name may mean, and which of the names matched. */
export interface LoginNameMatch {
  readonly user: User
  readonly by: 'login_name' | 'user_name' | 'email' | 'phone'
}

/** A fact that an application or an administrator stored about a user. */
export interface UserMetadata {
  readonly key: string
  /** Base64 of any bytes. */
  readonly value: string
}

/** Finds the metadata of users. */
export interface UserMetadataStore {
  /** In the order of the keys. */
  list(userId: string): Awaitable<readonly UserMetadata[]>
}

/** A role of a project that was granted to a user, directly or through a project that was granted to an organization. */
export interface GrantedRole {
  readonly projectId: string
  readonly roleKey: string
  /** The organization that granted it: of a direct grant usually the project's, else the one that the project was granted to. */
  readonly orgId: string
  /** Of that organization. */
  readonly primaryDomain?: string
}

/** Finds granted roles. */
export interface UserGrantStore {
  /**
   * The user's roles of these projects that count now: the grant is not suspended; the grant, the project, the organizations of both, and the project
   * grant that it goes through are active, and the role exists and is one that the project grant passes on.
   */
  listRoles(userId: string, projectIds: readonly string[]): Awaitable<readonly GrantedRole[]>
}

/** An administrative role of a user: in the instance, an organization, a project or a project grant. */
export interface Membership {
  readonly of: 'instance' | 'organization' | 'project' | 'project_grant'
  /** The organization, or the one that the project or the grant belongs to; absent for the instance. */
  readonly orgId?: string
  /** Of a project, or of the project of a project grant. */
  readonly projectId?: string
  /** Of a project grant. */
  readonly grantId?: string
  /** The organization that the project is granted to. */
  readonly grantedOrgId?: string
  /** The organization that gave the roles; absent for the instance. */
  readonly givenBy?: string
  /** Whether the roles count: the organizations above are active, and the membership is not suspended. */
  readonly active: boolean
  /** In the spelling of documents, e.g. `ORG_OWNER`. */
  readonly roles: readonly string[]
}

/** A membership that another organization offers to a user, or whose roles are suspended. */
export interface PendingMembership extends Membership {
  readonly pending: 'invited' | 'suspended'
  /** The name of the organization that gave the roles. */
  readonly orgName: string
  /** The name of the project; absent for a membership of an organization. */
  readonly projectName?: string
}

/** Which membership of a user: that of an organization, a project or a project grant, by its id. */
export interface MembershipReference {
  readonly of: Exclude<Membership['of'], 'instance'>
  readonly id: string
}

/** @returns the reference to a membership; undefined for one of the instance, which no user accepts and nothing suspends */
export function membershipReference({
  of,
  orgId = '',
  projectId = '',
  grantId = '',
}: Pick<Membership, 'of' | 'orgId' | 'projectId' | 'grantId'>): MembershipReference | undefined {
  switch (of) {
    case 'instance':
      return undefined
    case 'organization':
      return { of, id: orgId }
    case 'project':
      return { of, id: projectId }
    case 'project_grant':
      return { of, id: grantId }
  }
}

/**
 * What ends a suspension. `proof`: the user proves a second factor that is older than the change. `confirmation`: the organization that gave
 * the roles confirms them.
 */
export type SuspensionEnd = 'proof' | 'confirmation'

/** Roles that other organizations gave to a user, to be suspended: memberships, and user grants, which give roles of projects. */
export interface RoleSuspension {
  readonly userId: string
  readonly until: SuspensionEnd
  /**
   * Accepted memberships that stay as they are, with their roles at the time of the decision: the caller has everything that they allow. A
   * membership that has another role by now, or that the user accepts meanwhile, is suspended.
   */
  readonly spares?: readonly SparedMembership[]
  /** Organizations whose user grants stay as they are, because the caller may give and take them; `true`: all. Default: none. */
  readonly sparesGrantsOf?: readonly string[] | true
}

/** A membership that a suspension leaves in force. */
export interface SparedMembership extends MembershipReference {
  readonly roles: readonly string[]
}

/** Finds memberships. One that another organization offers is not listed before the user accepts it. */
export interface MembershipStore {
  /** All that the user is a member of, whether it counts now or not. */
  list(userId: string): Promise<readonly Membership[]>
  /** The same of several users, by user id. Users without memberships are left out. */
  listOf(userIds: readonly string[]): Promise<ReadonlyMap<string, readonly Membership[]>>
  /** Suspended memberships, then those that the user has not accepted; at most 100 of each level. */
  listPending(userId: string): Promise<readonly PendingMembership[]>
  /** One of them by its key, wherever it is in the list. */
  findPending(userId: string, membership: MembershipReference): Promise<PendingMembership | undefined>
  /**
   * Accepts an invitation. Where the credentials of the user were changed since it was given, the roles are suspended until a confirmation: the
   * caller may be the one who changed them.
   * @returns false if there is none now
   */
  accept(userId: string, membership: MembershipReference): Promise<boolean>
  /** Declines an invitation, which is removed. @returns false if there is none now */
  decline(userId: string, membership: MembershipReference): Promise<boolean>
  /** Suspends the roles that organizations other than the user's own gave. An earlier suspension lasts at least as long as before. */
  suspend(suspension: RoleSuspension, now: number): Promise<void>
  /**
   * Ends suspensions that a proof ends.
   * @param enrolledAt since when the user has the proven factor: suspensions that began at this time or before stay
   */
  resume(userId: string, enrolledAt: number): Promise<boolean>
}
