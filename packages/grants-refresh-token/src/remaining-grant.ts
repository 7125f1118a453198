// What a refresh may still obtain of the original authorization: never more than was authorised, and less when the client asks for less or
// when something in it no longer exists.
import {
  apiAudience,
  knownScopes,
  OAuthError,
  parseScope,
  projectAudience,
  restrictingScopes,
  scopeAudience,
} from '@symbolon/core-protocol'
import type { Client, Context, RefreshTokenFamily } from '@symbolon/core-protocol'

/**
 * "The requested scope MUST NOT include any scope not originally granted by the resource owner, and if omitted is treated as
 * equal to the scope originally granted." https://www.rfc-editor.org/rfc/rfc6749#section-6
 * @throws OAuthError invalid_scope
 */
export async function remainingScope(
  requested: string | undefined,
  family: RefreshTokenFamily,
  context: Context<'clients'>,
): Promise<readonly string[]> {
  const scope = parseScope(requested ?? '')
  if (!scope.every((each) => family.scope.includes(each))) {
    throw new OAuthError('invalid_scope', 'The scope exceeds that of the original authorization.')
  }
  if (scope.length === 0) return await knownScopes(family.scope, context)
  // A scope that restricts is not the client's to drop: without it there would be more.
  return await knownScopes([...new Set([...scope, ...restrictingScopes(family.scope, context.vendor)])], context)
}

/**
 * The original audience without the part that came from a scope that the request leaves out, and without clients and projects that
 * are deactivated, removed, or were created again under the same id.
 * @throws OAuthError invalid_grant when no audience is left
 */
export async function remainingAudience(
  scope: readonly string[],
  client: Client,
  family: RefreshTokenFamily,
  context: Context<'clients'>,
): Promise<readonly string[]> {
  const own = projectAudience(client, scope, context)
  const dropped = scopeAudience(family.scope, context.vendor)
  const foreign = family.audience.filter((each) => !own.includes(each) && !dropped.includes(each))
  const isAvailable = await Promise.all(foreign.map(async (each) => await isThere(each, client, family, context)))
  const available = foreign.filter((_, index) => isAvailable[index])
  const audience = family.audience.filter((each) => own.includes(each) || available.includes(each))
  if (audience.length === 0) throw new OAuthError('invalid_grant', 'None of the originally authorized audiences is available.')
  return audience
}

async function isThere(id: string, own: Client, family: RefreshTokenFamily, context: Context<'clients'>): Promise<boolean> {
  if (id === apiAudience(context.vendor)) return own.managementAccess
  const { clients } = context.stores
  const client = await clients.find(id)
  if (client === undefined) return await clients.hasProject(id)
  // Families of an earlier release list the clients of the project, which the project stands for.
  const isSibling = own.projectId !== undefined && client.projectId === own.projectId && family.audience.includes(own.projectId)
  return !isSibling && client.createdAt <= family.issuedAt
}
