// Client metadata that composed parts declare: each value in its normal form. A value that its part refuses is left out.
import { isJsonObject, readMetadataValue } from '@symbolon/schema-v2'
import type { DesiredResource } from '../desired/desired-resource.ts'
import type { Problem } from '../report/reason.ts'
import type { PrepareContext, PreparedSecrets } from './prepared-resource.ts'

/** A member that no composed part declares stays as it is: a notice says so. */
export async function prepareClientMetadata(
  { content }: DesiredResource,
  _stored: unknown,
  { clientMetadata }: PrepareContext,
): Promise<PreparedSecrets> {
  const { clientMetadata: given } = content
  if (!isJsonObject(given) || clientMetadata === undefined) return {}
  const ignored: Problem[] = []
  const kept: [name: string, value: unknown][] = []
  for (const [name, value] of Object.entries(given)) {
    const member = clientMetadata.get(name)
    const reading = member === undefined ? { value } : readMetadataValue(member.schema, value)
    if (reading === undefined) ignored.push({ reason: 'client_metadata_malformed', member: `clientMetadata.${name}` })
    else if (reading.value !== undefined) kept.push([name, reading.value])
  }
  return { ignored, instead: { clientMetadata: kept.length === 0 ? undefined : Object.fromEntries(kept) } }
}
