// English. The page about the domains of an organization.
import type { DomainTexts } from '../shape/domains.ts'

/** The texts of domains. */
export function domains(): DomainTexts {
  return {
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
    removeHelp: 'Only an instance owner can verify a domain. If you remove a verified domain and add it again, it must be verified again.',
    makePrimary: 'Make primary',
    remove: 'Remove',
    acts: 'Actions',
  }
}
