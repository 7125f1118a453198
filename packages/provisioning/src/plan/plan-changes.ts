// Decides for each object, in the order of the document, how the directory has to change. Pure: the input is prepared resources and what is
// stored, the output is rows and one change.
import { nameOfResource } from '@symbolon/core-protocol'
import type { DirectoryChange, Resource, ResourceReference } from '@symbolon/core-protocol'
import { canonicalJson } from '@symbolon/schema-v2'
import type { DesiredResource, RequiredReference } from '../desired/desired-resource.ts'
import type { PreparedResource } from '../prepare/prepared-resource.ts'
import type { Problem, Reason } from '../report/reason.ts'
import { changedMembers } from './changed-members.ts'
import { changeOf } from './directory-change.ts'
import { existenceOf, isIdentityProvider, twinsOf } from './existence.ts'
import type { Existence, Existences, Lookup } from './existence.ts'
import { mayKnow } from './hidden-objects.ts'
import { boundaryPolicy, hasMaximum, lifetimeProblem, withLifetimeNotice } from './lifetimes.ts'
import { hasOrganizationLimit } from './limits.ts'
import { withOwnName } from './own-name.ts'
import type { PlannedAction, PlannedResource } from './planned-resource.ts'
import { changedProviders, deniedProblem, instanceLoginPolicy, ownedProviders, storedAs, suspendedBy } from './rights.ts'
import type { Accepted, Rights } from './rights.ts'
import { chosenIdProblem, reservedProblem } from './reserved-ids.ts'
import { withInvitation } from './invitations.ts'
import { uniqueValueOf, ValueRegister } from './unique-values.ts'
import type { HeldValues, UniqueValue } from './unique-values.ts'

/** The decisions about some resources, and the change of the directory that carries them out. */
export interface Plan {
  readonly rows: readonly PlannedResource[]
  readonly change: DirectoryChange
  /** The objects that exist once the change is applied, for later plans. */
  readonly existences: Existences
  readonly held: HeldValues
  /** The objects that the plan stores or keeps, for the rights to later ones. */
  readonly accepted: Accepted
}

/** The state that the decisions depend on. */
export interface Situation {
  /** The stored resources, and the stored resources that they refer to. */
  readonly stored: Lookup
  /** The existences that earlier plans of the run changed, where the storage does not know them. */
  readonly existences: Existences
  /** The unique values that earlier plans of the run gave out, where the storage does not know them. */
  readonly held: HeldValues
  /** The objects that earlier plans of the document settled, by name (`nameOfResource`). */
  readonly seen: ReadonlyMap<string, DesiredResource>
  /** The objects that the storage refused, by name (`nameOfResource`). */
  readonly refused: ReadonlyMap<string, Reason>
  /** The unique values of the refused objects. Objects outside of the plan have these values, so no other resource gets them. */
  readonly taken: ReadonlySet<string>
  /** The ids of the identity providers that the login has in code. */
  readonly providersInCode: ReadonlySet<string>
  /** The ids of the clients that are parts of the provider. */
  readonly clientsInCode: ReadonlySet<string>
  readonly update: boolean
  /** Whether the server has chosen the ids of new objects. */
  readonly idGenerated: boolean
  /** The rights that decide. */
  readonly rights: Rights
  /** Milliseconds since the epoch. */
  readonly now: number
  /** The objects that earlier plans of the run accepted, where the storage does not know them. */
  readonly accepted: Accepted
}

/** A plan that is built resource by resource, so that a long one can be built in slices. */
export interface Planner {
  add(prepared: PreparedResource): void
  plan(): Plan
}

type Decision = Omit<PlannedResource, 'prepared'>

