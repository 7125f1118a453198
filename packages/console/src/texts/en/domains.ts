// English. The page about the domains of an organization.
import type { DomainTexts } from '../shape/domains.ts'

/** The texts of domains. */
export function domains(): DomainTexts {
  return {
    heading: 'Domains',
    lead: 'Login names end in the primary domain. With a verified domain, people are led to this organization by their email address.',
    name: 'Domain',
    nameHelp: 'Such as acme.example. International names in Punycode.',
    add: 'Add domain',
    verified: 'Verified',
    notVerified: 'Not verified',
    primary: 'Primary',
    verify: 'Mark as verified',
    verifyHelp:
      'Whoever holds a verified domain is believed about addresses in it. Only roles of the instance verify: check who owns the domain, for instance by a TXT record, before you do.',
    removeHelp: 'Roles of the instance verify domains. A verified domain that you remove and add again has to be verified again.',
    makePrimary: 'Make primary',
    remove: 'Remove',
    acts: 'Actions',
  }
}
