// Callers, and what they may do at a place.
import type { Membership, User } from '@symbolon/core-protocol'
import type { Permission } from './permission.ts'
import type { Place } from './place.ts'
import { roleAt } from './roles.ts'
import type { Role } from './roles.ts'

/**
 * The caller of an operation. `system`: a command at the database or a document at start-up, where access to the database includes every right.
 * Callers are read for each request and never kept.
 */
export type Caller = { readonly kind: 'system' } | UserCaller

/** A user as the caller. */
export interface UserCaller {
  readonly kind: 'user'
  readonly userId: string
  /** The memberships that count: roles in the instance and in active organizations. */
  readonly memberships: readonly Membership[]
}

/** The command at the database, and documents at start-up. */
export const system: Caller = { kind: 'system' }

/** @param memberships all memberships of the user, as the store lists them; memberships of deactivated organizations do not count */
export function callerOf({ id }: Pick<User, 'id'>, memberships: readonly Membership[]): UserCaller {
  return { kind: 'user', userId: id, memberships: memberships.filter(({ active }) => active) }
}

/** Roles with the place where they were given: what the permissions of a user come from. */
export type Given = Omit<Membership, 'active'>

/** @returns the permissions that the memberships give at the place */
export function permissionsAt(memberships: readonly Given[], place: Place): ReadonlySet<Permission> {
  return new Set(
    memberships.flatMap((membership) =>
      membership.roles.flatMap((name) => {
        const role = roleAt(name, membership.of)
        return role === undefined ? [] : [...role.anywhere, ...permissionsIn(role, membership, place)]
      }),
    ),
  )
}

/** @returns whether the memberships give the permission at the place */
export function hasPermission(memberships: readonly Given[], permission: Permission, place: Place): boolean {
  return memberships.some((membership) =>
    membership.roles.some((name) => {
      const role = roleAt(name, membership.of)
      return role !== undefined && (role.anywhere.includes(permission) || permissionsIn(role, membership, place).includes(permission))
    }),
  )
}

function permissionsIn(role: Role, { of, orgId, projectId, grantId, grantedOrgId }: Given, place: Place): readonly Permission[] {
  const all = [...role.here, ...role.inOrganization]
  switch (of) {
    case 'instance':
      return place.orgId === undefined ? role.here : all
    case 'organization':
      return isOrgOf(place, orgId) ? all : []
    case 'project':
      // A place is read from what is stored, or from a path. Only the organization of the project holds the project.
      if (!isOrgOf(place, orgId)) return []
      return projectId !== undefined && projectId === place.projectId ? all : role.inOrganization
    case 'project_grant':
      if (grantId !== undefined && grantId === place.projectGrantId && (isOrgOf(place, orgId) || isOrgOf(place, grantedOrgId))) return all
      // An organization sees the projects that are granted to it.
      if (projectId !== undefined && projectId === place.projectId && isOrgOf(place, orgId))
        return role.here.filter((permission) => permission === 'project.read')
      return isOrgOf(place, grantedOrgId) ? role.inOrganization : []
  }
}

function isOrgOf({ orgId, grantedOrgId }: Place, of: string | undefined): boolean {
  return of !== undefined && (of === orgId || of === grantedOrgId)
}

/** @returns whether a user with the memberships may do anything at all */
export function hasPermissions(memberships: readonly Given[]): boolean {
  return memberships.some(({ of, roles }) => roles.some((name) => (roleAt(name, of)?.here.length ?? 0) > 0))
}

/**
 * Whether a caller has every permission of a role at the place of the role, and every permission that the role reaches. Otherwise the caller could
 * gain rights by giving the role to a user, or by acting as a user who has it.
 */
export function coversRole(caller: readonly Given[], name: string, at: Given): boolean {
  const role = roleAt(name, at.of)
  if (role === undefined) return true
  const here = permissionsAt(caller, placeOfMembership(at))
  const insideOf = at.of === 'project_grant' ? at.grantedOrgId : at.orgId
  // A role of the instance counts in every organization, also in those that do not exist yet.
  const inside = permissionsAt(caller, { orgId: insideOf ?? '' })
  return (
    role.here.every((permission) => here.has(permission)) &&
    role.inOrganization.every((permission) => inside.has(permission)) &&
    [...role.anywhere, ...role.reaches].every((permission) => here.has(permission) || inside.has(permission))
  )
}

/** Whether a caller has everything that the memberships of another user allow, wherever they are and whether or not they count now. */
export function coversAll(caller: readonly Given[], others: readonly Given[]): boolean {
  return others.every((membership) => membership.roles.every((name) => coversRole(caller, name, membership)))
}

/** The place of a membership itself. */
function placeOfMembership({ orgId, projectId, grantId, grantedOrgId }: Given): Place {
  return {
    ...(orgId === undefined ? {} : { orgId }),
    ...(projectId === undefined ? {} : { projectId }),
    ...(grantId === undefined ? {} : { projectGrantId: grantId }),
    ...(grantedOrgId === undefined ? {} : { grantedOrgId }),
  }
}
