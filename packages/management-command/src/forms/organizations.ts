// The commands about organizations.
import type { CommandForm } from '@symbolon/command-line'
import { changing, paging, reading, removing, search, stateOption, states } from './options.ts'

/** Their names. */
export type OrganizationCommandName = `orgs ${'list' | 'show' | 'add' | 'set' | 'remove'}`

/** The commands about organizations. */
export const organizationCommands: Readonly<Record<OrganizationCommandName, CommandForm>> = {
  'orgs list': {
    takes: [],
    says: 'list organizations',
    options: { search, state: states('active', 'inactive'), ...paging, ...reading },
    example: 'symbolon orgs list --search ac',
  },
  'orgs show': { takes: ['ORG'], says: 'show an organization', options: reading, example: 'symbolon orgs show acme' },
  'orgs add': {
    takes: ['NAME'],
    says: 'add an organization',
    options: {
      id: { value: 'ID', says: 'its id; default a random one' },
      domain: { value: 'DOMAIN', says: 'a verified domain, in which its login names end' },
      ...changing,
    },
    example: 'symbolon orgs add Acme --id acme --domain acme.example',
  },
  'orgs set': {
    takes: ['ORG'],
    says: 'change the name or the state of an organization',
    options: { name: { value: 'NAME', says: 'the new name' }, state: stateOption, ...changing },
    example: 'symbolon orgs set acme --name "Acme Inc."',
  },
  'orgs remove': {
    takes: ['ORG'],
    says: 'remove an organization and everything in it',
    options: removing,
    example: 'symbolon orgs remove acme',
  },
}
