// The audience of access tokens. The audience of the provider's own API is granted to service users and to apps that are registered for it:
// any other app would control the instance as soon as an owner signs in to it. https://www.rfc-editor.org/rfc/rfc9700#section-2.3
import { whenKnown } from '../memory/awaitable.ts'
import type { Awaitable } from '../memory/awaitable.ts'
import type { Client } from '../ports/client.ts'
import type { Stores } from '../ports/stores.ts'
import { apiAudience, isUrn, readReservedScope, readReservedScopes } from '../scope/reserved-scope.ts'

/** @returns the client ids of the app's project, the project itself, and what `…:aud` scopes add */
export function projectAudience(
  client: Client,
  scope: readonly string[],
  context: { readonly vendor: string; readonly stores: Pick<Stores, 'clients'> },
): Awaitable<readonly string[]> {
  const { clientId, projectId } = client
  const named = scopeAudience(scope, context.vendor)
  if (projectId === undefined) return [...new Set([clientId, ...named])]
  return whenKnown(context.stores.clients.listClientIds(projectId), (others) => [...new Set([clientId, ...others, projectId, ...named])])
}

/** @returns the project ids that `…:aud` scopes add */
export function scopeAudience(scope: readonly string[], vendor: string): readonly string[] {
  return readReservedScopes(scope, vendor).flatMap((each) => (each.kind === 'audience' ? each.audience : []))
}

interface Granted {
  readonly scope: readonly string[]
  readonly audience: readonly string[]
}

/** @returns the same grant, without our own API in scope and audience unless the client may have it */
export function withoutForbiddenApi<G extends Granted>(granted: G, client: Pick<Client, 'managementAccess'>, vendor: string): G {
  // The audience and the scope that asks for it are URNs, which few tokens have.
  if (client.managementAccess || !(granted.audience.some(isUrn) || granted.scope.some(isUrn))) return granted
  const api = apiAudience(vendor)
  const asksForApi = (scope: string): boolean => {
    const reserved = readReservedScope(scope, vendor)
    return reserved?.kind === 'audience' && reserved.audience === api
  }
  if (!granted.audience.includes(api) && !granted.scope.some(asksForApi)) return granted
  return {
    ...granted,
    scope: granted.scope.filter((each) => !asksForApi(each)),
    audience: granted.audience.filter((each) => each !== api),
  }
}
