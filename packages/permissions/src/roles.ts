// The administrative roles, with their levels and permissions. This table is their only definition.
import type { Membership } from '@symbolon/core-protocol'
import { permissionsOf } from './permission.ts'
import type { Letters, Permission } from './permission.ts'

/** The name of an administrative role. */
export type RoleName =
  | 'IAM_OWNER'
  | 'IAM_OWNER_VIEWER'
  | 'IAM_ORG_MANAGER'
  | 'IAM_USER_MANAGER'
  | 'IAM_LOGIN_CLIENT'
  | 'IAM_ADMIN_IMPERSONATOR'
  | 'IAM_END_USER_IMPERSONATOR'
  | 'ORG_OWNER'
  | 'ORG_OWNER_VIEWER'
  | 'ORG_SETTINGS_MANAGER'
  | 'ORG_USER_MANAGER'
  | 'ORG_USER_PERMISSION_EDITOR'
  | 'ORG_PROJECT_PERMISSION_EDITOR'
  | 'ORG_PROJECT_CREATOR'
  | 'ORG_ADMIN_IMPERSONATOR'
  | 'ORG_END_USER_IMPERSONATOR'
  | 'SELF_MANAGEMENT_GLOBAL'
  | 'ORG_USER_SELF_MANAGER'
  | 'PROJECT_OWNER'
  | 'PROJECT_OWNER_GLOBAL'
  | 'PROJECT_OWNER_VIEWER'
  | 'PROJECT_OWNER_VIEWER_GLOBAL'
  | 'PROJECT_GRANT_OWNER'
  | 'PROJECT_GRANT_OWNER_VIEWER'

/** The level at which a role is given. */
export type Level = Membership['of']

/** The permissions of a role. */
export interface Role {
  readonly level: Level
  /** At the place where the role is given, and everywhere inside of it. */
  readonly here: readonly Permission[]
  /**
   * A role of the instance: in every organization, and not in the instance itself. A role of a project or a project grant: in the
   * organization of the project, or in the one that the project is granted to.
   */
  readonly inOrganization: readonly Permission[]
  /** Wherever the role is given, at every place. */
  readonly anywhere: readonly Permission[]
  /** Permissions that its holders can gain by acting for other users. Callers who give the role need them too. */
  readonly reaches: readonly Permission[]
}

/** Operations as letters: c create, d delete, l link, r read, s search by exact name, v verify, w write. */
interface RoleLetters {
  readonly level: Level
  readonly here: Letters
  readonly inOrganization?: Letters
  readonly anywhere?: Letters
  readonly reaches?: Letters
}

const inOrganization: Letters = {
  events: 'r',
  org: 'rwd',
  'org.member': 'rwd',
  policy: 'rwd',
  user: 'rwd',
  'user.self': 'd',
  'user.credential': 'w',
  'user.passkey': 'w',
  'user.grant': 'rwd',
  project: 'crwd',
  'project.role': 'rwd',
  'project.app': 'rwd',
  'project.member': 'rwd',
  'project.grant': 'rwd',
  'project.grant.member': 'rwd',
  session: 'rd',
}

const everything: Letters = {
  ...inOrganization,
  instance: 'rwd',
  'instance.member': 'rwd',
  org: 'crwdv',
  session: 'rwdl',
}

const readProjects: Letters = { project: 'r', 'project.role': 'r', 'project.app': 'r', 'project.member': 'r' }
const readGrants: Letters = { 'project.grant': 'r', 'project.grant.member': 'r' }
const ownAccount: Letters = { 'user.self': 'd', policy: 'r' }
/** A caller who may write a user can act as that user. */
const actAsUsers: Letters = { user: 'rw', 'user.credential': 'w' }

