// The texts of the pages about identity providers.

/** The texts of identity providers in one language. */
export interface IdentityProviderTexts {
  readonly heading: string
  readonly instanceHeading: string
  readonly lead: string
  readonly instanceLead: string
  readonly empty: string
  readonly add: (name: string) => string
  readonly other: string
  readonly name: string
  readonly nameHelp: string
  readonly issuer: string
  readonly issuerHelp: string
  readonly tenantHelp: string
  readonly clientId: string
  readonly clientSecret: string
  readonly clientSecretHelp: string
  readonly secretKept: string
  readonly secretRequired: string
  readonly scopes: string
  readonly scopesHelp: string
  readonly userName: string
  readonly userNameHelp: string
  readonly mappings: Readonly<Record<'OIDC_MAPPING_FIELD_PREFERRED_USERNAME' | 'OIDC_MAPPING_FIELD_EMAIL', string>>
  readonly autoRegister: string
  readonly autoRegisterHelp: string
  readonly redirectUri: string
  readonly redirectUriHelp: string
  readonly registration: (service: string) => string
  readonly save: string
  readonly create: string
  readonly edit: string
  readonly offered: string
  readonly isOffered: string
  readonly isNotOffered: string
  readonly offer: string
  readonly withdraw: string
  readonly offerText: string
  readonly offerInstanceText: string
  readonly withdrawText: string
  readonly ownPolicy: string
  readonly remove: string
  readonly removal: string
  /** Of the instance or of an organization. */
  readonly belongsTo: string
  readonly kind: string
  readonly jwt: string
  readonly others: string
  readonly othersText: readonly string[]
  readonly copy: string
}
