// Whose credentials an administrator may change, and which roles such a change suspends. A user who has roles in other organizations stays a
// user of the own one: its administrators help with a lost password as before. They do not gain the roles that others gave: the change suspends
// those until the organization that gave them confirms, or the user proves a factor that is older than the change. Pure.
import type { RoleSuspension, SuspensionEnd } from '@symbolon/core-protocol'
import { coversAll, hasPermission } from './caller.ts'
import type { Caller, Given } from './caller.ts'
import { theInstance } from './place.ts'
import type { Place } from './place.ts'
import type { Action, Subject } from './rights.ts'
import type { Target } from './may.ts'

/**
 * Whether the role protects its holder from administrators of the own organization who have less. Roles of the instance do, and those that the
 * own organization gave. Another organization cannot give one that does.
 */
export function protectsAtHome({ of, orgId, givenBy = orgId }: Given, { orgId: home }: Place): boolean {
  return of === 'instance' || givenBy === home
}

/**
 * @returns how the suspension ends of the roles that others gave, if the action lets the caller act as the user; undefined if it does not.
 *   `invitationsOnly` if the caller has everything that the accepted roles allow: what is offered may be more
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
  const others = target.memberships.filter((membership) => !protectsAtHome(membership, place))
  return coversAll(caller.memberships, others) ? { until, invitationsOnly: true } : { until }
}

/** @returns one suspension for each user: the one of all roles, and the one that only a confirmation ends, come first */
export function mergeSuspensions(suspensions: readonly RoleSuspension[]): readonly RoleSuspension[] {
  const merged = new Map<string, RoleSuspension>()
  for (const suspension of suspensions) {
    const other = merged.get(suspension.userId)
    if (other === undefined || rank(suspension) > rank(other)) merged.set(suspension.userId, suspension)
  }
  return [...merged.values()]
}

function rank({ until, invitationsOnly = false }: RoleSuspension): number {
  return (invitationsOnly ? 0 : 2) + (until === 'confirmation' ? 1 : 0)
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

/** What is added acts for the user without any other factor. */
function adds(action: Action): SuspensionEnd | undefined {
  return action === 'create' || action === 'change' || action === 'change_state' || action === 'change_credential'
    ? 'confirmation'
    : undefined
}
