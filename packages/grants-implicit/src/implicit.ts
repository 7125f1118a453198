// The implicit flow: the authorization endpoint returns ID tokens, with or without an access token.
// https://openid.net/specs/openid-connect-core-1_0.html#ImplicitFlowAuth
import {
  authenticationTimeOf,
  checkNoOptions,
  define,
  OAuthError,
  ofUserAndClient,
  projectAudience,
  validityOf,
} from '@symbolon/core-protocol'
import type {
  AnyGrant,
  Authorization,
  AuthorizationRequest,
  Client,
  Context,
  GrantedRequest,
  NoOptions,
  ResponseType,
} from '@symbolon/core-protocol'

const responseTypes: readonly ResponseType<'clients'>[] = [
  responseType('id_token', ['id_token']),
  responseType('id_token token', ['access_token', 'id_token']),
]

/** @returns the response types `id_token` and `id_token token`; `token` alone is not OpenID Connect */
export function implicit(...none: NoOptions): AnyGrant {
  checkNoOptions('implicit', none)
  return define({
    kind: 'front_channel_grant',
    name: 'implicit grant',
    stores: ['clients'],
    // Discovery lists it although the token endpoint has no such grant. https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata
    metadata: { grant_types_supported: [grantType] },
    responseTypes,
  })
}

function responseType(name: string, tokens: readonly ('access_token' | 'id_token')[]): ResponseType<'clients'> {
  return {
    responseType: name,
    // Tokens never travel in a query. https://openid.net/specs/oauth-v2-multiple-response-types-1_0.html#Combinations
    defaultResponseMode: 'fragment',
    check: checkImplicitRequest,
    respond: async (granted, context) => ({ authorization: authorizeImplicit(granted, context), tokens }),
  }
}

/** How clients register it. https://openid.net/specs/openid-connect-registration-1_0.html#ClientMetadata */
export const grantType = 'implicit'

/** @throws OAuthError unauthorized_client, invalid_request */
export function checkImplicitRequest(request: AuthorizationRequest, client: Client): void {
  // No token endpoint asks for the grant type later, as it does for a code: an app that gave the flow up must be safe from it here.
  if (!client.grantTypes.includes(grantType)) throw new OAuthError('unauthorized_client', 'The client may not use the implicit flow.')
  // The nonce alone binds the response to the request. https://openid.net/specs/openid-connect-core-1_0.html#ImplicitAuthRequest
  if (request.nonce === undefined) throw new OAuthError('invalid_request', 'The nonce is missing.')
}

/** @returns what a signed-in user authorises by an implicit request */
export function authorizeImplicit(granted: GrantedRequest, context: Context<'clients'>): Authorization {
  const { request, client, session, user, acr, amr } = granted
  return {
    id: context.randomToken().slice(0, 22),
    client,
    subject: session.userId,
    scope: request.scope,
    audience: projectAudience(client, request.scope, context),
    validity: validityOf(ofUserAndClient(user, client)),
    authentication: { at: authenticationTimeOf(session), amr, acr, sessionId: session.id },
    ...(request.nonce === undefined ? {} : { nonce: request.nonce }),
    ...(request.claims === undefined ? {} : { claims: request.claims }),
  }
}
