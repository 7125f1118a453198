// A relying party that uses openid-client as an application does.
// https://github.com/panva/openid-client
import { alice, clientSecret, redirectUri } from '@symbolon/test-kit'
import type { Page, UserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import * as client from 'openid-client'
import { broughtBack, visit } from './relying-parties.ts'
import type { RelyingParty } from './relying-parties.ts'
import type { TestService } from './service.ts'

export type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>

export async function discover(service: TestService, party: RelyingParty): Promise<client.Configuration> {
  const { clientId, idTokenAlg } = party
  return await client.discovery(new URL(service.issuer), clientId, { id_token_signed_response_alg: idTokenAlg }, authenticationOf(party), {
    [client.customFetch]: async (url, { body, headers, method }) =>
      await service.fetch(url, { body: body instanceof URLSearchParams ? body : null, headers, method }),
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

export interface BegunSignIn {
  readonly page: Page
  readonly checks: client.AuthorizationCodeGrantChecks
}

export async function begin(
  configuration: client.Configuration,
  userAgent: UserAgent,
  further: Readonly<Record<string, string>> = {},
): Promise<BegunSignIn> {
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

export async function redeem(configuration: client.Configuration, { page, checks }: BegunSignIn): Promise<Tokens> {
  return await client.authorizationCodeGrant(configuration, broughtBack(page), checks)
}

/** The tokens of a sign-in of Alice are good for what they are for. */
export async function checkTokens(configuration: client.Configuration, tokens: Tokens): Promise<void> {
  assert.equal(tokens.claims()?.sub, alice.id)
  const userinfo = await client.fetchUserInfo(configuration, tokens.access_token, alice.id)
  assert.equal(userinfo.email, 'alice@mail.example')
  assert.equal(userinfo.email_verified, true)
  assert.ok((tokens.expiresIn() ?? 0) > 0)
}
