// The section that lists the applications that may act for the user while the user is away.

/** An application that holds refresh tokens. */
export interface ApplicationRow {
  /** The value of the field `client`. */
  readonly clientId: string
  readonly name: string
  /** Milliseconds since the epoch: when the oldest of its authorizations was made. */
  readonly since: number
}

/** Lists the applications, each with a form (field `client`) that revokes its tokens. */
export interface ApplicationsSection {
  readonly kind: 'applications'
  readonly applications: readonly ApplicationRow[]
  readonly revokePath: string
}
