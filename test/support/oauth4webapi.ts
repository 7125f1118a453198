// A relying party that uses oauth4webapi, step by step: every answer is checked as the library checks it.
// https://github.com/panva/oauth4webapi
import { alice, clientSecret, redirectUri } from '@symbolon/test-kit'
import type { Page, UserAgent } from '@symbolon/test-kit'
import * as oauth from 'oauth4webapi'
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { broughtBack, visit } from './relying-parties.ts'
import type { Algorithm, RelyingParty } from './relying-parties.ts'
import type { TestService } from './service.ts'

/** The provider as the library knows it, and how it is reached. */
export interface DiscoveredServer {
  readonly server: oauth.AuthorizationServer
  readonly options: { [oauth.customFetch]: (url: string, init: object) => Promise<Response> }
}

export async function discoverServer(service: TestService): Promise<DiscoveredServer> {
  const options: DiscoveredServer['options'] = { [oauth.customFetch]: service.fetch }
  const issuer = new URL(service.issuer)
  return { server: await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options)), options }
}

export function clientOf({ clientId, idTokenAlg }: RelyingParty): oauth.Client {
  return { client_id: clientId, id_token_signed_response_alg: idTokenAlg }
}

export function authenticationOf({ authentication }: RelyingParty): oauth.ClientAuth {
  switch (authentication.method) {
    case 'client_secret_basic':
      return oauth.ClientSecretBasic(clientSecret)
    case 'client_secret_post':
      return oauth.ClientSecretPost(clientSecret)
    case 'none':
      return oauth.None()
    case 'private_key_jwt':
      return oauth.PrivateKeyJwt({ key: authentication.key.privateKey, kid: authentication.key.id })
  }
}

export interface BegunSignIn {
  readonly page: Page
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

export async function beginSignIn(
  { server }: DiscoveredServer,
  { clientId }: RelyingParty,
  userAgent: UserAgent,
  further: Readonly<Record<string, string>> = {},
): Promise<BegunSignIn> {
  const [state, nonce, codeVerifier] = [oauth.generateRandomState(), oauth.generateRandomNonce(), oauth.generateRandomCodeVerifier()]
  const url = new URL(server.authorization_endpoint ?? '')
  url.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid profile email',
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...further,
  }).toString()
  return { page: await visit(userAgent, url), state, nonce, codeVerifier }
}

export interface SignedIn {
  readonly tokens: oauth.TokenEndpointResponse
  readonly idToken: oauth.IDToken
}

export async function redeemCode(
  discovered: DiscoveredServer,
  party: RelyingParty,
  begun: BegunSignIn,
  maxAge?: number,
): Promise<SignedIn> {
  const { server, options } = discovered
  const client = clientOf(party)
  const back = broughtBack(begun.page)
  const answer = back.method === 'POST' ? new URLSearchParams(await back.text()) : new URL(back.url)
  const parameters = oauth.validateAuthResponse(server, client, answer, begun.state)
  const response = await requestTokens(discovered, party, parameters, begun.codeVerifier)
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: begun.nonce,
    requireIdToken: true,
    ...(maxAge === undefined ? {} : { maxAge }),
  })
  await oauth.validateApplicationLevelSignature(server, response, options)
  const idToken = oauth.getValidatedIdTokenClaims(tokens)
  assert.ok(idToken !== undefined)
  return { tokens, idToken }
}

export async function requestTokens(
  { server, options }: DiscoveredServer,
  party: RelyingParty,
  parameters: URLSearchParams,
  codeVerifier: string,
  authentication: oauth.ClientAuth = authenticationOf(party),
): Promise<Response> {
  return await oauth.authorizationCodeGrantRequest(server, clientOf(party), authentication, parameters, redirectUri, codeVerifier, options)
}

/** The tokens of a sign-in of Alice are bound to her and to the party, and are good for what they are for. */
export async function checkTokens(
  { server, options }: DiscoveredServer,
  party: RelyingParty,
  { tokens, idToken }: SignedIn,
): Promise<void> {
  assert.equal(idToken.sub, alice.id)
  assert.equal(idToken.azp, party.clientId)
  assert.equal(idToken['at_hash'], leftHalf(tokens.access_token, party.idTokenAlg))
  const answer = await oauth.userInfoRequest(server, clientOf(party), tokens.access_token, options)
  const userinfo = await oauth.processUserInfoResponse(server, clientOf(party), idToken.sub, answer)
  assert.equal(userinfo.email, 'alice@mail.example')
  if (party.accessTokenAlg === undefined) return
  const request = new Request('https://api.example/', { headers: { authorization: `Bearer ${tokens.access_token}` } })
  const signingAlgorithms = [party.accessTokenAlg]
  const claims = await oauth.validateJwtAccessToken(server, request, 'portal', { ...options, signingAlgorithms })
  assert.equal(claims.sub, alice.id)
  assert.equal(claims.client_id, party.clientId)
  assert.equal(claims.scope, 'openid profile email')
}

/** Ed25519 hashes with SHA-512. https://openid.net/specs/openid-connect-core-1_0.html#CodeIDToken */
function leftHalf(text: string, algorithm: Algorithm): string {
  const hash = createHash(algorithm === 'EdDSA' ? 'sha512' : 'sha256')
    .update(text)
    .digest()
  return hash.subarray(0, hash.byteLength / 2).toString('base64url')
}
