// The right to each change of a plan: what the caller may do to the object as it is stored and as it would be. Pure.
import { may, mayChange, theInstance, usersOf } from '@symbolon/permissions'
import type { Caller, Find, Given, ObjectChange } from '@symbolon/permissions'
import { nameOfResource } from '@symbolon/core-protocol'
import type { ResourceReference } from '@symbolon/core-protocol'
import type { DesiredResource } from '../desired/desired-resource.ts'
import type { PreparedResource } from '../prepare/prepared-resource.ts'
import type { Problem } from '../report/reason.ts'
import { isIdentityProvider } from './existence.ts'
import type { Lookup } from './existence.ts'

/** An object as it is stored, or as the plan stores it. */
type Stored = NonNullable<ReturnType<Find>>

/** Objects that a plan accepted, by name (`nameOfResource`). */
export type Accepted = ReadonlyMap<string, Stored>

/** Who changes something, and what the right to it depends on. */
export interface Rights {
  readonly caller: Caller
  /** The memberships of the users that the objects belong to (`usersConcerned`), by user id. */
  readonly memberships: ReadonlyMap<string, readonly Given[]>
  /** The names (`nameOfResource`) of the objects on which the instance relies (`findReliedOn`). */
  readonly reliedOn: ReadonlySet<string>
}

/** A row of a plan before the right to it is known. */
export interface Row {
  readonly prepared: PreparedResource
  readonly action: 'create' | 'update' | 'same' | 'remove' | 'conflict' | 'invalid' | 'skip'
  readonly changed: readonly string[]
}

/** @returns why the caller may not know or do this, undefined if the caller may */
export function deniedProblem(
  { prepared, action, changed }: Row,
  { caller, memberships, reliedOn }: Rights,
  stored: Lookup,
  accepted: readonly Accepted[],
): Problem | undefined {
  if (caller.kind === 'system' || prepared.desired.implied === true) return undefined
  // What is stored comes first: an entry of the document must not say where a stored object is.
  const find = (reference: ResourceReference): Stored | undefined => {
    const name = nameOfResource(reference)
    return stored.get(name) ?? accepted.find((layer) => layer.has(name))?.get(name)
  }
  const refusal =
    mayChange(caller, changeOf(prepared, action, changed, stored), { find, membershipsOf: (id) => memberships.get(id) ?? [] }) ??
    (reliedOn.has(nameOfResource(prepared.desired)) && reachesInstance(prepared, action, changed)
      ? may(caller, 'change', 'instancePolicy', theInstance)
      : undefined)
  return refusal === undefined ? undefined : { reason: 'permission_denied', refusal }
}

function changeOf(
  { desired, content, secrets }: PreparedResource,
  action: Row['action'],
  changed: readonly string[],
  stored: Lookup,
): ObjectChange {
  const { kind, key, removed, origin } = desired
  const after = storedAs(desired, content)
  const existing = stored.get(nameOfResource(desired))
  // An object of another organization is none that the caller asked for. That it exists is another reason, for those who may create it.
  const before = existing === undefined || existing.orgId !== desired.orgId ? undefined : existing
  const common = { kind, key, consequence: kind === 'orgDomain' && origin === undefined }
  if (removed) return { ...common, before: before ?? after, changed: [], secrets: [] }
  // Why an object is refused, and that it would change, is told to those who may change it.
  const differing = !changes(action) ? [] : action === 'update' ? changed : [...changed, 'content']
  return {
    ...common,
    ...(before === undefined ? {} : { before }),
    after,
    changed: differing,
    secrets: changes(action) ? Object.keys(secrets) : [],
  }
}

/** Whether a change of an object on which the instance relies is felt there. */
function reachesInstance({ desired: { kind, removed } }: PreparedResource, action: Row['action'], changed: readonly string[]): boolean {
  if (!changes(action)) return false
  // Whoever has a provider could sign in as everybody who comes from there.
  return isIdentityProvider(kind) || removed || changed.some((name) => name === 'state' || name === 'orgState')
}

function changes(action: Row['action']): boolean {
  return action !== 'same' && action !== 'conflict'
}

/** @returns the object as the plan would store it, for the places of later objects */
export function storedAs({ orgId }: DesiredResource, content: PreparedResource['content']): Stored {
  return { ...(orgId === undefined ? {} : { orgId }), content }
}

/** @returns the ids of the users on whose memberships the right to the resources depends */
export function usersConcerned(resources: readonly DesiredResource[], stored: Lookup): ReadonlySet<string> {
  return new Set(
    resources.flatMap((desired) => {
      const before = stored.get(nameOfResource(desired))
      return usersOf({ kind: desired.kind, key: desired.key, after: desired, ...(before === undefined ? {} : { before }) })
    }),
  )
}
