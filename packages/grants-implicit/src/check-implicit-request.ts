// What the implicit flow demands of a request and of its client, beyond what every authorization request has to be.
import { OAuthError } from '@symbolon/core-protocol'
import type { AuthorizationRequest, Client } from '@symbolon/core-protocol'

/** How clients register it. https://openid.net/specs/openid-connect-registration-1_0.html#ClientMetadata */
export const grantType = 'implicit'

/** @throws OAuthError unauthorized_client, invalid_request */
export function checkImplicitRequest(request: AuthorizationRequest, client: Client): void {
  // No token endpoint asks for the grant type later, as it does for a code: an app that gave the flow up must be safe from it here.
  if (!client.grantTypes.includes(grantType)) throw new OAuthError('unauthorized_client', 'The client may not use the implicit flow.')
  // The one thing that ties the answer to the request. https://openid.net/specs/openid-connect-core-1_0.html#ImplicitAuthRequest
  if (request.nonce === undefined) throw new OAuthError('invalid_request', 'The nonce is missing.')
}
