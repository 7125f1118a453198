// Ids that the provider has for itself in the audience of tokens: its own API, whose identifier is a URN, and the clients that are parts of it.
// A project, a client or a service user with one of them would have its tokens accepted there.
import type { Resource } from '@symbolon/core-protocol'
import { mayChooseAudience, mayChooseUserId } from '@symbolon/permissions'
import type { Caller } from '@symbolon/permissions'
import type { PreparedResource } from '../prepare/prepared-resource.ts'
import type { Problem } from '../report/reason.ts'

/**
 * @param existing the object as it is stored: one that has such an id already keeps it
 * @param clientsInCode the ids of the clients that are parts of the provider
 * @returns the problem of an object that would get such an id
 */
export function reservedProblem(
  { desired, content }: Pick<PreparedResource, 'desired' | 'content'>,
  existing: Pick<Resource, 'content'> | undefined,
  clientsInCode: ReadonlySet<string>,
): Problem | undefined {
  const id = audienceIdOf(desired, content)
  if (id === undefined || !(id.startsWith('urn:') || clientsInCode.has(id))) return undefined
  if (existing !== undefined && audienceIdOf(desired, existing.content) === id) return undefined
  return { reason: 'id_reserved', ...(id === content['clientId'] ? { member: 'clientId' } : {}) }
}

/**
 * @param existing the object as it is stored: it keeps its id
 * @returns the problem of an object whose id the caller may not choose
 */
export function chosenIdProblem(
  { desired, content }: Pick<PreparedResource, 'desired' | 'content'>,
  existing: Pick<Resource, 'content'> | undefined,
  caller: Caller,
): Problem | undefined {
  const { kind, key, orgId } = desired
  const isUser = kind === 'humanUser' || kind === 'machineUser'
  if (isUser && existing === undefined && !mayChooseUserId(caller, orgId ?? '', key[0] ?? ''))
    return { reason: 'user_id_outside_namespace' }
  const id = audienceIdOf(desired, content)
  if (id === undefined || mayChooseAudience(caller, id)) return undefined
  if (existing !== undefined && audienceIdOf(desired, existing.content) === id) return undefined
  return { reason: 'id_is_address', ...(id === content['clientId'] ? { member: 'clientId' } : {}) }
}

/** The id by which tokens are for the object. */
function audienceIdOf({ kind, key: [id] }: PreparedResource['desired'], content: Resource['content']): string | undefined {
  if (kind === 'project' || kind === 'machineUser') return id
  const { clientId } = content
  return (kind === 'oidcApp' || kind === 'apiApp') && typeof clientId === 'string' ? clientId : undefined
}
