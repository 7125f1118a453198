// The right to each change of a plan: what the caller may do to the object as it is stored and as it would be. Pure.
import {
  may,
  mayChange,
  mayChangeProvider,
  mergeSuspensions,
  stateMembers,
  suspendsRolesOfLinked,
  suspensionsOf,
  theInstance,
  usersOf,
} from '@symbolon/permissions'
import type { Caller, Find, Given, ObjectChange } from '@symbolon/permissions'
import { nameOfResource } from '@symbolon/core-protocol'
import type { ContactFacts, ResourceReference, RoleSuspension, StoredResource } from '@symbolon/core-protocol'
import { canonicalJson, isJsonObject } from '@symbolon/schema-v2'
import type { DesiredResource } from '../desired/desired-resource.ts'
import type { PreparedResource } from '../prepare/prepared-resource.ts'
import type { Problem } from '../report/reason.ts'
import { isIdentityProvider } from './existence.ts'
import type { Existence, Lookup } from './existence.ts'
import { mayKnow } from './hidden-objects.ts'

/** An object as it is stored, or as the plan stores it. */
type Stored = NonNullable<ReturnType<Find>>

/** Objects that a plan accepted, by name (`nameOfResource`). */
export type Accepted = ReadonlyMap<string, Stored>

/** The caller, and the facts on which the permission depends. */
export interface Rights {
  readonly caller: Caller
  /** The memberships of the users that the objects belong to (`usersConcerned`), by user id. */
  readonly memberships: ReadonlyMap<string, readonly Given[]>
  /** The names (`nameOfResource`) of the objects on which the instance relies (`findReliedOn`). */
  readonly reliedOn: ReadonlySet<string>
  /** Of the addresses that the objects state as verified (`statedAddresses`). */
  readonly contacts: ContactFacts
  /**
   * The memberships that protect the users who are linked to an identity provider (`protectsAtHome`), by its id; undefined as the value where
   * they are too many. A provider to which no user with such a membership is linked is absent.
   */
  readonly linkedTo: ReadonlyMap<string, readonly Given[] | undefined>
}

/** A row of a plan before the right to it is known. */
export interface Row {
  readonly prepared: PreparedResource
  readonly action: 'create' | 'update' | 'same' | 'remove' | 'conflict' | 'invalid' | 'skip'
  readonly changed: readonly string[]
  readonly problem?: Problem
}

/** The facts on which the permission for a link depends, in addition to the stored objects. */
interface Surroundings {
  /** Whether an object exists at this point of the run. */
  readonly existenceAt: (reference: ResourceReference) => Existence
  /** The ids of the identity providers that the login has in code. */
  readonly providersInCode: ReadonlySet<string>
}

/** @returns why the caller may not know or do this, undefined if the caller may */
export function deniedProblem(
  { prepared, action, changed, problem }: Row,
  { caller, memberships, reliedOn, linkedTo }: Rights,
  stored: Lookup,
  accepted: readonly Accepted[],
  { existenceAt, providersInCode }: Surroundings,
): Problem | undefined {
  if (caller.kind === 'system' || prepared.desired.implied === true) return undefined
  const everything = finder(stored, accepted)
  // Where nothing is found that the caller may know, the rights do not depend on what there is.
  const nothing = problem?.reason === 'missing_reference' || (prepared.desired.removed && action === 'same')
  const find = nothing ? findKnown(everything, caller, prepared.desired, stored) : everything
  const refusal =
    mayChange(caller, changeOf(prepared, action, changed, stored), { find, membershipsOf: (id) => memberships.get(id) ?? [] }) ??
    ((reliedOn.has(nameOfResource(prepared.desired)) && isFeltByInstance(prepared, action, changed)) ||
    linksToShared(prepared.desired, action, changed, stored, find, { existenceAt, providersInCode })
      ? may(caller, 'change', 'instancePolicy', theInstance)
      : undefined) ??
    (problem?.reason !== 'id_taken' && leadsElsewhere(prepared, action, changed, stored) && linkedTo.has(prepared.desired.key[0] ?? '')
      ? mayChangeProvider(caller, linkedTo.get(prepared.desired.key[0] ?? ''))
      : undefined)
  return refusal === undefined ? undefined : { reason: 'permission_denied', refusal }
}

/** @returns the roles that the rows of a plan suspend, because they let the caller act as users who have roles in other organizations */
export function suspendedBy(
  rows: readonly Row[],
  { caller, memberships }: Pick<Rights, 'caller' | 'memberships'>,
  stored: Lookup,
  accepted: readonly Accepted[],
): readonly RoleSuspension[] {
  if (caller.kind === 'system') return []
  const surroundings = { find: finder(stored, accepted), membershipsOf: (id: string) => memberships.get(id) ?? [] }
  const suspended = rows
    .filter(({ action }) => action === 'create' || action === 'update' || action === 'remove')
    .flatMap(({ prepared, action, changed }) => suspensionsOf(caller, changeOf(prepared, action, changed, stored), surroundings))
  return mergeSuspensions(suspended)
}

