// Where policies, texts and identity providers are: the organization of `--org`, or the instance.
import type { Call } from './call.ts'
import { orgOf } from './find.ts'
import type { Place } from './find.ts'

/**
 * Reads `--org` or `--instance`.
 * @throws CommandError org_needed, not_found
 */
export async function placeOf(call: Call): Promise<Place> {
  const { client, given } = call
  if (given.has('instance')) {
    return { what: 'the instance', option: '--instance', path: '/instance', client: client.instance, offering: client.identityProviders }
  }
  const { orgId, client: org } = await orgOf(call)
  return { what: orgId, option: `--org ${orgId}`, path: '/orgs/{orgId}', client: org, offering: org.identityProviders }
}
