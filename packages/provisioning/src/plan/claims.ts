// Values that only one object may have: client ids and usable domains in the instance, user names in an organization. Within a plan they are counted here;
// what the storage holds already, only the storage can say.
import { canonicalLoginName } from '@symbolon/core-protocol'
import type { PreparedResource } from '../prepare/prepared-resource.ts'
import type { Problem } from '../report/reason.ts'

export interface Claim {
  readonly value: string
  readonly taken: Problem
}

export interface Claims {
  /** From the claimed value to the name (`nameOf`) of the resource that has it. */
  readonly byValue: ReadonlyMap<string, string>
  /** The names of all that have one. */
  readonly holders: ReadonlySet<string>
}

export class ClaimsInHand implements Claims {
  readonly byValue: Map<string, string> = new Map()
  readonly holders: Set<string> = new Set()

  give(value: string, name: string): void {
    this.byValue.set(value, name)
    this.holders.add(name)
  }

  giveAll({ byValue }: Claims): void {
    for (const [value, name] of byValue) this.give(value, name)
  }
}

export function claimOf({ desired: { kind, key, orgId }, content }: PreparedResource): Claim | undefined {
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
