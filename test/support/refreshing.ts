// Apps that may refresh, and the steps of the refresh token grant, for tests that need to bend one of them.
import { auditTrail, define, digest, formLimit, introspection, json, userinfo, verifyAccessToken } from '@symbolon/core-protocol'
import type { AnyEndpoint } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { refreshToken } from '@symbolon/grants-refresh-token'
import type { OrgDocument } from '@symbolon/schema-v2'
import { clientSecret } from '@symbolon/test-kit'
import type { ClientKeyPair } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { basicHeader, postToken } from './code-flow.ts'
import type { Fields, TokenAnswer } from './code-flow.ts'
import { startTestProvider } from './provider.ts'
import type { TestProvider, TestProviderOptions } from './provider.ts'
import { signedIn } from './signed-in.ts'
import { tokenDocument } from './token-document.ts'
import type { Overrides } from './token-document.ts'

export const offline = 'openid profile offline_access'

const grantTypes = ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE' as const, 'OIDC_GRANT_TYPE_REFRESH_TOKEN' as const]

/** The document of `tokenDocument`, with every app allowed to refresh, `no-refresh` excepted. */
export function refreshDocument(keys: readonly ClientKeyPair[] = [], overrides: Overrides = {}): OrgDocument {
  const [org, ...others] = tokenDocument(keys, overrides).orgs ?? []
  if (org === undefined) throw new Error('The fixture has no organization')
  const apps = (org.oidcApps ?? []).map((each) => (each.appId === 'implicit' ? each : { ...each, app: { grantTypes, ...each.app } }))
  const [model] = org.oidcApps ?? []
  if (model === undefined) throw new Error('The fixture has no app')
  return { orgs: [{ ...org, oidcApps: [...apps, { ...model, appId: 'no-refresh', clientId: 'no-refresh' }] }, ...others] }
}

/** Every app may refresh. */
export function allRefreshing(document: OrgDocument): OrgDocument {
  return {
    orgs: (document.orgs ?? []).map((org) => ({
      ...org,
      oidcApps: (org.oidcApps ?? []).map((each) => ({ ...each, app: { ...each.app, grantTypes } })),
    })),
  }
}

/** What an access token holds, opaque or not: an endpoint of the tests alone. */
const tokenFacts: AnyEndpoint = define({
  kind: 'endpoint',
  takes: 'nothing',
  name: 'facts of an access token',
  stores: ['accessTokens', 'clients', 'memberships', 'personalAccessTokens', 'policies', 'revocations', 'userGrants', 'users'],
  path: '/test/token-facts',
  methods: ['POST'],
  cors: 'none',
  async handle(request, context) {
    const verified = await verifyAccessToken(new TextDecoder().decode(await request.body.bytes(formLimit)), context)
    if (verified === undefined) return json(200, {})
    const { scope, audience, sessionId } = verified
    return json(200, { scope, audience, sessionId })
  },
})

export async function startRefreshing(options: TestProviderOptions = {}): Promise<TestProvider> {
  return await startTestProvider({
    document: refreshDocument(),
    grants: [authorizationCode(), refreshToken()],
    endpoints: [userinfo, introspection, tokenFacts],
    audit: auditTrail,
    ...options,
  })
}

/** @returns the token response of a code that was authorised for offline access */
export async function offlineTokens(provider: TestProvider, clientId: string = 'basic', fields: Fields = {}): Promise<TokenAnswer['body']> {
  const body = await (await signedIn(provider)).tokens(clientId, { scope: offline, ...fields })
  assert.equal(typeof body['refresh_token'], 'string', JSON.stringify(body))
  return body
}

export async function refresh(
  provider: TestProvider,
  token: unknown,
  fields: Fields = {},
  headers: Fields = basicOf('basic'),
): Promise<TokenAnswer> {
  return await postToken(provider, { grant_type: 'refresh_token', refresh_token: String(token), ...fields }, headers)
}

/** @returns the token response of a refresh that succeeds */
export async function refreshed(
  provider: TestProvider,
  token: unknown,
  fields: Fields = {},
  clientId: string = 'basic',
): Promise<TokenAnswer['body']> {
  const { status, body } = await refresh(provider, token, fields, basicOf(clientId))
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

export function basicOf(clientId: string): Fields {
  return { authorization: basicHeader(clientId, clientSecret) }
}

export interface TokenFacts {
  readonly scope?: readonly string[]
  readonly audience?: readonly string[]
  readonly sessionId?: string
}

/** @returns nothing for a token that does not count */
export async function factsOf(provider: TestProvider, accessToken: unknown): Promise<TokenFacts> {
  const response = await provider.fetch(new Request(`${provider.issuer}/test/token-facts`, { method: 'POST', body: String(accessToken) }))
  return (await response.json()) as TokenFacts
}

/** Whether the access token counts. */
export async function isAlive(provider: TestProvider, accessToken: unknown): Promise<boolean> {
  return (await factsOf(provider, accessToken)).scope !== undefined
}

/** The id on which a refresh token and all that it yields hang. */
export async function familyOf(provider: TestProvider, token: unknown): Promise<string> {
  const handle = String(token).slice('symbolon_rt_'.length).slice(0, 22)
  const family = await provider.storage.stores.refreshTokens?.find(digest(handle), provider.clock.now())
  assert.ok(family !== undefined)
  return family.authorizationId
}