/** @returns an empty plan; its resources are added in the order of the document */
export function createPlanner(situation: Situation): Planner {
  const rows: PlannedResource[] = []
  const existences = new Map<string, Existence>()
  const held = new ValueRegister()
  const seen = new Map<string, DesiredResource>()
  const accepted = new Map<string, NonNullable<ReturnType<Accepted['get']>>>()
  /** The names (`nameOfResource`) of the resources whose change the plan refuses: nothing follows from it. */
  const refusedNames = new Set<string>()

  const at = (reference: ResourceReference): Existence => existenceOf(reference, [existences, situation.existences], situation.stored)

  const lifetimeFacts = { caller: situation.rights.caller, stored: situation.stored, now: situation.now }

  /** The rights are checked for every decision, so that a refusal discloses nothing else about the object. */
  const withRights = (prepared: PreparedResource, decision: Decision): Decision => {
    const surroundings = { existenceAt: at, providersInCode: situation.providersInCode }
    const denied = deniedProblem(
      { ...decision, prepared },
      situation.rights,
      situation.stored,
      [accepted, situation.accepted],
      surroundings,
    )
    return denied === undefined ? decision : { action: 'invalid', changed: [], problem: denied }
  }

  const suspending = (): Pick<DirectoryChange, 'suspends' | 'changedProviders'> => {
    const suspends = suspendedBy(rows, situation.rights, situation.stored, [accepted, situation.accepted])
    const providers = changedProviders(rows, situation.rights, situation.stored)
    return { ...(suspends.length === 0 ? {} : { suspends }), ...(providers.length === 0 ? {} : { changedProviders: providers }) }
  }

  return {
    add(given) {
      const name = nameOfResource(given.desired)
      const existing = situation.stored.get(name)
      const invited = withInvitation(withOwnName(given, situation), existing, situation.rights.caller, at)
      const prepared = withLifetimeNotice(invited, existing, lifetimeFacts)
      const { desired } = prepared
      const earlier = desired.amends === true ? undefined : (seen.get(name) ?? situation.seen.get(name))
      const unique = uniqueValueOf(prepared)
      const isPointless = desired.follows?.some((cause) => refusedNames.has(nameOfResource(cause))) === true
      const decision = isPointless
        ? invalid('missing_reference')
        : earlier === undefined
          ? withRights(prepared, decide(prepared, unique, situation, existences, held))
          : repeated(earlier, desired)
      rows.push({ prepared, ...decision })
      if (earlier === undefined && decision.action === 'invalid') refusedNames.add(name)
      if (decision.action === 'invalid')
        for (const other of heldElsewhere(desired, situation.stored)) existences.set(nameOfResource(other), { state: 'foreign' })
      if (earlier !== undefined || decision.action === 'skip') return
      seen.set(name, desired)
      const existence = existenceAfter(decision.action, desired)
      if (existence?.state === 'present') accepted.set(name, storedAs(desired, prepared.content))
      if (existence !== undefined) existences.set(name, existence)
      else if (!situation.stored.has(name)) existences.set(name, { state: 'absent' })
      const isHeld = existence?.state === 'present' && decision.action !== 'conflict'
      if (isHeld && unique !== undefined) held.register(unique.value, name)
    },
    plan: () => ({ rows, change: { ...changeOf(rows, situation.stored), ...suspending() }, existences, held, accepted }),
  }
}

/** Its members and the roles that it passes on belong to this project and this organization. */
const fixedOfGrant: ReadonlySet<string> = new Set(['projectGrant.projectId', 'projectGrant.grantedOrgId'])

/** Why an entry is skipped although nothing is wrong with it. */
const removedByUser: ReadonlySet<Reason> = new Set(['passkey_removed', 'link_removed'])

