// Who administrates what: the members of the instance, of organizations, of projects and of grants of projects, seen from the user.

export interface Membership {
  readonly of: 'instance' | 'organization' | 'project' | 'project_grant'
  /** The organization, or the one that the project or the grant belongs to; absent for the instance. */
  readonly orgId?: string
  /** In the spelling of documents, e.g. `ORG_OWNER`. */
  readonly roles: readonly string[]
}

export interface MembershipStore {
  /** All that the user is a member of, whether it is switched on or not. */
  list(userId: string): Promise<readonly Membership[]>
}
