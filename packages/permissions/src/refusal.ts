// Refusals: the violated rule as a code, and a sentence that names a sufficient role.
import type { Permission } from './permission.ts'
import type { Place } from './place.ts'
import { roleAt, roleNames } from './roles.ts'
import type { Level, RoleName } from './roles.ts'

/**
 * `permission`: a permission is missing at the place. `role`: the role allows more than the caller has. `manager`: the user has rights that
 * the caller does not have. `linked`: a user who is linked to the identity provider has such rights. `self`: users may not do this to
 * themselves. `grant`: the roles were not passed on to the organization. `never`: no role allows the action.
 */
export type RefusalRule = 'permission' | 'role' | 'manager' | 'linked' | 'self' | 'grant' | 'never'

/** Why an action of a caller is refused. */
export interface Refusal {
  readonly rule: RefusalRule
  /** The missing permission, if one is missing. */
  readonly permission?: Permission
  /** The role that was to be given or taken. */
  readonly role?: string
  /** The roles of which one would suffice. Their holders are not disclosed. */
  readonly roles: readonly RoleName[]
  /** A sentence for people: the missing permission and a sufficient role. */
  readonly message: string
}

/** @param about the subject of the refusal, and the roles that would suffice */
export function refuse(
  rule: RefusalRule,
  { permission, role, roles = [] }: Partial<Pick<Refusal, 'permission' | 'role' | 'roles'>> = {},
): Refusal {
  const described = {
    rule,
    ...(permission === undefined ? {} : { permission }),
    ...(role === undefined ? {} : { role }),
    roles,
  }
  return { ...described, message: `${meaning(described)}${roles.length === 0 ? '' : ` The role ${list(roles)} would do.`}` }
}

function meaning({ rule, permission, role }: Omit<Refusal, 'message'>): string {
  switch (rule) {
    case 'permission':
      return `This needs the permission ${permission ?? ''} here.`
    case 'role':
      return `You may give or take only roles that allow no more than your own do, and ${role ?? ''} allows more.`
    case 'manager':
      return 'This user has rights that you do not have. Only a user with all of them may do this.'
    case 'linked':
      return 'A user who is linked to this identity provider has rights that you do not have. Changing how they sign in needs all of them.'
    case 'self':
      return 'You cannot do this to yourself. Ask another administrator.'
    case 'grant':
      return 'In another organization, roles are granted only through a project grant to that organization, and only the roles in it.'
    case 'never':
      return 'No role allows this action.'
  }
}

function list(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`
}

/** @returns the roles that have the permission at a place of this kind, the ones that allow least first */
export function rolesWith(permission: Permission, place: Place): readonly RoleName[] {
  const levels: readonly Level[] = [
    ...(place.projectGrantId === undefined ? [] : (['project_grant'] as const)),
    ...(place.projectId === undefined ? [] : (['project'] as const)),
    ...(place.orgId === undefined ? [] : (['organization'] as const)),
    'instance',
  ]
  return levels.flatMap((level) =>
    roleNames
      .flatMap((name) => {
        const role = roleAt(name, level)
        const allowed = role === undefined ? [] : [...role.here, ...role.inOrganization, ...role.anywhere]
        return allowed.includes(permission) ? [{ name, size: allowed.length }] : []
      })
      .sort((a, b) => a.size - b.size)
      .map(({ name }) => name),
  )
}
