// English. The page about the domains of an organization.

/** The texts of domains. */
export const domains = {
  heading: 'Domains',
  lead: 'Login names end in the primary domain. Users with an email address in a verified domain are sent to this organization to sign in.',
  name: 'Domain',
  nameHelp: 'For example, acme.example. Enter international names in Punycode.',
  add: 'Add domain',
  verified: 'Verified',
  notVerified: 'Not verified',
  primary: 'Primary',
  verify: 'Mark as verified',
  verifyHelp:
    'Only an instance owner can verify a domain. Check its owner first, for example by a TXT record: email addresses in a verified domain are trusted.',
  /** For visitors who cannot verify a domain. */
  removeHelp: 'Only an instance owner can verify a domain. If you remove a verified domain and add it again, it must be verified again.',
  makePrimary: 'Make primary',
  remove: 'Remove',
  acts: 'Actions',
}

/** The texts of `domains` in any language. */
export type DomainTexts = typeof domains
