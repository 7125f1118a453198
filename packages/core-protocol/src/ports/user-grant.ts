// Roles of projects that were granted to users, directly or through a project that was granted to an organization.

export interface GrantedRole {
  readonly projectId: string
  readonly roleKey: string
  /** The organization that granted it: of a direct grant usually the project's, else the one that the project was granted to. */
  readonly orgId: string
  /** Of that organization. */
  readonly primaryDomain?: string
}

export interface UserGrantStore {
  /**
   * The user's roles of these projects that count now: the grant, the project, the organizations of both, and the project
   * grant that it goes through are active, and the role exists and is one that the project grant passes on.
   */
  listRoles(userId: string, projectIds: readonly string[]): Promise<readonly GrantedRole[]>
}
