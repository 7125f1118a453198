// The commands about organizations.
import { changing, paging, reading, removing, search, stateOption, states } from './options.ts'
import type { Forms } from './options.ts'

/** The commands about organizations. */
export const organizationCommands: Forms<`orgs ${'list' | 'show' | 'add' | 'set' | 'remove'}`> = {
  'orgs list': {
    takes: [],
    says: 'list organizations',
    options: { search, state: states('active', 'inactive'), ...paging, ...reading },
    example: 'symbolon orgs list --search ac',
  },
  'orgs show': { takes: ['ORG'], says: 'show an organization', options: reading },
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
  'orgs remove': { takes: ['ORG'], says: 'remove an organization and everything in it', options: removing },
}
