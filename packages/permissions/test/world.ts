// The world of the matrix: the places, where each role is given in it, and what each kind of object is at.
import type { Membership } from '@symbolon/core-protocol'
import { roleAt, roleNames } from '@symbolon/permissions'
import type { Level, Place, RoleName, Subject } from '@symbolon/permissions'

/**
 * Roles of an organization are given in `acme`, those of a project in its project `shop`, those of a project grant in the grant of `shop` to
 * the organization `club`.
 */
export const places = {
  instance: {},
  acme: { orgId: 'acme' },
  club: { orgId: 'club' },
  other: { orgId: 'other' },
  'acme/shop': { orgId: 'acme', projectId: 'shop' },
  'acme/desk': { orgId: 'acme', projectId: 'desk' },
  'other/site': { orgId: 'other', projectId: 'site' },
  'acme/shop/grant': { orgId: 'acme', projectId: 'shop', projectGrantId: 'grant' },
  'acme/shop/loan': { orgId: 'acme', projectId: 'shop', projectGrantId: 'loan' },
  'club/grant': { orgId: 'club', projectGrantId: 'grant' },
  'other/loan': { orgId: 'other', projectGrantId: 'loan' },
  'acme/shop/grant/club': { orgId: 'acme', projectId: 'shop', projectGrantId: 'grant', grantedOrgId: 'club' },
  'acme/shop/loan/other': { orgId: 'acme', projectId: 'shop', projectGrantId: 'loan', grantedOrgId: 'other' },
} as const satisfies Readonly<Record<string, Place>>

/** The name of a place. */
export type PlaceName = keyof typeof places

const organizations = ['acme', 'club', 'other'] as const
const projects = ['acme/shop', 'acme/desk', 'other/site'] as const

/** The kinds of objects that have the same rights, and where they are. */
export const groups: readonly { readonly subjects: readonly Subject[]; readonly at: readonly PlaceName[] }[] = [
  { subjects: ['instancePolicy', 'instanceText', 'feature', 'signingKey'], at: ['instance'] },
  { subjects: ['instanceOidcIdp'], at: ['instance'] },
  { subjects: ['instanceMember'], at: ['instance'] },
  { subjects: ['import'], at: ['instance'] },
  { subjects: ['removedId'], at: ['instance', ...organizations] },
  { subjects: ['export'], at: ['instance'] },
  { subjects: ['event'], at: ['instance', ...organizations] },
  { subjects: ['org'], at: ['instance', ...organizations] },
  { subjects: ['orgDomain'], at: organizations },
  { subjects: ['orgMember'], at: organizations },
  { subjects: ['orgPolicy', 'orgText', 'jwtIdp', 'action', 'triggerActions'], at: organizations },
  { subjects: ['oidcIdp'], at: organizations },
  { subjects: ['humanUser', 'machineUser'], at: organizations },
  { subjects: ['userMetadata', 'userLink', 'machineKey'], at: organizations },
  { subjects: ['personalAccessToken'], at: organizations },
  { subjects: ['factor'], at: organizations },
  { subjects: ['passkey'], at: organizations },
  { subjects: ['session'], at: organizations },
  { subjects: ['project'], at: ['acme', 'other', ...projects] },
  { subjects: ['projectRole'], at: projects },
  { subjects: ['oidcApp', 'apiApp'], at: projects },
  { subjects: ['appKey'], at: projects },
  { subjects: ['projectMember'], at: projects },
  { subjects: ['projectGrant'], at: ['acme/shop/grant', 'acme/shop/loan'] },
  { subjects: ['projectGrantMember'], at: ['acme/shop/grant/club', 'acme/shop/loan/other'] },
  { subjects: ['userGrant'], at: [...projects, 'club/grant', 'other/loan'] },
]

/** The actions and the letters of the table. */
export const actions = {
  s: 'search',
  l: 'list',
  g: 'get',
  c: 'create',
  u: 'change',
  t: 'change_state',
  k: 'change_credential',
  n: 'change_name',
  r: 'remove',
} as const

const levels: readonly Level[] = ['instance', 'organization', 'project', 'project_grant']

/** @returns the level at which a role is given */
export function levelOf(name: RoleName): Level {
  const level = levels.find((each) => roleAt(name, each) !== undefined)
  if (level === undefined) throw new TypeError(name)
  return level
}

/** @returns the membership by which a caller holds the role in this world */
export function given(...roles: readonly RoleName[]): readonly Membership[] {
  return roles.map((name): Membership => {
    const common = { roles: [name], active: true }
    switch (levelOf(name)) {
      case 'instance':
        return { of: 'instance', ...common }
      case 'organization':
        return { of: 'organization', orgId: 'acme', ...common }
      case 'project':
        return { of: 'project', orgId: 'acme', projectId: 'shop', ...common }
      case 'project_grant':
        return { of: 'project_grant', orgId: 'acme', projectId: 'shop', grantId: 'grant', grantedOrgId: 'club', ...common }
    }
  })
}

/** All roles, and a caller without one. */
export const callers: readonly (RoleName | 'no role')[] = [...roleNames, 'no role']

/** @returns the memberships of a caller of the table */
export function membershipsOf(caller: RoleName | 'no role'): readonly Membership[] {
  return caller === 'no role' ? [] : given(caller)
}
