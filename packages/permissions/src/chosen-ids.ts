// Which ids a caller may choose for a new object. Ids of users are the `sub` of tokens and the same in every organization, so an administrator of
// one organization chooses them only in a namespace of that organization. Ids of clients and projects become part of `aud`, where an address
// could be the identifier of an API that this instance does not know.
import { hasPermission } from './caller.ts'
import type { Caller } from './caller.ts'
import { holds } from './may.ts'
import { theInstance } from './place.ts'

/**
 * The ids of users that administrators of an organization may choose begin with this prefix. `encodeURIComponent` writes no vertical bar, so no
 * two organizations share a prefix, and an id with the prefix is not a URI with a scheme.
 * @param orgId well-formed Unicode
 */
export function userIdPrefix(orgId: string): string {
  return `${encodeURIComponent(orgId)}|`
}

/** @returns whether the caller may choose this id for a new user of the organization */
export function mayChooseUserId(caller: Caller, orgId: string, userId: string): boolean {
  const prefix = userIdPrefix(orgId)
  if (userId.startsWith(prefix) && userId.length > prefix.length) return true
  if (caller.kind === 'system') return true
  const ofInstance = caller.memberships.filter(({ of }) => of === 'instance')
  return hasPermission(ofInstance, 'user.write', { orgId })
}

/** @returns whether the caller may choose this id for a new client or project */
export function mayChooseAudience(caller: Caller, id: string): boolean {
  return !/^[a-z][a-z0-9+.-]*:/i.test(id) || holds(caller, 'instance.write', theInstance)
}

/** @returns whether an object that was removed may return under its id when the caller creates it in the same organization */
export function mayRestore(caller: Caller): boolean {
  return holds(caller, 'instance.write', theInstance)
}
