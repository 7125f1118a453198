// The texts of the page about personal access tokens of service users.

/** The texts about personal access tokens. */
export interface AccessTokensTexts {
  readonly heading: string
  readonly lead: string
  readonly empty: string
  readonly tokenId: string
  readonly created: string
  readonly until: string
  readonly untilHelp: string
  readonly untilRemoved: string
  readonly wrongDay: string
  readonly expired: string
  readonly scopes: string
  readonly scopesHelp: string
  readonly acts: string
  readonly remove: string
  /** A removal cannot be undone. */
  readonly final: string
  readonly make: string
  readonly issued: (name: string) => string
  readonly once: string
  readonly use: string
  readonly back: string
}
