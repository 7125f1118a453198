// Members as the pages show them, and the users whom they stand for.
import { canonicalLoginName } from '@symbolon/core-protocol'
import type { Resource, User } from '@symbolon/core-protocol'
import { holds, may, mayGiveRole } from '@symbolon/permissions'
import type { Scope } from './scope.ts'
import type { Visit } from '../visit/visit.ts'

/** A member. */
export interface Member {
  readonly userId: string
  readonly roles: readonly string[]
  /** The user, if the visitor may know it. */
  readonly user?: User
  readonly isVisitor: boolean
  /** Why the roles do not count; absent where they do. */
  readonly pending?: 'invited' | 'suspended'
}

/** @returns the member that is stored */
export async function memberOf({ key, content }: Pick<Resource, 'key' | 'content'>, visit: Visit): Promise<Member> {
  const userId = key.at(-1) ?? ''
  const user = await visit.management.context.stores.users.find(userId)
  const isVisitor = visit.visitor.user.id === userId
  const isVisible = user !== undefined && (isVisitor || maySee(user, visit))
  const { roles, state } = content
  const pending = state === 'STATE_INVITED' ? 'invited' : state === 'STATE_SUSPENDED' ? 'suspended' : undefined
  return {
    userId,
    roles: Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : [],
    ...(isVisible ? { user } : {}),
    isVisitor,
    ...(pending === undefined ? {} : { pending }),
  }
}

/** @returns whether the visitor may find the user by an exact name */
function maySee({ orgId }: User, { visitor: { caller } }: Visit): boolean {
  return holds(caller, 'user.search', { orgId })
}

/** @returns the name of a member in headings and lists */
export function nameOf({ user, userId }: Pick<Member, 'user' | 'userId'>): string {
  return user === undefined || user.displayName === '' ? userId : user.displayName
}

/**
 * Finds a user by an exact login name, email address, phone number or id. Users whom the visitor may not see are not found.
 * @returns the user, or the key of the text that says why it was not found
 */
export async function findUser(typed: string, visit: Visit): Promise<User | 'unknownUser' | 'ambiguousUser'> {
  const { users } = visit.management.context.stores
  const visible = (await users.findByLoginName(canonicalLoginName(typed))).filter(({ user }) => maySee(user, visit))
  const [first, second] = visible
  if (first !== undefined) return second === undefined || first.by === 'login_name' ? first.user : 'ambiguousUser'
  const byId = await users.find(typed)
  return byId !== undefined && maySee(byId, visit) ? byId : 'unknownUser'
}

/** @returns whether the visitor may add members or change the roles of others */
export function mayChangeMembers({ kind, place }: Scope, { visitor: { caller } }: Visit): boolean {
  return may(caller, 'change', kind, place) === undefined
}

/** @returns why the visitor may neither give nor take the role; undefined if the visitor may */
export function whyNot(
  role: string,
  { roles, isVisitor }: Pick<Member, 'roles' | 'isVisitor'>,
  scope: Scope,
  { visitor: { caller }, texts: { members } }: Visit,
): string | undefined {
  // Everybody may give up their own roles.
  if (isVisitor) return roles.includes(role) ? undefined : members.refused.self
  const refusal = mayGiveRole(caller, role, scope.at)
  return refusal === undefined ? undefined : members.refused.role(refusal.roles.join(' / '))
}
