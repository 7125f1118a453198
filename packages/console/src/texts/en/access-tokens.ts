// The texts about personal access tokens, in English.
import type { AccessTokensTexts } from '../shape/access-tokens.ts'

/** The texts in English. */
export function accessTokens(): AccessTokensTexts {
  return {
    heading: 'Personal access tokens',
    lead: 'Whoever has a token acts as this service user, without a sign-in. A secret or a key is safer where the program can request its own tokens.',
    empty: 'There is no token yet. Make one below.',
    tokenId: 'Token ID',
    created: 'Created',
    until: 'Valid until',
    untilHelp: 'The end of this day in UTC. Without a day the token is valid until it is removed.',
    untilRemoved: 'It is removed',
    wrongDay: 'This is no day in the future. Choose another one, or leave the field empty.',
    expired: 'Expired',
    scopes: 'Scopes',
    scopesHelp:
      'One on each line. Without one the token has openid and profile, and reads the metadata and the organization of the service user.',
    acts: 'Actions',
    remove: 'Remove',
    final: 'A token that is removed stops working at once. This cannot be undone, because its value is not stored.',
    make: 'Make a token',
    issued: (name) => `The new token of ${name}`,
    once: 'This page shows the token once. Save it now, in a place that only the program can read.',
    use: 'The program sends it with each request:',
    back: 'To the tokens',
  }
}
