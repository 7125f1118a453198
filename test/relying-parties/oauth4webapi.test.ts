// oauth4webapi, strict about every rule of the specifications, through the whole code flow against the service on https.
// https://github.com/panva/oauth4webapi
import { alice, clientSecret, redirectUri } from '@symbolon/testing'
import type { Page, UserAgent } from '@symbolon/testing'
import * as oauth from 'oauth4webapi'
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { broughtBack, createRelyingParties, relyingPartyDocument, visit } from '../support/relying-parties.ts'
import type { Algorithm, RelyingParty } from '../support/relying-parties.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'

const parties = await createRelyingParties()
let service: TestService
let server: oauth.AuthorizationServer
let options: { [oauth.customFetch]: (url: string, init: object) => Promise<Response> }

before(async () => {
  service = await startTestService({ document: relyingPartyDocument(parties) })
  options = { [oauth.customFetch]: service.fetch }
  const issuer = new URL(service.issuer)
  server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options))
})
after(async () => await service.stop())

function clientOf({ clientId, idTokenAlg }: RelyingParty): oauth.Client {
  return { client_id: clientId, id_token_signed_response_alg: idTokenAlg }
}

function authenticationOf({ authentication }: RelyingParty): oauth.ClientAuth {
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

interface SignIn {
  readonly page: Page
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

async function begin({ clientId }: RelyingParty, userAgent: UserAgent, further: Readonly<Record<string, string>> = {}): Promise<SignIn> {
  const [state, nonce, codeVerifier] = [oauth.generateRandomState(), oauth.generateRandomNonce(), oauth.generateRandomCodeVerifier()]
  const url = new URL(server.authorization_endpoint ?? '')
  url.search = new URLSearchParams({
    client_id: clientId, redirect_uri: redirectUri, response_type: 'code', scope: 'openid profile email', state, nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier), code_challenge_method: 'S256', ...further,
  }).toString()
  return { page: await visit(userAgent, url), state, nonce, codeVerifier }
}

interface SignedIn {
  readonly tokens: oauth.TokenEndpointResponse
  readonly idToken: oauth.IDToken
}

async function redeem(party: RelyingParty, signIn: SignIn, maxAge?: number): Promise<SignedIn> {
  const client = clientOf(party)
  const back = broughtBack(signIn.page)
  const answer = back.method === 'POST' ? new URLSearchParams(await back.text()) : new URL(back.url)
  const parameters = oauth.validateAuthResponse(server, client, answer, signIn.state)
  const response = await requestTokens(party, authenticationOf(party), parameters, signIn.codeVerifier)
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: signIn.nonce, requireIdToken: true, ...(maxAge === undefined ? {} : { maxAge }),
  })
  await oauth.validateApplicationLevelSignature(server, response, options)
  const idToken = oauth.getValidatedIdTokenClaims(tokens)
  assert.ok(idToken !== undefined)
  return { tokens, idToken }
}

async function requestTokens(
  party: RelyingParty,
  authentication: oauth.ClientAuth,
  parameters: URLSearchParams,
  codeVerifier: string,
): Promise<Response> {
  return await oauth.authorizationCodeGrantRequest(server, clientOf(party), authentication, parameters, redirectUri, codeVerifier, options)
}

