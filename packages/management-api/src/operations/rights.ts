// Whether the caller may read. What a caller may change is decided by the engine, for each object.
import type { AuditEvent, Resource, ResourceKind, ResourceReference } from '@symbolon/core-protocol'
import { may, mayChange, readingPlaceOf, usersOf } from '@symbolon/permissions'
import type { Action, ObjectChange, Place, Refusal, Subject } from '@symbolon/permissions'
import { callerFacts, RestError } from '@symbolon/rest'
import { noteAsked } from './context.ts'
import type { Management } from './context.ts'

/** @returns whether the caller may read the stored object. Everybody may read their own roles, which they may give up. */
export async function mayRead(stored: Resource, management: Management): Promise<boolean> {
  const { rights, context } = management
  noteAsked(management, { action: 'get', subject: stored.kind })
  if (rights.kind === 'user' && isMemberKind.has(stored.kind) && stored.key.at(-1) === rights.userId) return true
  const references = neighboursOf(stored)
  const found = references.length === 0 ? [] : await context.stores.directory.find(references)
  const find = ({ kind, key }: ResourceReference): Resource | undefined =>
    found.find((each) => each.kind === kind && each.key.join('/') === key.join('/'))
  return may(rights, 'get', stored.kind, readingPlaceOf(stored, find)) === undefined
}

const isMemberKind: ReadonlySet<ResourceKind> = new Set(['instanceMember', 'orgMember', 'projectMember', 'projectGrantMember'])

/** The objects by which the place of an object is known: the application of a key, and the project grant of a member. */
function neighboursOf({ kind, key: [first = ''], content }: Resource): readonly ResourceReference[] {
  if (kind === 'projectGrantMember') return [{ kind: 'projectGrant', key: [first] }]
  const { appId } = content
  if (kind !== 'appKey' || typeof appId !== 'string') return []
  return [
    { kind: 'oidcApp', key: [appId] },
    { kind: 'apiApp', key: [appId] },
  ]
}

/** @throws RestError permission_denied if the caller may not list what lies at the place */
export function requireList(kind: ResourceKind, place: Place, management: Management): void {
  noteAsked(management, { action: 'list', subject: kind })
  const refusal = may(management.rights, 'list', kind, place)
  if (refusal !== undefined) throw new RestError('permission_denied', refusal.message)
}

/**
 * For what the engine of documents does not change.
 * @throws RestError permission_denied, recorded in the audit trail, if the caller may not do this
 */
export async function requireRight(action: Action, subject: Subject, place: Place, management: Management): Promise<void> {
  noteAsked(management, { action, subject })
  await refuseIf(may(management.rights, action, subject, place), { action, object: subject }, place.orgId, management)
}

/**
 * For a change of an object that the engine of documents does not make: asks what it would ask about a document with the change.
 * @throws RestError permission_denied, recorded in the audit trail, if the caller may not do this
 */
export async function requireChange(change: ObjectChange, management: Management): Promise<void> {
  const { rights, context } = management
  noteAsked(management, { plans: change.kind })
  const memberships = await context.stores.memberships.listOf(usersOf(change))
  const refusal = mayChange(rights, change, { find: () => undefined, membershipsOf: (userId) => memberships.get(userId) ?? [] })
  await refuseIf(refusal, { action: 'change', object: change.kind, changed: change.changed.join(' ') }, change.before?.orgId, management)
}

async function refuseIf(
  refusal: Refusal | undefined,
  details: NonNullable<AuditEvent['details']>,
  orgId: string | undefined,
  { caller, context }: Management,
): Promise<void> {
  if (refusal === undefined) return
  await context.audit({
    type: 'permission_denied',
    details: { ...details, rule: refusal.rule },
    ...(orgId === undefined ? {} : { orgId }),
    ...callerFacts(caller, context),
  })
  throw new RestError('permission_denied', refusal.message)
}
