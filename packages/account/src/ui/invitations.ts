// The section that lists the roles that other organizations offer to the user.

/** A membership that waits for the user, or for the organization that gave the roles. */
export interface InvitationRow {
  /** The value of the field `invitation`. */
  readonly value: string
  readonly organizationName: string
  /** Absent for a membership of the organization itself. */
  readonly projectName?: string
  /** In the spelling of documents, e.g. `ORG_OWNER`. */
  readonly roles: readonly string[]
  /** The user has accepted it, and the organization has to confirm it again. It has no form. */
  readonly suspended: boolean
}

/** Lists the memberships, each with a form (field `invitation`) that accepts it and one that declines it. */
export interface InvitationsSection {
  readonly kind: 'invitations'
  readonly invitations: readonly InvitationRow[]
  readonly acceptPath: string
  readonly declinePath: string
}
