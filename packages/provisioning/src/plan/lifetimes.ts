// The maximum lifetime of personal access tokens and keys of callers without rights in the instance. The instance sets it in its boundary
// policy. Owners of the instance and the system may exceed it, which a notice reports. Pure.
import { nameOfResource } from '@symbolon/core-protocol'
import type { Resource, ResourceKind, ResourceReference, StoredResource } from '@symbolon/core-protocol'
import { holds, theInstance } from '@symbolon/permissions'
import type { Caller } from '@symbolon/permissions'
import type { PreparedResource } from '../prepare/prepared-resource.ts'
import type { Problem } from '../report/reason.ts'
import type { Lookup } from './existence.ts'

/** The policy that holds the maxima. */
export const boundaryPolicy: ResourceReference = { kind: 'instancePolicy', key: ['boundaryPolicy'] }

const maxima: Partial<Record<ResourceKind, 'maxPersonalAccessTokenLifetime' | 'maxKeyLifetime'>> = {
  personalAccessToken: 'maxPersonalAccessTokenLifetime',
  machineKey: 'maxKeyLifetime',
  appKey: 'maxKeyLifetime',
}

/** @returns whether the boundary policy may limit the lifetime of objects of this kind */
export function hasMaximum(kind: ResourceKind): boolean {
  return maxima[kind] !== undefined
}

/** The facts on which the rule depends, in addition to the object. */
export interface LifetimeFacts {
  readonly caller: Caller
  /** Holds `boundaryPolicy`, unless the instance has none. */
  readonly stored: Lookup
  /** Milliseconds since the epoch. */
  readonly now: number
}

/**
 * @param existing the token or key as stored: its lifetime began when it was created
 * @returns the problem of a token or key that acts longer than the caller may store; an inactive one does not act
 */
export function lifetimeProblem(
  prepared: PreparedResource,
  existing: StoredResource | undefined,
  facts: LifetimeFacts,
): Problem | undefined {
  if (holds(facts.caller, 'instance.write', theInstance)) return undefined
  const maximum = exceededMaximum(prepared, existing, facts)
  return maximum === undefined ? undefined : { reason: 'lifetime_too_long', member: 'expirationDate', maximum }
}

/** @returns the resource, with a notice if it acts longer than the maximum and the caller may store it nevertheless */
export function withLifetimeNotice(
  prepared: PreparedResource,
  existing: StoredResource | undefined,
  facts: LifetimeFacts,
): PreparedResource {
  if (!hasMaximum(prepared.desired.kind) || !holds(facts.caller, 'instance.write', theInstance)) return prepared
  const maximum = exceededMaximum(prepared, existing, facts)
  if (maximum === undefined) return prepared
  const { desired } = prepared
  const notice = { reason: 'lifetime_over_maximum', member: 'expirationDate', maximum, once: true } as const
  return { ...prepared, desired: { ...desired, notices: [...(desired.notices ?? []), notice] } }
}

/** The maximum as the policy spells it, if the object exceeds it. */
function exceededMaximum(
  { desired: { kind, removed }, content }: PreparedResource,
  existing: StoredResource | undefined,
  { stored, now }: LifetimeFacts,
): string | undefined {
  const member = maxima[kind]
  if (member === undefined || removed || content['state'] === 'STATE_INACTIVE') return undefined
  const maximum = stored.get(nameOfResource(boundaryPolicy))?.content[member]
  const seconds = typeof maximum === 'string' ? Number.parseFloat(maximum) : 0
  if (typeof maximum !== 'string' || !(seconds > 0)) return undefined
  const end = (existing?.createdAt ?? now) + seconds * 1000
  return expiryOf(content) <= end ? undefined : maximum
}

function expiryOf({ expirationDate }: Resource['content']): number {
  const time = typeof expirationDate === 'string' ? Date.parse(expirationDate) : Number.NaN
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time
}
