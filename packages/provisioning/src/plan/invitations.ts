// Roles that an organization gives to a user of another organization count once the user has accepted them. Until then the membership is stored
// as invited. The user accepts it by `MembershipStore.accept`, never by a document. Users of the organization itself have no choice, and neither
// have users whose roles a caller with rights in the instance gives.
import { holds, theInstance } from '@symbolon/permissions'
import type { Caller } from '@symbolon/permissions'
import type { ResourceReference, StoredResource } from '@symbolon/core-protocol'
import type { PreparedResource } from '../prepare/prepared-resource.ts'
import type { Existence } from './existence.ts'

/**
 * @param existing the membership as stored: what the user has accepted stays accepted
 * @param at whether an object exists at this point of the run
 * @returns the membership as the caller may store it
 */
export function withInvitation(
  prepared: PreparedResource,
  existing: StoredResource | undefined,
  caller: Caller,
  at: (reference: ResourceReference) => Existence,
): PreparedResource {
  const { desired, content } = prepared
  if (desired.removed || !isMembershipOfOrganization(desired.kind)) return prepared
  const wasInvited = existing?.content['state'] === 'STATE_INVITED'
  if (holds(caller, 'instance.write', theInstance)) {
    // A document without a state keeps the stored state, which counts as accepted.
    return wasInvited && desired.content['state'] === undefined ? { ...prepared, content: withoutState(content) } : prepared
  }
  const userId = desired.key.at(-1) ?? ''
  const isForeign = homeOf(userId, at) !== desired.orgId
  const waits = isForeign && (existing === undefined || wasInvited)
  return waits ? { ...prepared, content: { ...content, state: 'STATE_INVITED' } } : prepared
}

function isMembershipOfOrganization(kind: PreparedResource['desired']['kind']): boolean {
  return kind === 'orgMember' || kind === 'projectMember' || kind === 'projectGrantMember'
}

function homeOf(userId: string, at: (reference: ResourceReference) => Existence): string | undefined {
  for (const kind of ['humanUser', 'machineUser'] as const) {
    const found = at({ kind, key: [userId] })
    if (found.state === 'present') return found.orgId
  }
  return undefined
}

function withoutState({ state: _, ...content }: PreparedResource['content']): PreparedResource['content'] {
  return content
}
