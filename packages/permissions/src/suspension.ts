// Decides whose credentials an administrator may change, and which roles such a change suspends. Administrators of the user's own organization can
// reset the password of a user with roles in other organizations. They do not gain these roles: the change suspends them until the
// organization that gave them confirms, or the user proves a factor that is older than the change. Pure.
import { membershipReference } from '@symbolon/core-protocol'
import type { RoleSuspension, SparedMembership, SuspensionEnd } from '@symbolon/core-protocol'
import { coversAll, hasPermission } from './caller.ts'
import type { Caller, Given, UserCaller } from './caller.ts'
import { theInstance } from './place.ts'
import type { Place } from './place.ts'
import type { Action, Subject } from './rights.ts'
import type { Target } from './target.ts'

/**
 * Whether the role protects its holder from administrators of the user's own organization who have fewer permissions. Only roles of the instance
 * and roles that the user's own organization gave do.
 */
export function protectsAtHome({ of, orgId, givenBy = orgId }: Given, { orgId: home }: Place): boolean {
  return of === 'instance' || givenBy === home
}

/**
 * @returns the suspension of the roles that other organizations gave, if the action lets the caller act as the user; otherwise undefined.
 *   It spares memberships whose permissions the caller has
 */
export function suspensionBy(
  caller: Caller,
  action: Action,
  subject: Subject,
  place: Place,
  target: Target,
): Omit<RoleSuspension, 'userId'> | undefined {
  if (caller.kind === 'system' || caller.userId === target.userId) return undefined
  const until = untilWhat(action, subject)
  if (until === undefined || hasPermission(caller.memberships, 'instance.write', theInstance)) return undefined
  const spares = target.memberships
    .filter((membership) => !protectsAtHome(membership, place) && coversAll(caller.memberships, [membership]))
    .flatMap(sparedMembership)
  return { until, ...(spares.length === 0 ? {} : { spares }), ...sparedGrants(caller) }
}

/** The organizations in which the caller could give the roles of every project to anyone. */
function sparedGrants({ memberships }: UserCaller): Pick<RoleSuspension, 'sparesGrantsOf'> {
  const mayGrantIn = (orgId: string): boolean => hasPermission(memberships, 'user.grant.write', { orgId })
  // An organization has no empty id: only a role of the instance counts there.
  if (mayGrantIn('')) return { sparesGrantsOf: true }
  const orgIds = new Set(memberships.flatMap(({ givenBy }) => (givenBy !== undefined && mayGrantIn(givenBy) ? [givenBy] : [])))
  return orgIds.size === 0 ? {} : { sparesGrantsOf: [...orgIds] }
}

function sparedMembership(membership: Given): readonly SparedMembership[] {
  const reference = membershipReference(membership)
  return reference === undefined ? [] : [{ ...reference, roles: membership.roles }]
}

/** @returns one suspension for each user, which lasts as long as the longest of them and spares what each of them spares */
export function mergeSuspensions(suspensions: readonly RoleSuspension[]): readonly RoleSuspension[] {
  return [...Map.groupBy(suspensions, ({ userId }) => userId).values()].map((some) => some.reduce(merged))
}

function merged(one: RoleSuspension, other: RoleSuspension): RoleSuspension {
  const isSparedByOther = ({ of, id }: SparedMembership): boolean => other.spares?.some((each) => each.of === of && each.id === id) === true
  const spares = one.spares?.filter(isSparedByOther) ?? []
  return {
    userId: one.userId,
    until: one.until === 'confirmation' ? one.until : other.until,
    ...(spares.length === 0 ? {} : { spares }),
    // Both are by one caller.
    ...(one.sparesGrantsOf === undefined ? {} : { sparesGrantsOf: one.sparesGrantsOf }),
  }
}

function untilWhat(action: Action, subject: Subject): SuspensionEnd | undefined {
  switch (subject) {
    // After a new password or address, a second factor of the user is still needed to become the user.
    case 'humanUser':
      return action === 'change_credential' ? 'proof' : undefined
    case 'factor':
      return action === 'list' || action === 'get' ? undefined : 'proof'
    // A passkey that is removed leaves the other factors in force. One that is added is a factor of the caller who added it.
    case 'passkey':
      return action === 'remove' ? 'proof' : adds(action)
    case 'machineUser':
      return action === 'change_credential' ? 'confirmation' : undefined
    case 'userLink':
    case 'machineKey':
    case 'personalAccessToken':
      return adds(action)
    default:
      return undefined
  }
}

/** An added credential acts for the user without any other factor. */
function adds(action: Action): SuspensionEnd | undefined {
  return action === 'create' || action === 'change' || action === 'change_state' || action === 'change_credential'
    ? 'confirmation'
    : undefined
}
