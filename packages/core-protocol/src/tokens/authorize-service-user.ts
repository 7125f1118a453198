// Authorises a service user that has authenticated: its own access, within the requested scopes, without a refresh token.
import { heldScopes } from '../claims/held-scopes.ts'
import type { Context } from '../contract/context.ts'
import { oncePerValue } from '../memory/once-per-value.ts'
import { OAuthError } from '../errors/oauth-error.ts'
import type { Authorization, TokenSelection } from '../ports/authorization.ts'
import type { Client } from '../ports/client.ts'
import { isKnownScope, knownScopes, parseScope } from '../scope/requested-scope.ts'
import { scopeAudience } from './audience.ts'
import { withinBoundary } from './boundary.ts'
import { ofClient, ofUser, uniteHolders, validityOf } from './validity.ts'

/** A service user that has authenticated, and what it asks for. */
export interface ServiceUserRequest {
  readonly client: Client
  /** The requested scope, unchanged. Without a scope the request is refused, because there is no default. */
  readonly scope: string | undefined
  /** How the service user proved itself. https://www.rfc-editor.org/rfc/rfc8176#section-2 */
  readonly amr: 'pwd' | 'pop'
  readonly tokens: TokenSelection
}

/** @throws OAuthError invalid_scope */
export async function authorizeServiceUser(
  { client, scope: asked, amr, tokens }: ServiceUserRequest,
  context: Context<'clients' | 'userGrants'>,
): Promise<Authorization> {
  const scope = await grantedScope(asked, client, context)
  const named = scopeAudience(scope, context.vendor)
  // Only what the scopes name: a service user belongs to no project. A token must have an audience; without
  // another audience it is the client. https://www.rfc-editor.org/rfc/rfc9068#section-3
  const audience = named.length === 0 ? [client.clientId] : named
  const held = await heldScopes(client.clientId, { scope, audience, client }, context)
  // A program that requests a role depends on it. The error is better than a token that fails later.
  if (held.length < scope.length) throw new OAuthError('invalid_scope', 'The scope names a role that the user does not have.')
  return {
    id: context.randomToken().slice(0, 22),
    client,
    subject: client.clientId,
    scope,
    audience,
    // The client is the user.
    validity: ownValidity(client),
    authentication: { at: context.now(), amr: [amr], acr: '1' },
    tokens,
  }
}

/** Of what a service user is issued: it is the client and the user. */
const ownValidity = oncePerValue((client: Client) => validityOf(uniteHolders(ofUser({ ...client, id: client.clientId }), ofClient(client))))

/**
 * An unknown scope is refused. A project that does not exist or that the organization of the service user may not have, and a scope for a refresh
 * token, are left out, and the response says so.
 * @throws OAuthError invalid_scope
 */
async function grantedScope(
  text: string | undefined,
  client: Client,
  context: Context<'clients' | 'userGrants'>,
): Promise<readonly string[]> {
  // "either process the request using a pre-defined default value or fail the request indicating an invalid scope"
  // https://www.rfc-editor.org/rfc/rfc6749#section-3.3
  if (text === undefined || text.trim() === '') throw new OAuthError('invalid_scope', 'The scope is missing.')
  const scope = parseScope(text)
  const { metadata, tokenKinds } = context.registry
  if (!scope.every((each) => isKnownScope(each, metadata.scopes_supported, context.vendor))) {
    throw new OAuthError('invalid_scope', 'The scope is not known.')
  }
  const unmet = [...tokenKinds.values()].map((kind) => kind.scope)
  const known = await knownScopes(scope, context)
  const itself = { id: client.clientId, orgId: client.orgId }
  const shared = await withinBoundary({ scope: known, audience: scopeAudience(known, context.vendor) }, client, () => itself, context)
  const granted = shared.scope.filter((each) => !unmet.some((other) => other === each))
  if (granted.length === 0) throw new OAuthError('invalid_scope', 'None of the requested scope can be granted.')
  return granted
}
