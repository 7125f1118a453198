// The commands about roles that users have: those of projects, and the administrative ones.
import type { CommandForm } from '@symbolon/command-line'
import { changingOfOrg, instance, ofOrg, paging, project, projectGrant, removingOfOrg } from './options.ts'

/** Their names. */
export type RightCommandName =
  | `grants ${'list' | 'show' | 'add' | 'set' | 'remove'}`
  | `members ${'list' | 'show' | 'add' | 'set' | 'remove'}`

/** The commands about grants and members. */
export const rightCommands: Readonly<Record<RightCommandName, CommandForm>> = {
  'grants list': {
    takes: [],
    says: 'list who has which roles of projects',
    options: { user: { value: 'USER', says: 'only those of this user' }, project, ...paging, ...ofOrg },
    example: 'symbolon grants list --user kim --org acme',
  },
  'grants show': {
    takes: ['USER', 'PROJECT'],
    says: 'show the roles that a user has of a project',
    options: { 'project-grant': projectGrant, ...ofOrg },
    example: 'symbolon grants show kim Shop --org acme',
  },
  'grants add': {
    takes: ['USER', 'PROJECT', 'ROLE…'],
    says: 'give a user roles of a project',
    options: { 'project-grant': projectGrant, ...changingOfOrg },
    example: 'symbolon grants add kim Shop reader --org acme',
  },
  'grants set': {
    takes: ['USER', 'PROJECT', 'ROLE…'],
    says: 'give a user exactly these roles of a project',
    options: { 'project-grant': projectGrant, ...changingOfOrg },
    example: 'symbolon grants set kim Shop reader writer --org acme',
  },
  'grants remove': {
    takes: ['USER', 'PROJECT', '[ROLE…]'],
    says: 'take roles of a project from a user; all of them unless some are named',
    options: { 'project-grant': projectGrant, ...removingOfOrg },
    example: 'symbolon grants remove kim Shop writer --org acme',
  },

  'members list': {
    takes: [],
    says: 'list who administrates an organization, a project or the instance',
    options: { project, instance, ...paging, ...ofOrg },
    example: 'symbolon members list --org acme',
  },
  'members show': {
    takes: ['USER'],
    says: 'show the administrative roles of a user',
    options: { project, instance, ...ofOrg },
    example: 'symbolon members show kim --org acme',
  },
  'members add': {
    takes: ['USER', 'ROLE…'],
    says: 'give a user administrative roles, e.g. ORG_OWNER',
    options: { project, instance, ...changingOfOrg },
    example: 'symbolon members add kim ORG_OWNER --org acme',
  },
  'members set': {
    takes: ['USER', 'ROLE…'],
    says: 'give a user exactly these administrative roles',
    options: { project, instance, ...changingOfOrg },
    example: 'symbolon members set kim ORG_OWNER_VIEWER --org acme',
  },
  'members remove': {
    takes: ['USER', '[ROLE…]'],
    says: 'take administrative roles from a user; all of them unless some are named',
    options: { project, instance, ...removingOfOrg },
    example: 'symbolon members remove kim --org acme',
  },
}
