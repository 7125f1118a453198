// Signing keys and features in English.

/** The texts of the signing keys in English. */
export const keys = {
  heading: 'Signing keys',
  intro: 'Applications verify tokens with these keys. Keys rotate automatically: a new key is published before it signs.',
  kid: 'Key ID',
  allAlgorithms: 'All algorithms',
  algorithm: 'Algorithm',
  state: 'State',
  states: { next: 'Next', active: 'Active', superseded: 'Superseded', retired: 'Retired', revoked: 'Revoked' },
  dates: 'Dates',
  created: 'Created',
  signsFrom: 'Active from',
  publishedUntil: 'Published until',
  retired: 'Retired',
  revoked: 'Revoked',
  rotate: 'Rotate keys',
  rotateHelp:
    'Publishes a new key now and signs with it once applications have had time to fetch it. Until then, the current key signs. Tokens stay valid.',
  rotateDone: 'A set of signing keys',
  rotatedOne: (algorithm: string): string => `A signing key for ${algorithm}`,
  revoke: 'Revoke key',
  revokeHelp:
    'Use this if a key is compromised. All tokens signed with it become invalid at once, and users must sign in again. An active key is replaced immediately. This cannot be undone.',
  typeKid: (kid: string): string => `To confirm, type the key ID: ${kid}`,
  wrongKid: 'The key ID does not match. Nothing was revoked.',
}

/** The texts of the features in English. */
export const features = {
  heading: 'Features',
  intro: 'Optional features of the server. They are off until you turn them on.',
  names: { oidcTokenExchange: 'Token exchange' },
  sentences: {
    oidcTokenExchange: 'Applications can exchange tokens, including to impersonate users if a role allows it (RFC 8693).',
  },
  on: 'On',
  off: 'Off',
  switchOn: (name: string): string => `Turn on: ${name}`,
  switchOff: (name: string): string => `Turn off: ${name}`,
  empty: 'This server has no optional features.',
}

/** The texts of `keys` in any language. */
export type KeysTexts = typeof keys

/** The texts of `features` in any language. */
export type FeaturesTexts = typeof features
