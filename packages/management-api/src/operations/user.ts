// A user of an organization, and whether the caller may act on what belongs to the user.
import type { AuditEvent, User } from '@symbolon/core-protocol'
import { may, suspensionBy } from '@symbolon/permissions'
import type { Action, Subject } from '@symbolon/permissions'
import { callerFacts, RestError } from '@symbolon/rest'
import { noteAsked } from './context.ts'
import type { Management } from './context.ts'
import { unknown } from './read.ts'

/** A user by the parts of a path. */
export interface UserReference {
  readonly orgId: string
  readonly userId: string
}

/** An action on a user, or on what belongs to a user. */
export type UserAction = readonly [action: Action, subject: Subject]

/**
 * Finds a user whom the caller may see.
 * @throws RestError resource_unknown, also for a user of another organization than the path says, and for one whom the caller may not read
 */
export async function findUser({ orgId, userId }: UserReference, { rights, context }: Management): Promise<User> {
  const user = await context.stores.users.find(userId)
  if (user === undefined || user.orgId !== orgId) throw unknown()
  if (may(rights, 'get', subjectOf(user), { orgId: user.orgId }) !== undefined) throw unknown()
  return user
}

/** @returns whether the caller may do this; the organization is that of the stored user */
export async function mayActOnUser(user: User, [action, subject]: UserAction, { rights, context }: Management): Promise<boolean> {
  return may(rights, action, subject, { orgId: user.orgId }, await targetOf(user, context)) === undefined
}

/** @throws RestError permission_denied, recorded in the audit trail, if the caller may not do this */
export async function requireOnUser(user: User, [action, subject]: UserAction, management: Management): Promise<void> {
  const { caller, rights, context } = management
  noteAsked(management, { action, subject })
  const refusal = may(rights, action, subject, { orgId: user.orgId }, await targetOf(user, context))
  if (refusal === undefined) return
  const details = { action, object: subject, rule: refusal.rule }
  await context.audit(eventOf('permission_denied', user, details, { caller, context }))
  throw new RestError('permission_denied', refusal.message)
}

/**
 * Suspends the roles of other organizations, if the action lets the caller act as the user. It comes before the action: a server that ends
 * between the two leaves a user with fewer rights, and never a caller with more.
 * @returns what was suspended; undefined if the action suspends nothing
 */
export async function suspendRolesOf(
  user: User,
  [action, subject]: UserAction,
  { rights, context }: Management,
): Promise<ReturnType<typeof suspensionBy>> {
  const suspension = suspensionBy(rights, action, subject, { orgId: user.orgId }, await targetOf(user, context))
  if (suspension !== undefined) await context.stores.memberships.suspend({ userId: user.id, ...suspension }, context.now())
  return suspension
}

/** @returns the kind of the user in the table of rights */
export function subjectOf({ kind }: Pick<User, 'kind'>): 'humanUser' | 'machineUser' {
  return kind === 'human' ? 'humanUser' : 'machineUser'
}

/** @returns an event of the audit trail about the user */
export function eventOf(
  type: AuditEvent['type'],
  { id, orgId }: User,
  details: NonNullable<AuditEvent['details']>,
  { caller, context }: Pick<Management, 'caller' | 'context'>,
): AuditEvent {
  return { type, subject: { kind: 'user', id }, orgId, details, ...callerFacts(caller, context) }
}

async function targetOf(
  { id }: User,
  { stores }: Management['context'],
): Promise<{ readonly userId: string; readonly memberships: Awaited<ReturnType<typeof stores.memberships.list>> }> {
  return { userId: id, memberships: await stores.memberships.list(id) }
}
