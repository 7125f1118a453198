// Client metadata that composed parts declare: each value in its normal form. A malformed value can be a demand, so the app is refused with it.
import type { ClientMetadataMembers } from '@symbolon/core-protocol'
import { isJsonObject, readMetadataValue } from '@symbolon/schema-v2'
import type { Content, DesiredResource } from '../desired/desired-resource.ts'
import type { Problem } from '../report/reason.ts'
import type { PrepareContext, PreparedSecrets } from './prepared-resource.ts'

/** @returns the first value that its part refuses */
export function clientMetadataProblem({ clientMetadata: given }: Content, members: ClientMetadataMembers = new Map()): Problem | undefined {
  const malformed = Object.entries(isJsonObject(given) ? given : {}).find(([name, value]) => read(name, value, members) === undefined)
  return malformed === undefined ? undefined : { reason: 'client_metadata_malformed', member: `clientMetadata.${malformed[0]}` }
}

/** A member that no composed part declares stays as it is: a notice says so. */
export async function prepareClientMetadata(
  { content: { clientMetadata: given } }: DesiredResource,
  _stored: unknown,
  { clientMetadata: members = new Map() }: PrepareContext,
): Promise<PreparedSecrets> {
  if (!isJsonObject(given)) return {}
  const kept = Object.entries(given)
    .map(([name, value]) => [name, read(name, value, members)?.value] as const)
    .filter(([, value]) => value !== undefined)
  return { instead: { clientMetadata: kept.length === 0 ? undefined : Object.fromEntries(kept) } }
}

function read(name: string, value: unknown, members: ClientMetadataMembers): { readonly value: unknown } | undefined {
  const member = members.get(name)
  return member === undefined ? { value } : readMetadataValue(member.schema, value)
}
