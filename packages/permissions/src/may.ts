// The decision: may this caller do this to this kind of object at this place? Pure. Every way to an effect asks it: documents, imports, the
// API, the console and the command.
import { coversAll, coversRole, hasPermission } from './caller.ts'
import type { Caller, Given } from './caller.ts'
import type { Permission } from './permission.ts'
import type { Place } from './place.ts'
import { refuse, rolesWith } from './refusal.ts'
import type { Refusal } from './refusal.ts'
import { rights } from './rights.ts'
import type { Action, Subject } from './rights.ts'
import { protectsAtHome } from './suspension.ts'
import type { Target } from './target.ts'

/** Actions by which the caller could act as the user, lock the user out, or change the name that others see. */
const overUser: ReadonlySet<Action> = new Set(['change_state', 'change_credential', 'change_name', 'remove'])

/** Objects that let their holder act as the user, or whose removal locks the user out. */
const actsAsUser: ReadonlySet<Subject> = new Set(['userLink', 'machineKey', 'personalAccessToken', 'factor', 'passkey', 'session'])

const reading: ReadonlySet<Action> = new Set(['search', 'list', 'get'])

/**
 * @param place where the object is stored, or where it shall be created (`placeOf`)
 * @param target the user whom the action affects; required for users and their objects unless the action only reads
 * @returns the refusal with the roles that would suffice; undefined if the caller may act
 */
export function may(caller: Caller, action: Action, subject: Subject, place: Place, target?: Target): Refusal | undefined {
  if (caller.kind === 'system') return undefined
  const self = target?.userId === caller.userId
  if (self && action === 'change_state') return refuse('self')
  const needed = rights[subject][action]
  if (needed === undefined) return refuse('never')
  const leaving = self && action === 'remove' && isUser(subject) && holds(caller, 'user.self.delete', place)
  if (!leaving && !holds(caller, needed, place)) return refuse('permission', { permission: needed, roles: rolesWith(needed, place) })
  if (target === undefined || self || reading.has(action)) return undefined
  if (!overUser.has(action) && !actsAsUser.has(subject)) return undefined
  // Ending a session gives the caller no rights: the user signs in again.
  if (subject === 'session' && action === 'remove') return undefined
  const protecting = target.memberships.filter((membership) => protectsAtHome(membership, place))
  return coversAll(caller.memberships, protecting) ? undefined : refuse('manager', { roles: ['IAM_OWNER'] })
}

function isUser(subject: Subject): boolean {
  return subject === 'humanUser' || subject === 'machineUser'
}

/** @returns why the caller may not give or take the role; undefined if the caller may. Check the permission to write members first. */
export function mayGiveRole(caller: Caller, role: string, at: Given): Refusal | undefined {
  if (caller.kind === 'system' || coversRole(caller.memberships, role, at)) return undefined
  return refuse('role', { role, roles: at.of === 'instance' ? ['IAM_OWNER'] : ['IAM_OWNER', 'IAM_ORG_MANAGER'] })
}

/** @returns whether the caller has the permission at the place */
export function holds(caller: Caller, permission: Permission, place: Place): boolean {
  return caller.kind === 'system' || hasPermission(caller.memberships, permission, place)
}
