// Values that only one object may have: client ids and verified domains in the instance, user names in an organization. The planner knows
// the values that its run gave out. Only the storage knows the stored ones.
import { canonicalLoginName, nameSkeleton } from '@symbolon/core-protocol'
import { isJsonObject } from '@symbolon/schema-v2'
import type { PreparedResource } from '../prepare/prepared-resource.ts'
import type { Problem } from '../report/reason.ts'

/** A value that must be unique. */
export interface UniqueValue {
  /** The value with its kind and scope, as one string. */
  readonly value: string
  /** The problem that is reported when another object has the value. */
  readonly taken: Problem
}

/** Unique values of the resources of a run. */
export interface HeldValues {
  /** From the value to the name (`nameOf`) of the resource that has it. */
  readonly byValue: ReadonlyMap<string, string>
  /** The names of all resources that have a unique value. */
  readonly holders: ReadonlySet<string>
}

/** Held values, which grow during a run. */
export class ValueRegister implements HeldValues {
  readonly byValue: Map<string, string> = new Map()
  readonly holders: Set<string> = new Set()

  /** @param name of the resource that has the value from now on */
  register(value: string, name: string): void {
    this.byValue.set(value, name)
    this.holders.add(name)
  }

  /** Adds the values that another plan of the run gave out. */
  registerAll({ byValue }: HeldValues): void {
    for (const [value, name] of byValue) this.register(value, name)
  }
}

/** @returns the unique value of a resource; undefined for kinds without one, and for a resource that currently has none */
export function uniqueValueOf({ desired: { kind, key, orgId, ownName }, content }: PreparedResource): UniqueValue | undefined {
  if (kind === 'org') {
    const { org } = content
    const name = isJsonObject(org) ? org['name'] : undefined
    if (ownName !== true || typeof name !== 'string') return undefined
    return { value: JSON.stringify(['org', nameSkeleton(name)]), taken: { reason: 'org_name_taken', member: 'org.name' } }
  }
  if (kind === 'orgDomain') {
    const usable = content['state'] === undefined && (content['isVerified'] === true || content['isPrimary'] === true)
    return usable ? { value: JSON.stringify(['domain', key[1]]), taken: { reason: 'domain_taken' } } : undefined
  }
  if ((kind === 'oidcApp' || kind === 'apiApp') && typeof content['clientId'] === 'string') {
    return { value: JSON.stringify([content['clientId']]), taken: { reason: 'client_id_taken', member: 'clientId' } }
  }
  const user = content['user']
  if (typeof user !== 'object' || user === null || !('userName' in user) || typeof user.userName !== 'string') return undefined
  return {
    value: JSON.stringify([orgId, canonicalLoginName(user.userName)]),
    taken: { reason: 'user_name_taken', member: 'user.userName' },
  }
}