const letters: Readonly<Record<RoleName, RoleLetters>> = {
  IAM_OWNER: { level: 'instance', here: everything },
  IAM_OWNER_VIEWER: {
    level: 'instance',
    here: {
      instance: 'r',
      'instance.member': 'r',
      events: 'r',
      org: 'r',
      'org.member': 'r',
      policy: 'r',
      user: 'r',
      'user.grant': 'r',
      ...readProjects,
      ...readGrants,
      session: 'r',
    },
  },
  // The role has no permissions in the instance. It may see in every organization what owners of organizations may see.
  IAM_ORG_MANAGER: { level: 'instance', here: { ...inOrganization, org: 'crwdv', events: '' }, inOrganization: { events: 'r' } },
  IAM_USER_MANAGER: {
    level: 'instance',
    here: {
      org: 'r',
      'org.member': 'rd',
      user: 'rwd',
      'user.passkey': 'w',
      'user.grant': 'rwd',
      ...readProjects,
      'project.grant': 'rwd',
      'project.grant.member': 'r',
      session: 'rd',
    },
  },
  IAM_LOGIN_CLIENT: {
    level: 'instance',
    here: {
      instance: 'r',
      'instance.member': 'rw',
      org: 'r',
      'org.member': 'rw',
      policy: 'r',
      user: 'rw',
      'user.credential': 'w',
      'user.passkey': 'w',
      'user.grant': 'rw',
      ...readProjects,
      'project.member': 'rw',
      'project.grant': 'r',
      'project.grant.member': 'rw',
      session: 'rwdl',
    },
  },
  IAM_ADMIN_IMPERSONATOR: { level: 'instance', here: {}, reaches: everything },
  IAM_END_USER_IMPERSONATOR: { level: 'instance', here: {}, reaches: actAsUsers },

  ORG_OWNER: { level: 'organization', here: inOrganization },
  ORG_OWNER_VIEWER: {
    level: 'organization',
    here: { events: 'r', org: 'r', 'org.member': 'r', policy: 'r', user: 'r', 'user.grant': 'r', ...readProjects, ...readGrants },
  },
  ORG_SETTINGS_MANAGER: { level: 'organization', here: { org: 'rw', 'org.member': 'r', policy: 'rwd' } },
  ORG_USER_MANAGER: {
    level: 'organization',
    here: { org: 'r', policy: 'r', user: 'rwd', 'user.grant': 'rwd', project: 'r', 'project.role': 'r', session: 'rd' },
  },
  ORG_USER_PERMISSION_EDITOR: {
    level: 'organization',
    here: { org: 'r', 'org.member': 'r', policy: 'r', user: 'r', 'user.grant': 'rwd', ...readProjects, ...readGrants },
  },
  ORG_PROJECT_PERMISSION_EDITOR: {
    level: 'organization',
    here: {
      org: 'r',
      'org.member': 'r',
      policy: 'r',
      user: 'r',
      'user.grant': 'rwd',
      ...readProjects,
      'project.grant': 'rwd',
      'project.grant.member': 'r',
    },
  },
  ORG_PROJECT_CREATOR: { level: 'organization', here: { policy: 'r', user: 's', project: 'c' } },
  ORG_ADMIN_IMPERSONATOR: { level: 'organization', here: {}, reaches: inOrganization },
  ORG_END_USER_IMPERSONATOR: { level: 'organization', here: {}, reaches: actAsUsers },
  SELF_MANAGEMENT_GLOBAL: { level: 'organization', here: ownAccount, anywhere: { org: 'c' } },
  ORG_USER_SELF_MANAGER: { level: 'organization', here: ownAccount },

  PROJECT_OWNER: {
    level: 'project',
    here: {
      'user.grant': 'rwd',
      project: 'rwd',
      'project.role': 'rwd',
      'project.app': 'rwd',
      'project.member': 'rwd',
      'project.grant': 'rwd',
      'project.grant.member': 'rwd',
    },
    inOrganization: { org: 's', policy: 'r', user: 'r' },
  },
  PROJECT_OWNER_GLOBAL: {
    level: 'project',
    here: { 'user.grant': 'rwd', project: 'rwd', 'project.role': 'rwd', 'project.app': 'rwd', 'project.member': 'rwd' },
    inOrganization: { org: 's', policy: 'r', user: 's' },
  },
  PROJECT_OWNER_VIEWER: {
    level: 'project',
    here: { 'user.grant': 'r', ...readProjects, ...readGrants },
    inOrganization: { policy: 'r', user: 'r' },
  },
  PROJECT_OWNER_VIEWER_GLOBAL: {
    level: 'project',
    here: { 'user.grant': 'r', ...readProjects, ...readGrants },
    inOrganization: { policy: 'r', user: 's' },
  },
  PROJECT_GRANT_OWNER: {
    level: 'project_grant',
    here: { 'user.grant': 'rwd', project: 'r', 'project.grant': 'r', 'project.grant.member': 'rwd' },
    inOrganization: { org: 's', policy: 'r', user: 'r' },
  },
  PROJECT_GRANT_OWNER_VIEWER: {
    level: 'project_grant',
    here: { 'user.grant': 'r', project: 'r', ...readGrants },
    inOrganization: { policy: 'r', user: 'r' },
  },
}

function isRoleName(name: string): name is RoleName {
  return Object.hasOwn(letters, name)
}

/** All names, in the order of the table. */
export const roleNames: readonly RoleName[] = Object.keys(letters).filter(isRoleName)

const roles: ReadonlyMap<string, Role> = new Map(
  Object.entries(letters).map(([name, { level, ...sets }]) => [
    name,
    {
      level,
      here: permissionsOf(sets.here),
      inOrganization: permissionsOf(sets.inOrganization ?? {}),
      anywhere: permissionsOf(sets.anywhere ?? {}),
      reaches: permissionsOf(sets.reaches ?? {}),
    },
  ]),
)

/** @returns what the role allows if it may be given at the level; undefined for another name, which allows nothing */
export function roleAt(name: string, level: Level): Role | undefined {
  const role = roles.get(name)
  return role?.level === level ? role : undefined
}
