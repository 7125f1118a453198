// The support desk: an application whose staff act for customers. The claim `act` of each token names the member of staff. https://www.rfc-editor.org/rfc/rfc8693
import * as oauth from 'oauth4webapi'

const grantType = 'urn:ietf:params:oauth:grant-type:token-exchange'
const accessToken = 'urn:ietf:params:oauth:token-type:access_token'
const userId = 'urn:symbolon:params:oauth:token-type:user_id'

export interface SupportDesk {
  readonly server: oauth.AuthorizationServer
  readonly client: oauth.Client
  readonly authentication: oauth.ClientAuth
  /** Allows plain http, for a provider on this machine. */
  readonly insecure: { readonly [oauth.allowInsecureRequests]: boolean }
}

export async function openSupportDesk(issuer: string, clientId: string, clientSecret: string): Promise<SupportDesk> {
  const identifier = new URL(issuer)
  const insecure = { [oauth.allowInsecureRequests]: identifier.protocol === 'http:' }
  const response = await oauth.discoveryRequest(identifier, insecure)
  const server = await oauth.processDiscoveryResponse(identifier, response)
  return { server, client: { client_id: clientId }, authentication: oauth.ClientSecretBasic(clientSecret), insecure }
}

/**
 * Exchanges a token of a member of staff for tokens of a customer.
 *
 * @param customer the customer's user id
 * @param staffToken an access token of the member of staff
 * @returns tokens of the customer, whose claim `act` names the member of staff
 * @throws oauth.ResponseBodyError when the provider does not allow it
 */
export async function actFor(desk: SupportDesk, customer: string, staffToken: string): Promise<oauth.TokenEndpointResponse> {
  const { server, client, authentication, insecure } = desk
  const parameters = new URLSearchParams({
    subject_token: customer,
    subject_token_type: userId,
    actor_token: staffToken,
    actor_token_type: accessToken,
    scope: 'openid profile email',
    // The audience is the support desk only, whatever else the staff's token is for.
    audience: client.client_id,
  })
  const response = await oauth.genericTokenEndpointRequest(server, client, authentication, grantType, parameters, insecure)
  return await oauth.processGenericTokenEndpointResponse(server, client, response)
}

/** The introspection response that an API gets for the token. */
export async function introspect(desk: SupportDesk, token: string): Promise<oauth.IntrospectionResponse> {
  const { server, client, authentication, insecure } = desk
  const response = await oauth.introspectionRequest(server, client, authentication, token, insecure)
  return await oauth.processIntrospectionResponse(server, client, response)
}

/** The claims that the customer would see. */
export async function profileOf(desk: SupportDesk, customer: string, token: string): Promise<oauth.UserInfoResponse> {
  const { server, client, insecure } = desk
  return await oauth.processUserInfoResponse(server, client, customer, await oauth.userInfoRequest(server, client, token, insecure))
}

/** Revokes the token when the work is done. */
export async function handBack(desk: SupportDesk, token: string): Promise<void> {
  const { server, client, authentication, insecure } = desk
  await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, authentication, token, insecure))
}
