// Where policies, texts and identity providers are: the organization of `--org`, or the instance.
import type { EffectivePolicy, IdentityProvider, InstanceLists, Single } from '@symbolon/client'
import type { Call } from './call.ts'
import { orgOf } from './find.ts'

/** An organization, or the instance. */
export interface Place {
  /** For sentences. */
  readonly what: string
  /** As it was chosen. */
  readonly option: string
  /** In the document of the API. */
  readonly path: string
  readonly client: InstanceLists & {
    readonly policies: Readonly<Record<string, Single<object>>>
    effectivePolicies(): Promise<readonly EffectivePolicy[]>
  }
  /** The providers that the login policy may list. */
  offering(): Promise<readonly IdentityProvider[]>
}

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
