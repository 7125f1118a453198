// Values that only one object may have: client ids in the instance, user names in an organization. Within a run they are counted here;
// what the storage holds already, only the storage can say.
import { canonicalLoginName } from '@symbolon/core-protocol'
import type { PreparedResource } from '../prepare/prepared-resource.ts'
import type { Problem } from '../report/reason.ts'

export interface Claim {
  readonly value: string
  readonly taken: Problem
}

/** From the claimed value to the name (`nameOf`) of the resource that has it. */
export type Claims = ReadonlyMap<string, string>

export function claimOf({ desired: { kind, orgId }, content }: PreparedResource): Claim | undefined {
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
