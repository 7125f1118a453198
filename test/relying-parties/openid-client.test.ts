// openid-client, as an application uses it, through the whole code flow against the service on https.
// https://github.com/panva/openid-client
import { alice, clientSecret, redirectUri } from '@symbolon/testing'
import type { Page, UserAgent } from '@symbolon/testing'
import * as client from 'openid-client'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { broughtBack, createRelyingParties, relyingPartyDocument, visit } from '../support/relying-parties.ts'
import type { RelyingParty } from '../support/relying-parties.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'

const parties = await createRelyingParties()
let service: TestService

before(async () => void (service = await startTestService({ document: relyingPartyDocument(parties) })))
after(async () => await service.stop())

async function discover(party: RelyingParty): Promise<client.Configuration> {
  const { clientId, idTokenAlg } = party
  return await client.discovery(new URL(service.issuer), clientId, { id_token_signed_response_alg: idTokenAlg }, authenticationOf(party), {
    [client.customFetch]: async (url, { body, headers, method }) => {
      return await service.fetch(url, { body: body instanceof URLSearchParams ? body : null, headers, method })
    },
    // ID tokens are verified by their signature, not only trusted because they came over TLS.
    execute: [client.enableNonRepudiationChecks],
  })
}

function authenticationOf({ authentication }: RelyingParty): client.ClientAuth {
  switch (authentication.method) {
    case 'client_secret_basic':
      return client.ClientSecretBasic(clientSecret)
    case 'client_secret_post':
      return client.ClientSecretPost(clientSecret)
    case 'none':
      return client.None()
    case 'private_key_jwt':
      return client.PrivateKeyJwt({ key: authentication.key.privateKey, kid: authentication.key.id })
  }
}

interface SignIn {
  readonly page: Page
  readonly checks: client.AuthorizationCodeGrantChecks
}

async function begin(
  configuration: client.Configuration,
  userAgent: UserAgent,
  further: Readonly<Record<string, string>> = {},
): Promise<SignIn> {
  const checks = {
    pkceCodeVerifier: client.randomPKCECodeVerifier(),
    expectedState: client.randomState(),
    expectedNonce: client.randomNonce(),
  }
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: 'openid email',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    code_challenge: await client.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...further,
  })
  return { page: await visit(userAgent, url), checks }
}

async function redeem(
  configuration: client.Configuration,
  { page, checks }: SignIn,
): Promise<Awaited<ReturnType<typeof client.authorizationCodeGrant>>> {
  return await client.authorizationCodeGrant(configuration, broughtBack(page), checks)
}

describe('openid-client', () => {
  for (const party of parties) {
    for (const responseMode of ['query', 'form_post']) {
      test(`${party.clientId} signs Alice in by ${party.authentication.method} and ${responseMode}`, async () => {
        const configuration = await discover(party)
        assert.ok(configuration.serverMetadata().supportsPKCE())
        const tokens = await redeem(configuration, await begin(configuration, service.newUserAgent(), { response_mode: responseMode }))
        const { sub } = tokens.claims() ?? {}
        assert.equal(sub, alice.id)
        const userinfo = await client.fetchUserInfo(configuration, tokens.access_token, alice.id)
        assert.equal(userinfo.email, 'alice@mail.example')
        assert.equal(userinfo.email_verified, true)
        assert.ok((tokens.expiresIn() ?? 0) > 0)
      })
    }
  }

  const [party] = parties
  assert.ok(party !== undefined)

  test('prompt=none and max_age are answered in silence once somebody is signed in', async () => {
    const configuration = await discover(party)
    const userAgent = service.newUserAgent()
    await redeem(configuration, await begin(configuration, userAgent))
    const again = await begin(configuration, userAgent, { prompt: 'none', max_age: '1000' })
    const tokens = await redeem(configuration, { ...again, checks: { ...again.checks, maxAge: 1000 } })
    assert.equal(tokens.claims()?.sub, alice.id)
  })

  test('an error of the authorization endpoint reaches the application', async () => {
    const configuration = await discover(party)
    const begun = await begin(configuration, service.newUserAgent(), { prompt: 'none' })
    await assert.rejects(async () => await redeem(configuration, begun), (error) => {
      assert.ok(error instanceof client.AuthorizationResponseError)
      assert.equal(error.error, 'login_required')
      return true
    })
  })

  test('an error of the token endpoint reaches the application', async () => {
    const configuration = await discover(party)
    const begun = await begin(configuration, service.newUserAgent())
    await redeem(configuration, begun)
    await assert.rejects(async () => await redeem(configuration, begun), (error) => {
      assert.ok(error instanceof client.ResponseBodyError)
      assert.equal(error.error, 'invalid_grant')
      return true
    })
  })
})
