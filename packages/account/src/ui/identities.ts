// The section of the accounts at identity providers.

/** An account at an identity provider that signs the user in. */
export interface IdentityRow {
  /** The values of the fields `idp` and `identity`. */
  readonly idpId: string
  readonly externalId: string
  readonly providerName: string
  /** Absent if the provider returned no name. */
  readonly externalName?: string
}

/** Lists the connected accounts, each with a form (fields `idp` and `identity`) that disconnects it, and links to connect others. */
export interface IdentitiesSection {
  readonly kind: 'identities'
  readonly identities: readonly IdentityRow[]
  readonly disconnectPath: string
  readonly connect: readonly { readonly name: string; readonly path: string }[]
}
