// The commands about credentials of programs: personal access tokens and keys.
import { changingOfOrg, expires, ofOrg, paging, removingOfOrg } from './options.ts'
import type { Forms, Options } from './options.ts'

const keyOptions: Options = {
  file: { value: 'FILE', says: 'write the private key to this new file, which only you may read', excludes: 'public-key' },
  'public-key': { value: 'FILE', says: 'use the public key of this file, in PEM; the private key stays where it is' },
  algorithm: {
    value: 'NAME',
    choices: ['RS256', 'ES256', 'EdDSA'],
    says: 'the algorithm of the new key; default RS256',
    excludes: 'public-key',
  },
  expires,
  ...changingOfOrg,
}

/** The commands about personal access tokens and keys. */
export const credentialCommands: Forms<`${'tokens' | 'user-keys' | 'app-keys'} ${'list' | 'add' | 'remove'}`> = {
  'tokens list': {
    takes: ['[USER]'],
    says: 'list the personal access tokens of a service user, or of all of them',
    options: { ...paging, ...ofOrg },
    example: 'symbolon tokens list robot --org acme',
  },
  'tokens add': {
    takes: ['USER'],
    says: 'make a personal access token for a service user, and print it',
    options: {
      expires,
      scope: { value: 'SCOPE', repeated: true, says: 'only for this scope; may be repeated' },
      ...changingOfOrg,
    },
    example: 'symbolon tokens add robot --expires 90d --org acme',
  },
  'tokens remove': { takes: ['TOKEN'], says: 'remove a personal access token, by its id', options: removingOfOrg },
  'user-keys list': {
    takes: ['[USER]'],
    says: 'list the keys of a service user, or of all of them',
    options: { ...paging, ...ofOrg },
    example: 'symbolon user-keys list robot --org acme',
  },
  'user-keys add': {
    takes: ['USER'],
    says: 'make a key for a service user, and write it to a file for SYMBOLON_KEY_FILE',
    options: keyOptions,
    example: 'symbolon user-keys add robot --file robot.json --org acme',
  },
  'user-keys remove': { takes: ['KEY'], says: 'remove a key of a service user, by its id', options: removingOfOrg },
  'app-keys list': {
    takes: ['[APP]'],
    says: 'list the keys of an application, or of all of them',
    options: { ...paging, ...ofOrg },
    example: 'symbolon app-keys list Shop --org acme',
  },
  'app-keys add': {
    takes: ['APP'],
    says: 'make a key with which an application authenticates, and write it to a file',
    options: keyOptions,
    example: 'symbolon app-keys add Shop --file shop.json --org acme',
  },
  'app-keys remove': { takes: ['KEY'], says: 'remove a key of an application, by its id', options: removingOfOrg },
}
