// The texts about personal access tokens, in English.

/** The texts in English. */
export const accessTokens = {
  heading: 'Personal access tokens',
  lead: 'A personal access token gives full access as this service user, without a sign-in. If the program can request its own tokens, use a secret or a key instead.',
  empty: 'No tokens yet. Create one below.',
  tokenId: 'Token ID',
  created: 'Created',
  until: 'Expires',
  untilHelp: 'At the end of this day (UTC). Leave the field empty for a token that never expires.',
  untilRemoved: 'Never expires',
  wrongDay: 'Choose a future date, or leave the field empty.',
  expired: 'Expired',
  scopes: 'Scopes',
  scopesHelp: 'One per line. If empty: openid, profile, and the metadata and organization of the service user.',
  acts: 'Actions',
  remove: 'Remove',
  /** A removal cannot be undone. */
  final: 'A removed token stops working immediately. This cannot be undone.',
  make: 'Create token',
  issued: (name: string): string => `New token for ${name}`,
  once: 'Copy the token now. It is shown only once. Store it where only the program can read it.',
  use: 'Send it with each request:',
  back: 'Back to tokens',
}

/** The texts of `accessTokens` in any language. */
export type AccessTokensTexts = typeof accessTokens
