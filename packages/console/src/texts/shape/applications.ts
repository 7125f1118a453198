// Which texts the pages about applications have.

/** What a kind of application is called, and what it is. */
export interface KindText {
  readonly name: string
  readonly help: string
}

/** The texts of the pages about applications. */
export interface ApplicationTexts {
  readonly heading: string
  readonly empty: string
  readonly ofProject: (name: string) => string
  readonly name: string
  readonly kind: string
  readonly clientId: string
  readonly project: string
  readonly state: string
  readonly active: string
  readonly inactive: string
  readonly kinds: Readonly<Record<'web' | 'spa' | 'native' | 'api' | 'service', KindText>>
  readonly methods: Readonly<Record<'client_secret_basic' | 'client_secret_post' | 'none' | 'private_key_jwt', string>>
  /** The form for a new application. */
  readonly wizard: {
    readonly heading: string
    readonly step: (step: number, of: number) => string
    readonly kind: string
    readonly nameHelp: string
    readonly nameMissing: string
    readonly kindMissing: string
    readonly newProject: string
    readonly noProject: string
    readonly projectHelp: string
    readonly serviceProject: string
    readonly serviceProjectHelp: string
    readonly next: string
    readonly back: string
    readonly create: string
    readonly addresses: (name: string) => string
    readonly refresh: string
    readonly refreshHelp: string
    readonly refreshInBrowser: string
    readonly noAddresses: string
  }
  /** The page after the registration. */
  readonly created: {
    readonly heading: (name: string) => string
    readonly once: string
    readonly settings: string
  }
  readonly setup: {
    readonly heading: string
    readonly help: string
    readonly secretMissing: string
    readonly copy: string
  }
  readonly facts: {
    readonly secret: string
    readonly discovery: string
    readonly issuer: string
  }
  readonly members: {
    readonly addresses: string
    readonly redirectUris: string
    readonly redirectUrisHelp: string
    readonly postLogoutRedirectUris: string
    readonly postLogoutRedirectUrisHelp: string
    readonly additionalOrigins: string
    readonly additionalOriginsHelp: string
    readonly backChannelLogoutUri: string
    readonly backChannelLogoutUriHelp: string
    readonly devMode: string
    readonly devModeHelp: string
    readonly protocol: string
    readonly appType: string
    readonly responseTypes: string
    readonly responseTypesHelp: string
    readonly grantTypes: string
    readonly method: string
    readonly code: string
    readonly idToken: string
    readonly idTokenToken: string
    readonly grants: Readonly<Record<'code' | 'front' | 'refresh' | 'device' | 'exchange', string>>
    readonly tokens: string
    readonly accessTokenType: string
    readonly opaque: string
    readonly jwt: string
    readonly idTokenUserinfoAssertion: string
    readonly idTokenUserinfoAssertionHelp: string
    readonly accessTokenRoleAssertion: string
    readonly idTokenRoleAssertion: string
    readonly clockSkew: string
    readonly clockSkewHelp: string
    readonly idTokenSigningAlg: string
    readonly accessTokenSigningAlg: string
    readonly usual: (value: string) => string
    readonly accessTokenTyp: string
    readonly accessTokenTypHelp: string
    readonly notes: string
  }
  readonly save: string
  readonly secret: {
    readonly heading: string
    readonly lead: string
    readonly empty: string
    readonly secret: string
    readonly current: string
    readonly former: string
    readonly validUntil: string
    readonly untilRemoved: string
    readonly acts: string
    readonly add: string
    readonly two: string
    readonly remove: string
    readonly removalWarning: string
    /** A removal cannot be undone. */
    readonly final: string
    readonly created: string
  }
  readonly remove: string
  readonly removal: string
}
