// Pushed authorization requests as openid-client and oauth4webapi send them, for every way to authenticate, against the service on https.
// https://www.rfc-editor.org/rfc/rfc9126
import { redirectUri } from '@symbolon/test-kit'
import * as oauth from 'oauth4webapi'
import * as client from 'openid-client'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { authenticationOf, clientOf, discoverServer } from '../support/oauth4webapi.ts'
import type { DiscoveredServer } from '../support/oauth4webapi.ts'
import { checkTokens, discover, redeem } from '../support/openid-client.ts'
import { createRelyingParties, relyingPartyDocument, visit } from '../support/relying-parties.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'

const parties = await createRelyingParties()
const confidential = parties.filter(({ authentication: { method } }) => method !== 'none')
const publicParty = parties.find(({ authentication: { method } }) => method === 'none')
let service: TestService
let discovered: DiscoveredServer

before(async () => {
  service = await startTestService({ document: relyingPartyDocument(parties) })
  discovered = await discoverServer(service)
})
after(async () => await service.stop())

async function checksOf(): Promise<{ readonly checks: client.AuthorizationCodeGrantChecks; readonly parameters: Record<string, string> }> {
  const pkceCodeVerifier = client.randomPKCECodeVerifier()
  const [expectedState, expectedNonce] = [client.randomState(), client.randomNonce()]
  const parameters = {
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email',
    state: expectedState,
    nonce: expectedNonce,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  }
  return { checks: { pkceCodeVerifier, expectedState, expectedNonce }, parameters }
}

describe('openid-client', () => {
  for (const party of confidential) {
    test(`${party.clientId} pushes its request by ${party.authentication.method}, and signs Alice in`, async () => {
      const configuration = await discover(service, party)
      const { checks, parameters } = await checksOf()
      const url = await client.buildAuthorizationUrlWithPAR(configuration, parameters)
      assert.deepEqual([...url.searchParams.keys()].sort(), ['client_id', 'request_uri'], 'the browser carries nothing else')
      await checkTokens(configuration, await redeem(configuration, { page: await visit(service.newUserAgent(), url), checks }))
    })
  }

  test('a public client is refused with invalid_client', async () => {
    assert.ok(publicParty !== undefined)
    const configuration = await discover(service, publicParty)
    const { parameters } = await checksOf()
    await assert.rejects(client.buildAuthorizationUrlWithPAR(configuration, parameters), (error) => {
      assert.ok(error instanceof client.WWWAuthenticateChallengeError || error instanceof client.ResponseBodyError)
      assert.equal(error.status, 401)
      return true
    })
  })
})

describe('oauth4webapi', () => {
  const pushAs = async (
    party: (typeof parties)[number],
    changes: Readonly<Record<string, string>> = {},
  ): Promise<oauth.PushedAuthorizationResponse> => {
    const { server, options } = discovered
    const { parameters } = await checksOf()
    const answer = await oauth.pushedAuthorizationRequest(
      server,
      clientOf(party),
      authenticationOf(party),
      new URLSearchParams({ ...parameters, ...changes }),
      options,
    )
    return await oauth.processPushedAuthorizationResponse(server, clientOf(party), answer)
  }

  for (const party of confidential) {
    test(`${party.clientId} takes the answer to its push`, async () => {
      const { request_uri: uri, expires_in: lifetime } = await pushAs(party)
      assert.match(uri, /^urn:ietf:params:oauth:request_uri:/)
      assert.equal(lifetime, 90)
    })
  }

  test('an error of the push reaches the application', async () => {
    const [party] = confidential
    assert.ok(party !== undefined)
    await assert.rejects(pushAs(party, { redirect_uri: 'https://evil.example/' }), (error) => {
      assert.ok(error instanceof oauth.ResponseBodyError)
      assert.deepEqual([error.status, error.error], [400, 'invalid_request'])
      return true
    })
  })
})