/** @returns the identity providers whose change suspends the roles that other organizations gave to the linked users, once these sign in by it */
export function changedProviders(rows: readonly Row[], { caller }: Pick<Rights, 'caller'>, stored: Lookup): readonly string[] {
  if (!suspendsRolesOfLinked(caller)) return []
  return rows
    .filter(({ action }) => action === 'create' || action === 'update')
    .flatMap(({ prepared, action, changed }) => (leadsElsewhere(prepared, action, changed, stored) ? [prepared.desired.key[0] ?? ''] : []))
}

/** Stored objects take precedence: an entry of the document must not determine the place of a stored object. */
function finder(stored: Lookup, accepted: readonly Accepted[]): Find {
  return (reference) => {
    const name = nameOfResource(reference)
    return stored.get(name) ?? accepted.find((layer) => layer.has(name))?.get(name)
  }
}

function findKnown(find: Find, caller: Caller, { orgId }: DesiredResource, stored: Lookup): Find {
  return (reference) => {
    const found = find(reference)
    const isElsewhere = found?.orgId !== undefined && found.orgId !== orgId
    return isElsewhere && !mayKnow(caller, reference, { state: 'present', orgId: found.orgId }, stored) ? undefined : found
  }
}

/** The policy that lists the providers for users of every organization. */
export const instanceLoginPolicy: ResourceReference = { kind: 'instancePolicy', key: ['loginPolicy'] }

/**
 * Whether the change links a user to an account at a provider that other organizations use too: a provider of the instance, in code or of
 * another organization, a provider that is not stored yet, or a provider of this organization that the login policy of the instance lists.
 */
function linksToShared(
  desired: DesiredResource,
  action: Row['action'],
  changed: readonly string[],
  stored: Lookup,
  find: Find,
  { existenceAt, providersInCode }: Surroundings,
): boolean {
  if (desired.kind !== 'userLink' || desired.removed || !changes(action) || action === 'skip') return false
  // Under another issuer, a link is to another account.
  if (ownBefore(desired, stored) !== undefined && !changed.includes('issuer')) return false
  const [, idpId = ''] = desired.key
  // A stored one with the id is not used.
  if (providersInCode.has(idpId)) return true
  const isOwn = ownedProviders(idpId)
    .map(existenceAt)
    .some((found) => found.state === 'present' && found.orgId === desired.orgId)
  const listed = find(instanceLoginPolicy)?.content['idps']
  return !isOwn || (Array.isArray(listed) && listed.some((entry: unknown) => isJsonObject(entry) && entry['idpId'] === idpId))
}

/** The providers of organizations with this id. */
export function ownedProviders(idpId: string): readonly ResourceReference[] {
  return (['oidcIdp', 'jwtIdp'] as const).map((kind) => ({ kind, key: [idpId] }))
}

/**
 * The object before the change. One of another organization is not the one that the caller asked for: that it exists is another reason, for callers
 * who may create it.
 */
function ownBefore(desired: DesiredResource, stored: Lookup): StoredResource | undefined {
  const existing = stored.get(nameOfResource(desired))
  return existing?.orgId === desired.orgId ? existing : undefined
}

function changeOf(
  { desired, content, secrets }: PreparedResource,
  action: Row['action'],
  changed: readonly string[],
  stored: Lookup,
): ObjectChange {
  const { kind, key, removed, origin } = desired
  const after = storedAs(desired, content)
  const before = ownBefore(desired, stored)
  const common = { kind, key, consequence: kind === 'orgDomain' && origin === undefined }
  if (removed) return { ...common, before: before ?? after, changed: [], secrets: [] }
  // Only callers who may change an object learn why it is refused, and that it would change.
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
function isFeltByInstance({ desired: { kind, removed } }: PreparedResource, action: Row['action'], changed: readonly string[]): boolean {
  if (!changes(action)) return false
  // A caller who has a provider could sign in as every user who comes from there.
  return isIdentityProvider(kind) || removed || changed.some((name) => stateMembers.includes(name))
}

/** The members of an identity provider that do not decide who signs in by it. */
const ofAppearance: ReadonlySet<string> = new Set(['name', 'stylingType', 'autoRegister'])

/** Whether a change changes who signs in by an identity provider: its issuer, endpoints, keys, client or mappings. */
function leadsElsewhere(
  { desired, content }: PreparedResource,
  action: Row['action'],
  changed: readonly string[],
  stored: Lookup,
): boolean {
  if (!isIdentityProvider(desired.kind) || desired.removed || !changes(action) || action === 'skip') return false
  const before = ownBefore(desired, stored)?.content
  return before === undefined || (changed.length > 0 && decisive(before) !== decisive(content))
}

function decisive({ idp }: PreparedResource['content']): string {
  const members = isJsonObject(idp) ? Object.entries(idp).filter(([name]) => !ofAppearance.has(name)) : []
  return canonicalJson(Object.fromEntries(members))
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
