// Signing keys and features in English.
import type { FeaturesTexts, KeysTexts } from '../shape/keys.ts'

/** The texts of the signing keys in English. */
export function keys(): KeysTexts {
  return {
    heading: 'Signing keys',
    intro: 'Applications verify tokens by these keys. New keys are made automatically; a new one is published before it signs.',
    kid: 'Key ID',
    allAlgorithms: 'All algorithms',
    algorithm: 'Algorithm',
    state: 'State',
    states: { next: 'Next', active: 'Signs', superseded: 'Superseded', retired: 'Retired', revoked: 'Revoked' },
    dates: 'Dates',
    created: 'Made',
    signsFrom: 'Signs from',
    publishedUntil: 'Published until',
    retired: 'Retired',
    revoked: 'Revoked',
    rotate: 'Make new keys',
    rotateHelp:
      'The new key is published now and signs once every application can know it. Until then the current key signs. Tokens stay valid.',
    rotateDone: 'A set of signing keys',
    rotatedOne: (algorithm) => `A signing key for ${algorithm}`,
    revoke: 'Revoke key',
    revokeHelp:
      'For a key that somebody else may have. Every token that it signed stops counting at once, and people sign in again. A key that signs is replaced at once. This cannot be undone.',
    typeKid: (kid) => `Type the key ID to confirm: ${kid}`,
    wrongKid: 'This is not the ID of the key. Nothing was revoked.',
  }
}

/** The texts of the features in English. */
export function features(): FeaturesTexts {
  return {
    heading: 'Features',
    intro: 'Parts of the server that act only while they are switched on.',
    names: { oidcTokenExchange: 'Token exchange' },
    sentences: {
      oidcTokenExchange: 'Applications may exchange a token for another one, also to act for a user who allowed it by a role (RFC 8693).',
    },
    on: 'On',
    off: 'Off',
    switchOn: (name) => `Switch on: ${name}`,
    switchOff: (name) => `Switch off: ${name}`,
    empty: 'No part of this server depends on a switch.',
  }
}
