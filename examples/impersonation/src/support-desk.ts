// The support desk: an application whose staff act for customers, each in the own name. The customer's token says so wherever it is
// shown: in its claim `act`. https://www.rfc-editor.org/rfc/rfc8693
import * as oauth from 'oauth4webapi'

const grantType = 'urn:ietf:params:oauth:grant-type:token-exchange'
const accessToken = 'urn:ietf:params:oauth:token-type:access_token'
const userId = 'urn:symbolon:params:oauth:token-type:user_id'

export interface SupportDesk {
  readonly server: oauth.AuthorizationServer
  readonly client: oauth.Client
  readonly authentication: oauth.ClientAuth
  /** For a provider on this machine alone. */
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
 * @param customer the customer's user id
 * @param staffToken an access token of whoever acts
 * @returns tokens of the customer, with the staff's name in them
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
    // For the desk itself, and for nobody else that the staff's token is good for.
    audience: client.client_id,
  })
  const response = await oauth.genericTokenEndpointRequest(server, client, authentication, grantType, parameters, insecure)
  return await oauth.processGenericTokenEndpointResponse(server, client, response)
}

/** What an API learns that is shown the token. */
export async function introspect(desk: SupportDesk, token: string): Promise<oauth.IntrospectionResponse> {
  const { server, client, authentication, insecure } = desk
  const response = await oauth.introspectionRequest(server, client, authentication, token, insecure)
  return await oauth.processIntrospectionResponse(server, client, response)
}

/** Whatever the customer sees of themselves. */
export async function profileOf(desk: SupportDesk, customer: string, token: string): Promise<oauth.UserInfoResponse> {
  const { server, client, insecure } = desk
  return await oauth.processUserInfoResponse(server, client, customer, await oauth.userInfoRequest(server, client, token, insecure))
}

/** The work is done: the token is of no use any more. */
export async function handBack(desk: SupportDesk, token: string): Promise<void> {
  const { server, client, authentication, insecure } = desk
  await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, authentication, token, insecure))
}
