// Service users through real client libraries, by secret and by key, against the service on https.
// https://github.com/panva/oauth4webapi, https://github.com/panva/openid-client
import { generateClientKey } from '@symbolon/test-kit'
import type { ClientKeyPair } from '@symbolon/test-kit'
import { SignJWT } from 'jose'
import * as oauth from 'oauth4webapi'
import * as client from 'openid-client'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'
import { jwtBearer, robotSecret, serviceUserDocument } from '../support/service-users.ts'

const keys = await Promise.all(
  (['RS256', 'ES256', 'EdDSA'] as const).map(async (algorithm) => await generateClientKey(`key-${algorithm}`, algorithm)),
)
const portalScope = 'urn:symbolon:iam:org:project:id:portal:aud'
let service: TestService
let server: oauth.AuthorizationServer
let options: { [oauth.customFetch]: (url: string, init: object) => Promise<Response> }

before(async () => {
  service = await startTestService({ document: serviceUserDocument(keys) })
  options = { [oauth.customFetch]: service.fetch }
  const issuer = new URL(service.issuer)
  server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options))
})
after(async () => await service.stop())

async function assertion(key: ClientKeyPair, audience: string, alg: string = key.algorithm): Promise<string> {
  return await new SignJWT({ iss: 'robot', sub: 'robot', aud: audience, jti: crypto.randomUUID() })
    .setIssuedAt()
    .setExpirationTime('60s')
    .setProtectedHeader({ alg, kid: key.id })
    .sign(key.privateKey)
}

async function checkAccessToken(accessToken: string, clientId: string, algorithm: string): Promise<void> {
  const request = new Request('https://api.example/', { headers: { authorization: `Bearer ${accessToken}` } })
  const claims = await oauth.validateJwtAccessToken(server, request, 'portal', { ...options, signingAlgorithms: [algorithm] })
  assert.deepEqual([claims.sub, claims.client_id, claims.scope], [clientId, clientId, `openid ${portalScope}`])
}

describe('oauth4webapi', () => {
  for (const [clientId, alg] of [
    ['robot-jwt', 'RS256'],
    ['robot-es256', 'ES256'],
  ] as const) {
    for (const [method, authentication] of [
      ['Basic header', oauth.ClientSecretBasic(robotSecret)],
      ['body', oauth.ClientSecretPost(robotSecret)],
    ] as const) {
      test(`${clientId} gets an access token with its secret in the ${method}`, async () => {
        const party: oauth.Client = { client_id: clientId }
        const response = await oauth.clientCredentialsGrantRequest(
          server,
          party,
          authentication,
          { scope: `openid ${portalScope}` },
          options,
        )
        const tokens = await oauth.processClientCredentialsResponse(server, party, response)
        assert.equal(tokens.expires_in, 43_200)
        assert.equal(tokens.id_token, undefined)
        assert.equal(tokens.refresh_token, undefined)
        await checkAccessToken(tokens.access_token, clientId, alg)
      })
    }
  }

  for (const key of keys) {
    test(`robot gets tokens with an assertion signed with ${key.algorithm}`, async () => {
      const party: oauth.Client = { client_id: 'robot' }
      const audience = key.algorithm === 'ES256' ? (server.token_endpoint ?? '') : server.issuer
      const parameters = { assertion: await assertion(key, audience), scope: 'openid profile' }
      const response = await oauth.genericTokenEndpointRequest(server, party, oauth.None(), jwtBearer, parameters, options)
      const tokens = await oauth.processGenericTokenEndpointResponse(server, party, response)
      const idToken = oauth.getValidatedIdTokenClaims(tokens)
      assert.deepEqual([idToken?.sub, idToken?.azp, idToken?.['amr']], ['robot', 'robot', ['pop']])
      await oauth.validateApplicationLevelSignature(server, response, options)
      const userinfo = await oauth.userInfoRequest(server, party, tokens.access_token, options)
      assert.equal((await oauth.processUserInfoResponse(server, party, 'robot', userinfo)).name, 'Robbie')
    })
  }

  test('an assertion that was used before is invalid_grant, a wrong secret a challenge', async () => {
    const [key] = keys
    assert.ok(key !== undefined)
    const parameters = { assertion: await assertion(key, server.issuer), scope: 'openid' }
    const robot: oauth.Client = { client_id: 'robot' }
    const ask = async (): Promise<oauth.TokenEndpointResponse> => {
      const response = await oauth.genericTokenEndpointRequest(server, robot, oauth.None(), jwtBearer, parameters, options)
      return await oauth.processGenericTokenEndpointResponse(server, robot, response)
    }
    await ask()
    await assert.rejects(ask, (error) => error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant')
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      robot,
      oauth.ClientSecretBasic('wrong'),
      { scope: 'openid' },
      options,
    )
    await assert.rejects(
      oauth.processClientCredentialsResponse(server, robot, response),
      (error) => error instanceof oauth.WWWAuthenticateChallengeError && error.status === 401,
    )
  })
})

describe('openid-client', () => {
  const configure = async (clientId: string, authentication: client.ClientAuth): Promise<client.Configuration> =>
    await client.discovery(new URL(service.issuer), clientId, {}, authentication, {
      [client.customFetch]: async (url, { body, headers, method }) =>
        await service.fetch(url, { body: body instanceof URLSearchParams ? body : null, headers, method }),
    })

  for (const [name, authentication] of [
    ['ClientSecretBasic', client.ClientSecretBasic(robotSecret)],
    ['ClientSecretPost', client.ClientSecretPost(robotSecret)],
  ] as const) {
    test(`a service user gets an access token by ${name}, under its id or its login name`, async () => {
      for (const clientId of ['robot-jwt', 'robot-jwt@acme.example']) {
        const tokens = await client.clientCredentialsGrant(await configure(clientId, authentication), { scope: `openid ${portalScope}` })
        assert.equal(tokens.claims(), undefined)
        await checkAccessToken(tokens.access_token, 'robot-jwt', 'RS256')
      }
    })
  }

  test('a service user gets tokens with an assertion', async () => {
    const [, , key] = keys
    assert.ok(key !== undefined)
    const configuration = await configure('robot', client.None())
    const parameters = { assertion: await assertion(key, service.issuer, 'Ed25519'), scope: 'openid profile' }
    const tokens = await client.genericGrantRequest(configuration, jwtBearer, parameters)
    assert.equal(tokens.claims()?.sub, 'robot')
    assert.equal((await client.fetchUserInfo(configuration, tokens.access_token, 'robot')).name, 'Robbie')
  })

  test('an unknown scope reaches the application as invalid_scope', async () => {
    const configuration = await configure('robot', client.ClientSecretBasic(robotSecret))
    await assert.rejects(
      client.clientCredentialsGrant(configuration, { scope: 'unknown' }),
      (error) => error instanceof client.ResponseBodyError && error.error === 'invalid_scope',
    )
  })
})
