// The texts of the pages about keys of applications and service users.

/** The texts about keys of clients. */
export interface ClientKeysTexts {
  readonly heading: string
  readonly lead: string
  /** The client authenticates in another way. */
  readonly unused: string
  readonly empty: string
  readonly keyId: string
  readonly created: string
  readonly until: string
  readonly untilHelp: string
  readonly untilRemoved: string
  readonly wrongDay: string
  readonly expired: string
  readonly acts: string
  readonly remove: string
  readonly make: string
  readonly makeLead: string
  readonly upload: string
  readonly uploadLead: string
  readonly publicKey: string
  readonly file: string
  readonly issued: (name: string) => string
  readonly once: string
  readonly download: string
  readonly back: string
}
