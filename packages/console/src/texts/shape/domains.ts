// The texts of the page about the domains of an organization.

/** The texts of domains in one language. */
export interface DomainTexts {
  readonly heading: string
  readonly lead: string
  readonly name: string
  readonly nameHelp: string
  readonly add: string
  readonly verified: string
  readonly notVerified: string
  readonly primary: string
  readonly verify: string
  readonly verifyHelp: string
  /** For visitors who cannot verify a domain. */
  readonly removeHelp: string
  readonly makePrimary: string
  readonly remove: string
  readonly acts: string
}
