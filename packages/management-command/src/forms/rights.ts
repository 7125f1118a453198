// The commands about roles that users have, those of projects and the administrative ones, and about projects that other organizations use.
import { changingOfOrg, instance, newId, ofOrg, paging, project, projectGrant, removingOfOrg } from './options.ts'
import type { Forms } from './options.ts'

/** The administrative roles, of every level. */
export const administrativeRoles: readonly string[] = [
  'IAM_OWNER',
  'IAM_OWNER_VIEWER',
  'IAM_ORG_MANAGER',
  'IAM_USER_MANAGER',
  'IAM_LOGIN_CLIENT',
  'IAM_ADMIN_IMPERSONATOR',
  'IAM_END_USER_IMPERSONATOR',
  'ORG_OWNER',
  'ORG_OWNER_VIEWER',
  'ORG_SETTINGS_MANAGER',
  'ORG_USER_MANAGER',
  'ORG_USER_PERMISSION_EDITOR',
  'ORG_PROJECT_PERMISSION_EDITOR',
  'ORG_PROJECT_CREATOR',
  'ORG_ADMIN_IMPERSONATOR',
  'ORG_END_USER_IMPERSONATOR',
  'SELF_MANAGEMENT_GLOBAL',
  'ORG_USER_SELF_MANAGER',
  'PROJECT_OWNER',
  'PROJECT_OWNER_GLOBAL',
  'PROJECT_OWNER_VIEWER',
  'PROJECT_OWNER_VIEWER_GLOBAL',
  'PROJECT_GRANT_OWNER',
  'PROJECT_GRANT_OWNER_VIEWER',
]
const ROLE = { ROLE: administrativeRoles }

/** The commands about grants, members and project grants. */
export const rightCommands: Forms<
  | `grants ${'list' | 'show' | 'add' | 'set' | 'remove'}`
  | `members ${'list' | 'show' | 'add' | 'set' | 'remove'}`
  | `project-grants ${'list' | 'show' | 'add' | 'set' | 'remove'}`
> = {
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
  },
  'members show': { takes: ['USER'], says: 'show the administrative roles of a user', options: { project, instance, ...ofOrg } },
  'members add': {
    takes: ['USER', 'ROLE…'],
    choices: ROLE,
    says: 'give a user administrative roles, e.g. ORG_OWNER',
    options: { project, instance, ...changingOfOrg },
    example: 'symbolon members add kim ORG_OWNER --org acme',
  },
  'members set': {
    takes: ['USER', 'ROLE…'],
    choices: ROLE,
    says: 'give a user exactly these administrative roles',
    options: { project, instance, ...changingOfOrg },
    example: 'symbolon members set kim ORG_OWNER_VIEWER --org acme',
  },
  'members remove': {
    takes: ['USER', '[ROLE…]'],
    choices: ROLE,
    says: 'take administrative roles from a user; all of them unless some are named',
    options: { project, instance, ...removingOfOrg },
  },

  'project-grants list': {
    takes: [],
    says: 'list which other organizations may use the projects of an organization',
    options: { project, ...paging, ...ofOrg },
    example: 'symbolon project-grants list --project Shop --org acme',
  },
  'project-grants show': { takes: ['PROJECT-GRANT'], says: 'show a project grant, by its id', options: ofOrg },
  'project-grants add': {
    takes: ['PROJECT', 'ORG', 'ROLE…'],
    says: 'let another organization give its users these roles of a project',
    options: { id: newId, ...changingOfOrg },
    example: 'symbolon project-grants add Shop globex reader --org acme',
  },
  'project-grants set': {
    takes: ['PROJECT-GRANT', 'ROLE…'],
    says: 'let the other organization give exactly these roles',
    options: changingOfOrg,
    example: 'symbolon project-grants set 8sJk2 reader writer --org acme',
  },
  'project-grants remove': {
    takes: ['PROJECT-GRANT'],
    says: 'take a project from another organization, with the roles that its users have',
    options: removingOfOrg,
  },
}
