// The scope of a personal access token. It is free text of the user who created the token, and no issuance has checked it: so each use checks it as
// an issuance would. Otherwise a user who may create tokens for a service user could give it scopes of other organizations.
import type { Context } from '../contract/context.ts'
import type { PersonalAccessToken } from '../ports/access-token.ts'
import type { User } from '../ports/user.ts'
import { admittedScopes } from '../scope/define-scope.ts'
import { knownScopes } from '../scope/requested-scope.ts'
import { belongsTo, demandedOrganization } from '../scope/restricting-scopes.ts'

/**
 * @returns the scopes that are known here, without organizations that are not those of the user, and without scopes of the host that do not
 *   admit it. Whether it has a role depends on the project, which is known where the scope is returned.
 * @throws StorageUnavailable when the host cannot say
 */
export async function personalScope(
  { token, user }: { readonly token: Pick<PersonalAccessToken, 'scope'>; readonly user: User },
  context: Context<'clients'>,
): Promise<readonly string[]> {
  const { registry, stores, vendor } = context
  if (token.scope.length === 0) return usualScope(vendor)
  const known = await knownScopes(token.scope, context)
  const scope = known.filter((each) => belongsTo(user, demandedOrganization([each], vendor)))
  const own = registry.scopes.filter((each) => scope.includes(each.scope))
  if (own.length === 0) return scope
  // The token is issued to no client. A service user that asks for tokens by itself is its own.
  const client = await stores.clients.find(user.id)
  if (client?.kind !== 'service_user') return scope.filter((each) => !own.some((of) => of.scope === each))
  return await admittedScopes(scope, client, () => user, context)
}

/** The scope of a personal access token whose document names none. */
function usualScope(vendor: string): readonly string[] {
  return ['openid', 'profile', `urn:${vendor}:iam:user:metadata`, `urn:${vendor}:iam:user:resourceowner`]
}
