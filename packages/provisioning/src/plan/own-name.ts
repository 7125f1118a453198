// Which organizations must have a unique name. Pages show the name to users, who must not confuse two organizations. Pure.
import { nameOfResource } from '@symbolon/core-protocol'
import { holds, theInstance } from '@symbolon/permissions'
import { canonicalJson } from '@symbolon/schema-v2'
import type { PreparedResource } from '../prepare/prepared-resource.ts'
import type { Lookup } from './existence.ts'
import type { Rights } from './rights.ts'

/**
 * @returns the resource; an organization with the requirement that its name does not resemble the name of another organization, if the change sets
 *   the name and the caller has no permission over all organizations of the instance
 */
export function withOwnName(
  prepared: PreparedResource,
  { rights: { caller }, stored }: { readonly rights: Pick<Rights, 'caller'>; readonly stored: Lookup },
): PreparedResource {
  const { desired, content } = prepared
  if (desired.kind !== 'org' || desired.removed || holds(caller, 'org.write', theInstance)) return prepared
  const before = stored.get(nameOfResource(desired))?.content
  const isNamed = before === undefined || canonicalJson([before['org'] ?? null]) !== canonicalJson([content['org'] ?? null])
  return isNamed ? { ...prepared, desired: { ...desired, ownName: true } } : prepared
}