function decide(
  prepared: PreparedResource,
  unique: UniqueValue | undefined,
  { stored, existences, held, refused, taken, providersInCode, clientsInCode, update, idGenerated, rights, now }: Situation,
  planned: Existences,
  plannedValues: HeldValues,
): Decision {
  const { desired, content, secrets, changed, problem } = prepared
  const name = nameOfResource(desired)
  const layers = [planned, existences]
  const at = (reference: ResourceReference): Existence => existenceOf(reference, layers, stored)

  const found = at(desired)
  const foreign = found.state === 'foreign' || (found.state === 'present' && found.orgId !== desired.orgId)
  const hidden = (reference: ResourceReference): boolean => !mayKnow(rights.caller, reference, at(reference), stored)
  const existing = found.state === 'present' && !foreign ? stored.get(name) : undefined
  // Links of users refer to a provider only by its id: the removal of a stored provider would remove the links of a provider in code.
  const isInCode = isIdentityProvider(desired.kind) && providersInCode.has(desired.key[0] ?? '')
  if (desired.removed) {
    if (foreign) return hidden(desired) ? { action: 'same', changed: [] } : invalid('owned_by_other_org')
    if (existing === undefined) return { action: 'same', changed: [] }
    if (isInCode) return invalid('idp_in_code')
    const kept = refused.get(name)
    if (kept !== undefined) return invalid(kept)
    return { action: update ? 'remove' : 'conflict', changed: [], ...differing(update) }
  }

  const missing = referenceProblem(desired, at, hidden)
  if (missing !== undefined) return missing
  if (isInCode && existing === undefined) return invalid('idp_in_code')
  if (foreign && !hidden(desired)) return invalid('owned_by_other_org')
  // Nothing is wrong with the document: a person has gone on since it was made.
  if (problem !== undefined) return { action: removedByUser.has(problem.reason) ? 'skip' : 'invalid', changed: [], problem }
  const reserved =
    reservedProblem(prepared, existing, clientsInCode) ?? (idGenerated ? undefined : chosenIdProblem(prepared, existing, rights.caller))
  if (reserved !== undefined) return { action: 'invalid', changed: [], problem: reserved }
  const refusal = refused.get(name)
  if (refusal !== undefined) {
    return { action: 'invalid', changed: [], problem: unique?.taken.reason === refusal ? unique.taken : { reason: refusal } }
  }
  if (foreign || twinsOf(desired).some((twin) => isThere(at(twin)))) return invalid('id_taken')
  const conflict =
    unique === undefined
      ? undefined
      : (takenProblem(prepared, unique, at, [plannedValues, held]) ?? takenOutside(prepared, unique, existing, taken))
  if (conflict !== undefined) return { action: 'invalid', changed: [], problem: conflict }

  // In a dry run, an earlier part of the document has created it.
  if (existing === undefined && found.state === 'present') return { action: 'same', changed: [] }
  const tooLong = lifetimeProblem(prepared, existing, { caller: rights.caller, stored, now })
  if (existing === undefined)
    return tooLong === undefined ? { action: 'create', changed: [] } : { action: 'invalid', changed: [], problem: tooLong }
  const differences = [...changedMembers(existing.content, content), ...changed]
  const fixed = desired.kind === 'projectGrant' ? differences.find((name) => fixedOfGrant.has(name)) : undefined
  if (fixed !== undefined) return invalid('member_fixed', fixed)
  const same = differences.length === 0 && Object.keys(secrets).length === 0
  if (isInCode && !same) return invalid('idp_in_code')
  if (!same && update && tooLong !== undefined) return { action: 'invalid', changed: [], problem: tooLong }
  return same ? { action: 'same', changed: [] } : { action: update ? 'update' : 'conflict', changed: differences, ...differing(update) }
}

function referenceProblem(
  desired: DesiredResource,
  at: (reference: ResourceReference) => Existence,
  hidden: (reference: ResourceReference) => boolean,
): Decision | undefined {
  for (const reference of desired.references) {
    const existences = reference.anyOf.map(at)
    const present = existences.find((existence) => isThere(existence))
    if (present === undefined) {
      const removed = existences.some(({ state }) => state === 'removed')
      return removed
        ? { action: 'skip', changed: [], problem: problemOf('parent_removed', reference) }
        : invalid('missing_reference', reference.member)
    }
    // Offers and grants are addressed to users of other organizations by their ids. A project grant is used only by organizations that know it.
    if (reference.anyOf.every((each) => each.kind === 'projectGrant' && hidden(each))) return invalid('missing_reference', reference.member)
    if (reference.owned === true && (present.state === 'foreign' || present.orgId !== desired.orgId)) {
      if (reference.anyOf.every((each) => !isThere(at(each)) || hidden(each))) return invalid('missing_reference', reference.member)
      // Real exports repeat the members of all projects in every organization.
      return desired.kind === 'projectMember'
        ? { action: 'skip', changed: [], problem: problemOf('other_org', reference) }
        : invalid('foreign_reference', reference.member)
    }
    if (present.state === 'foreign') return invalid('missing_reference', reference.member)
  }
  return undefined
}

