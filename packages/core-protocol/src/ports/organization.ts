// Organizations, as the login needs them: which one a new user belongs to.

/** An organization. */
export interface Organization {
  readonly orgId: string
  /** Whether its users may sign in. */
  readonly active: boolean
  /** Completes the user names of its users. */
  readonly primaryDomain?: string
}

/** Finds organizations. */
export interface OrganizationStore {
  find(orgId: string): Promise<Organization | undefined>
  /** Finds the organization that holds the domain (in canonical form): login names may end in it. */
  findByDomain(domain: string): Promise<Organization | undefined>
  /** Whether the organization has proven that it holds the domain (in canonical form). A primary domain alone does not prove it. */
  hasVerifiedDomain(orgId: string, domain: string): Promise<boolean>
}
