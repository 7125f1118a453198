// The audience of access tokens that a user's sign-in to an app yields.
import type { Context } from '../part.ts'
import type { Client } from '../ports/client.ts'
import type { Stores } from '../ports/stores.ts'
import { apiAudience, audienceOfScope, isKnownScope } from '../scope.ts'

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
  return scope.map((each) => audienceOfScope(each, vendor)).filter((id) => id !== undefined)
}

/** @returns the scopes that mean something here: supported ones, and `…:aud` scopes of a project that there is */
export async function knownScopes(scope: readonly string[], context: Context<'clients'>): Promise<readonly string[]> {
  const known = await Promise.all(scope.map(async (each) => {
    const audience = audienceOfScope(each, context.vendor)
    // A made-up id would let a client write into the audience whatever it likes, the client ids of strangers included.
    if (audience !== undefined) return audience === apiAudience(context.vendor) || await context.stores.clients.hasProject(audience)
    return isKnownScope(each, context.registry.metadata.scopes_supported, context.vendor)
  }))
  return scope.filter((_, index) => known[index])
}