function takenProblem(
  prepared: PreparedResource,
  unique: UniqueValue,
  at: (reference: ResourceReference) => Existence,
  given: readonly HeldValues[],
): Problem | undefined {
  const name = nameOfResource(prepared.desired)
  if (given.some(({ byValue }) => (byValue.get(unique.value) ?? name) !== name)) return unique.taken
  const { clientIdHolder: holder } = prepared
  if (holder === undefined || nameOfResource(holder) === name) return undefined
  // The document removes the holder of the value, or gave the holder another value before.
  const handedOver = given.some(({ holders }) => holders.has(nameOfResource(holder)))
  return handedOver || at(holder).state === 'removed' ? undefined : unique.taken
}

function takenOutside(
  prepared: PreparedResource,
  unique: UniqueValue,
  existing: Resource | undefined,
  taken: ReadonlySet<string>,
): Problem | undefined {
  if (!taken.has(unique.value)) return undefined
  const stored = existing === undefined ? undefined : uniqueValueOf({ ...prepared, content: existing.content })
  return stored?.value === unique.value ? undefined : unique.taken
}

function isThere(existence: Existence): existence is Extract<Existence, { readonly state: 'present' | 'foreign' }> {
  return existence.state === 'present' || existence.state === 'foreign'
}

/** Users of other organizations who have the id of the user: a role that the document gives to its own user is not for them. */
function heldElsewhere(desired: DesiredResource, stored: Lookup): readonly ResourceReference[] {
  if (desired.kind !== 'humanUser' && desired.kind !== 'machineUser') return []
  return [desired, ...twinsOf(desired)].filter((each) => {
    const found = stored.get(nameOfResource(each))
    return found !== undefined && found.orgId !== desired.orgId
  })
}

/**
 * @returns the references to look up before a resource can be planned: the resource itself, an object of another kind with the same id, its
 *   references, what says whom the provider of a link signs in, and what limits the lifetime of a token or key
 */
export function lookedUpWith(desired: DesiredResource): readonly ResourceReference[] {
  const ofLink = desired.kind === 'userLink' ? [...ownedProviders(desired.key[1] ?? ''), instanceLoginPolicy] : []
  return [
    desired,
    ...twinsOf(desired),
    ...desired.references.flatMap(({ anyOf }) => anyOf),
    ...ofLink,
    ...(hasMaximum(desired.kind) || hasOrganizationLimit(desired.kind) ? [boundaryPolicy] : []),
  ]
}

function existenceAfter(action: PlannedAction, { removed, orgId }: DesiredResource): Existence | undefined {
  if (action === 'invalid' || action === 'skip') return undefined
  if (action === 'conflict' && removed) return { state: 'present', orgId }
  return removed ? { state: 'removed' } : { state: 'present', orgId }
}

function repeated(earlier: DesiredResource, desired: DesiredResource): Decision {
  const [first, second] = [earlier, desired].map(({ content, removed, secrets }) => canonicalJson([content, removed, secrets]))
  return { action: first === second ? 'skip' : 'invalid', changed: [], problem: { reason: 'duplicate' } }
}

function differing(update: boolean): { readonly problem?: Problem } {
  return update ? {} : { problem: { reason: 'differs' } }
}

function problemOf(reason: Reason, { member }: RequiredReference): Problem {
  return { reason, member }
}

function invalid(reason: Reason, member?: string): Decision {
  return { action: 'invalid', changed: [], problem: { reason, ...(member === undefined ? {} : { member }) } }
}
