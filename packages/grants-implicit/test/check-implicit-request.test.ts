// The demands of the implicit flow on a request and its client.
import { OAuthError } from '@symbolon/core-protocol'
import type { AuthorizationRequest, Client } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkImplicitRequest, implicit } from '../src/implicit.ts'

const request: AuthorizationRequest = {
  clientId: 'spa',
  redirectUri: 'https://app.example/cb',
  responseType: 'id_token',
  responseMode: 'fragment',
  scope: ['openid'],
  nonce: 'n',
  prompt: [],
  uiLocales: [],
}
const client: Client = {
  clientId: 'spa',
  kind: 'oidc',
  name: 'SPA',
  orgId: 'acme',
  projectId: 'portal',
  applicationType: 'user_agent',
  authenticationMethod: 'none',
  grantTypes: ['implicit'],
  responseTypes: ['id_token'],
  redirectUris: ['https://app.example/cb'],
  postLogoutRedirectUris: [],
  devMode: false,
  accessTokenFormat: 'opaque',
  idTokenSigningAlg: 'RS256',
  accessTokenSigningAlg: 'RS256',
  accessTokenTyp: 'at+jwt',
  idTokenUserinfoAssertion: false,
  projectRoleAssertion: false,
  accessTokenRoleAssertion: false,
  idTokenRoleAssertion: false,
  managementAccess: false,
  createdAt: 0,
  timesEnded: 0,
}

const refusal =
  (error: string) =>
  (thrown: unknown): boolean =>
    thrown instanceof OAuthError && thrown.error === error

test('a request with a nonce of a client that registered the flow passes', () => {
  checkImplicitRequest(request, client)
})

test('a request without a nonce is invalid_request', () => {
  const { nonce: _, ...without } = request
  assert.throws(() => checkImplicitRequest(without, client), refusal('invalid_request'))
})

test('a client that did not register the flow is unauthorized_client, whatever its response types say', () => {
  for (const grantTypes of [[], ['authorization_code'], ['Implicit']]) {
    assert.throws(() => checkImplicitRequest(request, { ...client, grantTypes }), refusal('unauthorized_client'))
  }
})

test('the part has two response types, both answered in the fragment, and no grant of the token endpoint', () => {
  const { grantType, responseTypes = [], metadata } = implicit()
  assert.equal(grantType, undefined)
  assert.deepEqual(
    responseTypes.map((each) => [each.responseType, each.defaultResponseMode]),
    [
      ['id_token', 'fragment'],
      ['id_token token', 'fragment'],
    ],
  )
  assert.deepEqual(metadata, { grant_types_supported: ['implicit'] })
})
