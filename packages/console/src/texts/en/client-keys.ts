// The texts about keys of clients, in English.

/** The texts in English. */
export const clientKeys = {
  heading: 'Keys',
  lead: 'The client signs with its private key, and the server verifies the signature with the public key. Several keys can be active, so you can replace one without downtime.',
  /** The client authenticates in another way. */
  unused: 'This application does not use keys. To use them, change its authentication method to “Signed with a private key”.',
  empty: 'No keys yet. Create one below, or add the public key of a key pair that you have.',
  keyId: 'Key ID',
  created: 'Created',
  until: 'Expires',
  untilHelp: 'At the end of this day (UTC). Leave the field empty for a key that never expires.',
  untilRemoved: 'Never expires',
  wrongDay: 'Choose a future date, or leave the field empty.',
  expired: 'Expired',
  acts: 'Actions',
  remove: 'Remove',
  make: 'Create key',
  makeLead: 'You get a file with the private key. It is shown once and not stored here.',
  upload: 'Add a public key',
  uploadLead:
    'If the client has its own key pair, paste the public key in PEM format or choose a file. RSA with at least 2048 bits, EC P-256 or Ed25519.',
  publicKey: 'Public key',
  file: 'Or choose a file',
  issued: (name: string): string => `New key for ${name}`,
  once: 'Save the private key now. It is shown only once. Store it where only the client can read it.',
  download: 'Download',
  back: 'Back to keys',
}

/** The texts of `clientKeys` in any language. */
export type ClientKeysTexts = typeof clientKeys