describe('oauth4webapi', () => {
  for (const party of parties) {
    const form = party.accessTokenAlg === undefined ? 'an opaque access token' : `a JWT access token signed with ${party.accessTokenAlg}`
    const { clientId, authentication: { method }, idTokenAlg } = party
    test(`${clientId} signs Alice in by ${method}, with an ID token signed with ${idTokenAlg} and ${form}`, async () => {
      const { tokens, idToken } = await redeem(party, await begin(party, service.newUserAgent()))
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
    })

    test(`${clientId} takes the answer as a posted form`, async () => {
      const { idToken } = await redeem(party, await begin(party, service.newUserAgent(), { response_mode: 'form_post' }))
      assert.equal(idToken.sub, alice.id)
    })
  }

  const [party] = parties
  assert.ok(party !== undefined)

  test('prompt=none answers in silence once somebody is signed in, and with login_required before', async () => {
    const userAgent = service.newUserAgent()
    const early = await begin(party, userAgent, { prompt: 'none' })
    await assert.rejects(async () => await redeem(party, early), isError(oauth.AuthorizationResponseError, 'login_required'))
    const first = await redeem(party, await begin(party, userAgent))
    const second = await redeem(party, await begin(party, userAgent, { prompt: 'none', id_token_hint: first.tokens.id_token ?? '' }))
    assert.equal(second.idToken.auth_time, first.idToken.auth_time)
  })

  test('max_age is answered with an auth_time that is young enough', async () => {
    const userAgent = service.newUserAgent()
    const first = await redeem(party, await begin(party, userAgent, { max_age: '1000' }), 1000)
    await sleep(1100)
    const second = await redeem(party, await begin(party, userAgent, { max_age: '0' }), 0)
    assert.ok((second.idToken.auth_time ?? 0) > (first.idToken.auth_time ?? 0))
  })

  test('errors of the authorization endpoint are authorization response errors with the code of the standard', async () => {
    const cases = [
      ['invalid_scope', { scope: 'profile' }],
      ['unsupported_response_type', { response_type: 'code magic' }],
      ['invalid_request', { prompt: 'none login' }],
      ['invalid_request', { code_challenge_method: 'plain' }],
      ['request_not_supported', { request: 'e30.e30.' }],
    ] as const
    for (const [code, further] of cases) {
      const begun = await begin(party, service.newUserAgent(), further)
      await assert.rejects(async () => await redeem(party, begun), isError(oauth.AuthorizationResponseError, code), code)
    }
  })

  test('errors of the token endpoint are response body errors, a wrong secret a challenge', async () => {
    const begun = await begin(party, service.newUserAgent())
    const forged = { ...begun, codeVerifier: oauth.generateRandomCodeVerifier() }
    await assert.rejects(async () => await redeem(party, forged), isError(oauth.ResponseBodyError, 'invalid_grant'))
    const parameters = oauth.validateAuthResponse(server, clientOf(party), new URL(broughtBack(begun.page).url), begun.state)
    const response = await requestTokens(party, oauth.ClientSecretBasic('wrong'), parameters, begun.codeVerifier)
    await assert.rejects(async () => await oauth.processAuthorizationCodeResponse(server, clientOf(party), response), (error) => {
      assert.ok(error instanceof oauth.WWWAuthenticateChallengeError)
      assert.equal(error.status, 401)
      assert.equal(error.cause[0]?.scheme, 'basic')
      return true
    })
  })

  test('a token that does not count is a Bearer challenge at userinfo', async () => {
    const response = await oauth.userInfoRequest(server, clientOf(party), 'not-a-token', options)
    const processing = oauth.processUserInfoResponse(server, clientOf(party), oauth.skipSubjectCheck, response)
    await assert.rejects(processing, (error) => {
      assert.ok(error instanceof oauth.WWWAuthenticateChallengeError)
      assert.equal(error.cause[0]?.scheme, 'bearer')
      assert.equal(error.cause[0]?.parameters.error, 'invalid_token')
      return true
    })
  })
})

/** Ed25519 hashes with SHA-512. https://openid.net/specs/openid-connect-core-1_0.html#CodeIDToken */
function leftHalf(text: string, algorithm: Algorithm): string {
  const hash = createHash(algorithm === 'EdDSA' ? 'sha512' : 'sha256').update(text).digest()
  return hash.subarray(0, hash.byteLength / 2).toString('base64url')
}

function isError(
  type: typeof oauth.AuthorizationResponseError | typeof oauth.ResponseBodyError,
  code: string,
): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof type, String(error))
    assert.equal(error.error, code)
    return true
  }
}
