// The texts about keys of clients, in English.
import type { ClientKeysTexts } from '../shape/client-keys.ts'

/** The texts in English. */
export function clientKeys(): ClientKeysTexts {
  return {
    heading: 'Keys',
    lead: 'The client signs with its private key, and this server checks the signature with the public key. Several keys are valid at a time, so that one can be replaced without an interruption.',
    unused:
      'The application is not set up for keys. Change its authentication method to “Signed with a private key”, or it cannot use them.',
    empty: 'There is no key yet. Make one below, or give the public key of a pair that the client made.',
    keyId: 'Key ID',
    created: 'Created',
    until: 'Valid until',
    untilHelp: 'The end of this day in UTC. Without a day the key is valid until it is removed.',
    untilRemoved: 'No end date',
    wrongDay: 'This day is not in the future. Choose another one, or leave the field empty.',
    expired: 'Expired',
    acts: 'Actions',
    remove: 'Remove',
    make: 'Make a key',
    makeLead: 'You get a file with the private key. It is shown once, and not stored here.',
    upload: 'Add a public key',
    uploadLead:
      'If the client made its own pair: paste the public key as PEM, or choose its file. RSA of 2048 bits or more, EC P-256 or Ed25519.',
    publicKey: 'Public key',
    file: 'Or a file',
    issued: (name) => `The new key of ${name}`,
    once: 'This page shows the private key once. Save the file now, in a place that only the client can read.',
    download: 'Download',
    back: 'To the keys',
  }
}
