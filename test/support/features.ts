// A provider whose features are switched over HTTP, and a grant that hangs on one of them.
import { eventsEndpoint, featuresEndpoint, securityEndpoints } from '@symbolon/admin-api'
import { auditTrail, define, userinfo } from '@symbolon/core-protocol'
import type { AnyGrant } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { clientCredentials } from '@symbolon/grants-client-credentials'
import type { OrgDocument } from '@symbolon/schema-v2'
import { acmeDocument, alice } from '@symbolon/test-kit'
import type { bob } from '@symbolon/test-kit'
import * as v from 'valibot'
import { authorize, codeOf, redeem } from './code-flow.ts'
import { startTestProvider } from './provider.ts'
import type { TestProvider, TestProviderOptions } from './provider.ts'

export const feature = 'oidcTokenExchange'
export const flaggedGrantType = 'urn:example:flagged'
export const ownerToken = 'symbolon_pat_owner-0123456789-0123456789-0123456789'
export const viewerToken = 'symbolon_pat_viewer-0123456789-0123456789-012345678'
export const plainToken = 'symbolon_pat_plain-0123456789-0123456789-0123456789'

/** Is there while the feature is on; adds to discovery whatever a part can. */
export const flaggedGrant: AnyGrant = define({
  kind: 'grant',
  name: 'flagged grant',
  feature,
  stores: ['users'],
  grantType: flaggedGrantType,
  clientAuthenticationMethods: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
  metadata: { scopes_supported: ['flagged'], acr_values_supported: ['flagged'] },
  parameters: v.object({}),
  async authorize(_request, { randomToken }) {
    throw new Error(`not reached ${randomToken()}`)
  },
})

/**
 * Owners `alice` (a human) and `owner` (a service user), a viewer, and `bob` and `plain`, who have no role.
 */
export function featureDocument(): OrgDocument {
  const [org] = acmeDocument().orgs ?? []
  if (org === undefined) throw new Error('The fixture has no organization')
  const machine = (userId: string) => ({
    userId,
    user: { userName: userId, name: userId },
    clientSecret: `${userId}-secret-0123456789-0123456789-0123456789`,
  })
  return {
    orgs: [
      {
        ...org,
        oidcApps: org.oidcApps?.map((app) => (app.appId === 'basic' ? { ...app, managementAccess: true } : app)) ?? [],
        machineUsers: [machine('owner'), machine('viewer'), machine('plain')],
        personalAccessTokens: [
          { tokenId: 'owner-token', userId: 'owner', token: ownerToken },
          { tokenId: 'viewer-token', userId: 'viewer', token: viewerToken },
          { tokenId: 'plain-token', userId: 'plain', token: plainToken },
        ],
      },
    ],
    instanceMembers: [
      { userId: alice.id, roles: ['IAM_OWNER'] },
      { userId: 'owner', roles: ['IAM_OWNER'] },
      { userId: 'viewer', roles: ['IAM_OWNER_VIEWER', 'IAM_ADMIN_IMPERSONATOR', 'IAM_ORG_MANAGER'] },
    ],
  }
}

export async function startFeatureProvider(options: TestProviderOptions = {}): Promise<TestProvider> {
  return await startTestProvider({
    document: featureDocument(),
    grants: [authorizationCode(), flaggedGrant, clientCredentials()],
    endpoints: [userinfo, eventsEndpoint, featuresEndpoint, ...securityEndpoints],
    audit: auditTrail,
    ...options,
  })
}

export interface RestAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

export interface Asked {
  readonly body?: unknown
  /** An empty one sends none. */
  readonly token?: string
  readonly contentType?: string
}

/** A body that is not a string is sent as JSON. */
export async function ask(
  provider: Pick<TestProvider, 'issuer' | 'fetch'>,
  method: string,
  path: string,
  { body, token = ownerToken, contentType = 'application/json' }: Asked = {},
): Promise<RestAnswer> {
  const response = await provider.fetch(
    new Request(provider.issuer + path, {
      method,
      headers: {
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': contentType }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
    '192.0.2.7',
  )
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? {} : (JSON.parse(text) as RestAnswer['body']) }
}

export async function askFeatures(
  provider: Pick<TestProvider, 'issuer' | 'fetch'>,
  method: 'GET' | 'PUT' | 'DELETE',
  body?: unknown,
  token?: string,
): Promise<RestAnswer> {
  return await ask(provider, method, '/v2/features/instance', {
    ...(body === undefined ? {} : { body }),
    ...(token === undefined ? {} : { token }),
  })
}

/** An access token that `alice`, who owns the instance, or `bob` signed in for. */
export async function signedInToken(provider: TestProvider, who: typeof alice | typeof bob, scope: string): Promise<string> {
  const { body } = await redeem(provider, codeOf(await authorize(provider, { scope }, provider.newUserAgent(), who)))
  return String(body['access_token'])
}

export type Event = Readonly<Record<string, unknown>>

/** The audit trail, oldest first. */
export async function eventsOf(provider: TestProvider, type: string): Promise<readonly Event[]> {
  const { body } = await ask(provider, 'GET', '/admin/v1/events?limit=1000')
  const { events } = body as { readonly events: readonly Event[] }
  return events.filter((event) => event['type'] === type).toReversed()
}

export async function discoveryOf(provider: TestProvider): Promise<Readonly<Record<string, unknown>>> {
  return (await ask(provider, 'GET', '/.well-known/openid-configuration', { token: '' })).body
}
