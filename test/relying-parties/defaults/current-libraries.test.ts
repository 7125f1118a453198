// openid-client and oauth4webapi as their guides begin, with a client id and a secret and no word about the method, for an app whose
// registration names no method either.
import { acmeDocument, clientSecret, redirectUri } from '@symbolon/test-kit'
import * as oauth from 'oauth4webapi'
import * as client from 'openid-client'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { discoverServer } from '../../support/oauth4webapi.ts'
import { begin, redeem } from '../../support/openid-client.ts'
import { visit, broughtBack } from '../../support/relying-parties.ts'
import { startTestService } from '../../support/service.ts'
import type { TestService } from '../../support/service.ts'

let service: TestService
before(async () => void (service = await startTestService({ document: acmeDocument() })))
after(async () => await service.stop())

for (const clientId of ['basic', 'post']) {
  test(`openid-client signs in at ${clientId} with an id and a secret`, async () => {
    const configuration = await client.discovery(new URL(service.issuer), clientId, clientSecret, undefined, {
      [client.customFetch]: async (url, { body, headers, method }) =>
        await service.fetch(url, { body: body instanceof URLSearchParams ? body : null, headers, method }),
    })
    const tokens = await redeem(configuration, await begin(configuration, service.newUserAgent()))
    assert.equal(tokens.claims()?.sub, 'alice')
  })

  test(`oauth4webapi signs in at ${clientId} by Basic, which encodes every character that it may`, async () => {
    const { server, options } = await discoverServer(service)
    const [state, verifier] = [oauth.generateRandomState(), oauth.generateRandomCodeVerifier()]
    const url = new URL(server.authorization_endpoint ?? '')
    url.search = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid',
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString()
    const known = { client_id: clientId }
    const callback = oauth.validateAuthResponse(server, known, new URL(broughtBack(await visit(service.newUserAgent(), url)).url), state)
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      known,
      oauth.ClientSecretBasic(clientSecret),
      callback,
      redirectUri,
      verifier,
      options,
    )
    const tokens = await oauth.processAuthorizationCodeResponse(server, known, answer, { requireIdToken: true })
    assert.equal(oauth.getValidatedIdTokenClaims(tokens)?.sub, 'alice')
  })
}
