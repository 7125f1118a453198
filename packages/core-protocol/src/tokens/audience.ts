// The audience of access tokens that a user's sign-in to an app yields.
import type { Client } from '../ports/client.ts'
import type { Stores } from '../ports/stores.ts'
import { readReservedScopes } from '../scope/reserved-scope.ts'

/** @returns the client ids of the app's project, the project itself, and what `…:aud` scopes add */
export async function projectAudience(
  client: Client,
  scope: readonly string[],
  context: { readonly vendor: string, readonly stores: Pick<Stores, 'clients'> },
): Promise<readonly string[]> {
  const ofProject = client.projectId === undefined ? [] : [...await context.stores.clients.listClientIds(client.projectId), client.projectId]
  return [...new Set([client.clientId, ...ofProject, ...scopeAudience(scope, context.vendor)])]
}

/** @returns the project ids that `…:aud` scopes add */
export function scopeAudience(scope: readonly string[], vendor: string): readonly string[] {
  return readReservedScopes(scope, vendor).flatMap((each) => each.kind === 'audience' ? each.audience : [])
}
