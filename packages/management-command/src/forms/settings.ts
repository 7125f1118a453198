// The commands about domains, and metadata of users.
import type { OptionForm } from '@symbolon/command-line'
import { changingOfOrg, ofOrg, paging, removingOfOrg } from './options.ts'
import type { Forms } from './options.ts'

const verified: OptionForm = { says: 'it belongs to the organization; only owners of the instance may say so' }
const primary: OptionForm = { says: 'login names end in it' }

/** The commands about domains and metadata. */
export const settingCommands: Forms<`domains ${'list' | 'add' | 'set' | 'remove'}` | `metadata ${'list' | 'show' | 'set' | 'remove'}`> = {
  'domains list': { takes: [], says: 'list the domains of an organization', options: { ...paging, ...ofOrg } },
  'domains add': {
    takes: ['DOMAIN'],
    says: 'add a domain to an organization',
    options: { verified, primary, ...changingOfOrg },
    example: 'symbolon domains add acme.example --verified --org acme',
  },
  'domains set': {
    takes: ['DOMAIN'],
    says: 'say that a domain is verified, or make it the primary one',
    options: { verified, primary, ...changingOfOrg },
    example: 'symbolon domains set acme.example --primary --org acme',
  },
  'domains remove': { takes: ['DOMAIN'], says: 'remove a domain from an organization', options: removingOfOrg },
  'metadata list': { takes: ['USER'], says: 'list the metadata of a user', options: { ...paging, ...ofOrg } },
  'metadata show': {
    takes: ['USER', 'KEY'],
    says: 'print one value of the metadata of a user',
    options: ofOrg,
    example: 'symbolon metadata show kim department --org acme',
  },
  'metadata set': {
    takes: ['USER', 'KEY', 'VALUE'],
    says: 'store a text in the metadata of a user',
    options: changingOfOrg,
    example: 'symbolon metadata set kim department sales --org acme',
  },
  'metadata remove': {
    takes: ['USER', 'KEY'],
    says: 'remove a value from the metadata of a user',
    options: removingOfOrg,
    example: 'symbolon metadata remove kim department --org acme',
  },
}
