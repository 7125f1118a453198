// The commands about projects and their roles.
import { changingOfOrg, newId, ofOrg, paging, removingOfOrg, search, stateOption, states } from './options.ts'
import type { Forms } from './options.ts'

/** The commands about projects and their roles. */
export const projectCommands: Forms<
  `projects ${'list' | 'show' | 'add' | 'set' | 'remove'}` | `roles ${'list' | 'add' | 'set' | 'remove'}`
> = {
  'projects list': { takes: [], says: 'list projects', options: { search, state: states('active', 'inactive'), ...paging, ...ofOrg } },
  'projects show': { takes: ['PROJECT'], says: 'show a project', options: ofOrg },
  'projects add': {
    takes: ['NAME'],
    says: 'add a project',
    options: {
      role: { value: 'ROLE', repeated: true, says: 'with a role of this key; may be repeated' },
      id: newId,
      ...changingOfOrg,
    },
    example: 'symbolon projects add Shop --role reader --role writer --org acme',
  },
  'projects set': {
    takes: ['PROJECT', '[NAME=VALUE…]'],
    says: 'change a project; NAME=VALUE sets other members, e.g. project.projectRoleCheck',
    options: { name: { value: 'NAME', says: 'the new name' }, state: stateOption, ...changingOfOrg },
    example: 'symbolon projects set Shop --name "The shop" --org acme',
  },
  'projects remove': { takes: ['PROJECT'], says: 'remove a project with its applications, roles and grants', options: removingOfOrg },
  'roles list': { takes: ['PROJECT'], says: 'list the roles of a project', options: { ...paging, ...ofOrg } },
  'roles add': {
    takes: ['PROJECT', 'ROLE'],
    says: 'add a role to a project',
    options: {
      name: { value: 'NAME', says: 'the display name' },
      group: { value: 'GROUP', says: 'the group of the role' },
      ...changingOfOrg,
    },
    example: 'symbolon roles add Shop buyer --name Buyer --org acme',
  },
  'roles set': {
    takes: ['PROJECT', 'ROLE'],
    says: 'change the display name or the group of a role',
    options: {
      name: { value: 'NAME', says: 'the display name' },
      group: { value: 'GROUP', says: 'the group of the role' },
      ...changingOfOrg,
    },
    example: 'symbolon roles set Shop buyer --name "Buys things" --org acme',
  },
  'roles remove': {
    takes: ['PROJECT', 'ROLE'],
    says: 'remove a role from a project, and from everybody who has it',
    options: removingOfOrg,
  },
}
