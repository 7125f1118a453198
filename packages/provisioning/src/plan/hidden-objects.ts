// Hides objects that the caller may not read. A reference to such an object is refused like a reference to an object that does not
// exist, its id is in use like any other, and its removal finds nothing. Otherwise a document would be a search over other organizations.
import { nameOfResource } from '@symbolon/core-protocol'
import type { ResourceReference } from '@symbolon/core-protocol'
import { may, readingPlaceOf } from '@symbolon/permissions'
import type { Caller } from '@symbolon/permissions'
import type { Existence, Lookup } from './existence.ts'

/**
 * @param existence of the object at this point of the run
 * @returns whether the caller may know that the object exists: the caller may read it, or the document itself brought it
 */
export function mayKnow(caller: Caller, reference: ResourceReference, existence: Existence, stored: Lookup): boolean {
  if (caller.kind === 'system') return true
  const resource = stored.get(nameOfResource(reference))
  const orgId = resource?.orgId ?? (existence.state === 'present' ? existence.orgId : undefined)
  const content = resource?.content ?? {}
  const place = readingPlaceOf({ ...reference, ...(orgId === undefined ? {} : { orgId }), content }, (other) =>
    stored.get(nameOfResource(other)),
  )
  return may(caller, 'get', reference.kind, place) === undefined
}
