// Apps that may exchange tokens, people and service users who may act for others or may not, and the steps of an exchange.
import { auditTrail, clientAssertionType, introspection, revocation, userinfo } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { clientCredentials } from '@symbolon/grants-client-credentials'
import { refreshToken } from '@symbolon/grants-refresh-token'
import { tokenExchange } from '@symbolon/grants-token-exchange'
import type { OrgDocument } from '@symbolon/schema-v2'
import { alice, clientSecret, redirectUri } from '@symbolon/test-kit'
import type { ClientKeyPair } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { basicHeader, postToken, redeem } from './code-flow.ts'
import type { Fields, TokenAnswer } from './code-flow.ts'
import { clientAssertion } from './jws.ts'
import { startTestProvider } from './provider.ts'
import type { TestProvider, TestProviderOptions } from './provider.ts'
import { codeVerifier } from './signed-in.ts'
import type { SignedIn } from './signed-in.ts'
import { acmeWith } from './acme.ts'

type Org = NonNullable<OrgDocument['orgs']>[number]
type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>

export const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange'
const ietf = 'urn:ietf:params:oauth:token-type:'
export const types = {
  accessToken: `${ietf}access_token`,
  idToken: `${ietf}id_token`,
  jwt: `${ietf}jwt`,
  refreshToken: `${ietf}refresh_token`,
  userId: 'urn:symbolon:params:oauth:token-type:user_id',
} as const

export const methods = ['basic', 'post', 'key', 'public'] as const
export type ClientId = (typeof methods)[number] | 'jwt' | 'elsewhere' | 'no-exchange'

const grantTypes = ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE' as const, 'OIDC_GRANT_TYPE_REFRESH_TOKEN' as const]

/** Service users by the role that they hold; their personal access tokens are `patOf`. */
export const actors = {
  'end-user-impersonator': 'IAM_END_USER_IMPERSONATOR',
  'admin-impersonator': 'IAM_ADMIN_IMPERSONATOR',
  'org-end-user-impersonator': 'ORG_END_USER_IMPERSONATOR',
  'org-admin-impersonator': 'ORG_ADMIN_IMPERSONATOR',
  owner: 'IAM_OWNER',
  'org-owner': 'ORG_OWNER',
  'without-role': undefined,
} as const
export type ActorId = keyof typeof actors

export function patOf(id: string): string {
  return `symbolon_pat_${id}-0123456789-0123456789-0123456789`
}

/**
 * Every app of `acmeDocument` may refresh and exchange, and `elsewhere` of the project `other` as well; `no-exchange` may not.
 * `basic` may have tokens for our own API.
 * Bob acts: he holds the role `IAM_END_USER_IMPERSONATOR`. Carol is a manager of the organization, Ivan one of the instance, Pia
 * of a project and Gil of a grant; Pat is of another organization; Alice is an end user.
 */
export function exchangeDocument(keys: readonly ClientKeyPair[] = [], { enableImpersonation = true } = {}): OrgDocument {
  // The warden is able to sign in, so that tests may switch off the others and take roles from them.
  const person = (userId: string): NonNullable<Org['humanUsers']>[number] => ({
    userId,
    user: {
      userName: userId,
      ...(userId === 'warden' ? { password: alice.password } : {}),
      profile: { firstName: userId, lastName: 'X', displayName: userId },
      email: { email: `${userId}@mail.example` },
    },
  })
  const app = { projectId: 'portal', redirectUris: [redirectUri] }
  const [acme] =
    acmeWith({
      projects: [{ projectId: 'other', project: { name: 'Other' } }],
      projectRoles: [
        { projectId: 'portal', roleKey: 'editor', displayName: 'Editor' },
        { projectId: 'other', roleKey: 'editor', displayName: 'Editor' },
      ],
      projectGrants: [{ grantId: 'to-partner', projectGrant: { projectId: 'portal', grantedOrgId: 'partner', roleKeys: ['editor'] } }],
      userGrants: [
        { userId: 'alice', projectId: 'portal', roleKeys: ['editor'] },
        { userId: 'alice', projectId: 'other', roleKeys: ['editor'] },
      ],
      oidcApps: [
        { appId: 'elsewhere', clientId: 'elsewhere', clientSecret, app: { ...app, projectId: 'other', name: 'Elsewhere' } },
        { appId: 'no-exchange', clientId: 'no-exchange', clientSecret, app: { ...app, name: 'No exchange', grantTypes } },
      ],
      apiApps: ['portal', 'other'].map((projectId) => ({
        appId: `${projectId}-api`,
        clientId: `${projectId}-api`,
        clientSecret,
        app: { projectId, name: 'API', authMethodType: 'API_AUTH_METHOD_TYPE_BASIC' },
      })),
      appKeys: keys.map(({ id, publicKey }) => ({
        id,
        projectId: 'portal',
        appId: 'key',
        clientId: 'key',
        type: 'KEY_TYPE_JSON',
        publicKey,
      })),
      humanUsers: ['carol', 'ivan', 'pia', 'gil', 'keeper'].map(person),
      machineUsers: [
        { userId: 'robot', user: { userName: 'robot', name: 'Robot' }, clientSecret },
        ...Object.keys(actors).map((userId) => ({ userId, user: { userName: userId, name: userId } })),
      ],
      personalAccessTokens: [
        ...Object.keys(actors).map((userId) => ({ tokenId: `pat-of-${userId}`, userId, token: patOf(userId) })),
        { tokenId: 'pat-of-robot', userId: 'robot', token: patOf('robot') },
      ],
      orgMembers: [
        { userId: 'carol', roles: ['ORG_OWNER_VIEWER'] },
        ...Object.entries(actors).flatMap(([userId, role]) => (role?.startsWith('ORG_') === true ? [{ userId, roles: [role] }] : [])),
      ],
      projectMembers: [{ projectId: 'portal', userId: 'pia', roles: ['PROJECT_OWNER'] }],
      projectGrantMembers: [{ projectId: 'portal', grantId: 'to-partner', userId: 'gil', roles: ['PROJECT_GRANT_OWNER'] }],
    }).orgs ?? []
  if (acme === undefined) throw new Error('The fixture has no organization')
  const allGrantTypes = [...grantTypes, 'OIDC_GRANT_TYPE_TOKEN_EXCHANGE' as const]
  const oidcApps = (acme.oidcApps ?? []).map((each) =>
    each.appId === 'no-exchange'
      ? each
      : { ...each, app: { ...each.app, grantTypes: allGrantTypes }, ...(each.appId === 'basic' ? { managementAccess: true } : {}) },
  )
  return {
    instance: { securityPolicy: { enableImpersonation } },
    orgs: [
      { ...acme, oidcApps },
      {
        orgId: 'partner',
        org: { name: 'Partner' },
        domains: [{ orgId: 'partner', domainName: 'partner.example', isVerified: true, isPrimary: true }],
        humanUsers: [person('pat'), person('warden')],
      },
    ],
    instanceMembers: [
      { userId: 'bob', roles: ['IAM_END_USER_IMPERSONATOR'] },
      { userId: 'ivan', roles: ['IAM_OWNER_VIEWER'] },
      // The last usable owner keeps the role. Tests give and take it, and switch organizations off.
      { userId: 'keeper', roles: ['IAM_OWNER'] },
      { userId: 'warden', roles: ['IAM_OWNER'] },
      { userId: 'robot', roles: ['IAM_END_USER_IMPERSONATOR'] },
      ...Object.entries(actors).flatMap(([userId, role]) => (role?.startsWith('IAM_') === true ? [{ userId, roles: [role] }] : [])),
    ],
  }
}

/** A provider whose feature is on. */
export async function startExchanging(options: TestProviderOptions = {}, keys: readonly ClientKeyPair[] = []): Promise<TestProvider> {
  const provider = await startTestProvider({
    document: exchangeDocument(keys),
    grants: [authorizationCode(), refreshToken(), clientCredentials(), tokenExchange()],
    endpoints: [userinfo, introspection, revocation],
    audit: auditTrail,
    ...options,
  })
  await setFeature(provider, true)
  return provider
}

export async function setFeature(provider: TestProvider, on: boolean): Promise<void> {
  await provider.storage.stores.features?.set({ oidcTokenExchange: on }, provider.clock.now())
  provider.clock.advance(1)
}

export async function setImpersonation(provider: TestProvider, enableImpersonation: boolean): Promise<void> {
  await apply(provider, { orgs: [], instance: { securityPolicy: { enableImpersonation } } })
}

/** Applies the document, every part of which has to be accepted, at a distinct time. */
export async function apply(provider: TestProvider, document: OrgDocument): Promise<void> {
  provider.clock.advance(1)
  assert.deepEqual(
    (await provider.apply(document)).entries.filter(({ action }) => action === 'refused'),
    [],
  )
  provider.clock.advance(1)
}

export interface ClientProof {
  readonly fields: Fields
  readonly headers: Fields
}

/** What each client adds to a request to prove itself. */
export async function proofOf(provider: TestProvider, clientId: ClientId, keys: readonly ClientKeyPair[] = []): Promise<ClientProof> {
  switch (clientId) {
    case 'public':
      return { fields: { client_id: clientId }, headers: {} }
    case 'post':
      return { fields: { client_id: clientId, client_secret: clientSecret }, headers: {} }
    case 'key': {
      const [key] = keys
      if (key === undefined) throw new Error('The client key has no key')
      return { fields: { client_assertion_type: clientAssertionType, client_assertion: await clientAssertion(provider, key) }, headers: {} }
    }
    default:
      return { fields: {}, headers: { authorization: basicHeader(clientId, clientSecret) } }
  }
}

/** Sends exactly these parameters, lists as repeated ones; a member that is undefined is left out. */
export async function exchange(
  provider: TestProvider,
  parameters: Parameters,
  clientId: ClientId = 'basic',
  keys: readonly ClientKeyPair[] = [],
): Promise<TokenAnswer> {
  const { fields, headers } = await proofOf(provider, clientId, keys)
  const pairs = Object.entries({ grant_type: exchangeGrant, ...fields, ...parameters }).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((each): [string, string] => [name, each]),
  )
  return await postToken(provider, new URLSearchParams(pairs).toString(), headers)
}

/** @returns the response to an exchange that succeeds */
export async function exchanged(
  provider: TestProvider,
  parameters: Parameters,
  clientId: ClientId = 'basic',
  keys: readonly ClientKeyPair[] = [],
): Promise<TokenAnswer['body']> {
  const { status, body } = await exchange(provider, parameters, clientId, keys)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

export type PresentedSubject = Readonly<Record<'subject_token' | 'subject_token_type', string>>
export type PresentedActor = Readonly<Record<'actor_token' | 'actor_token_type', string>>

/** An access token as subject, unless it is of another type. */
export function asSubject(token: unknown, type: string = types.accessToken): PresentedSubject {
  return { subject_token: String(token), subject_token_type: type }
}

/** An access token as actor, unless it is of another type. */
export function asActor(token: unknown, type: string = types.accessToken): PresentedActor {
  return { actor_token: String(token), actor_token_type: type }
}

/** An actor acts for Alice, by user id and personal access token, unless the parameters say otherwise. */
export function acting(parameters: Parameters = {}, actor: ActorId = 'end-user-impersonator'): Parameters {
  return { ...asSubject('alice', types.userId), ...asActor(patOf(actor)), ...parameters }
}

/** The token response of a code that any of the clients redeems. */
export async function tokensOf(
  provider: TestProvider,
  user: SignedIn,
  clientId: ClientId,
  scope: string = 'openid',
  keys: readonly ClientKeyPair[] = [],
): Promise<TokenAnswer['body']> {
  const { verifier, challenge } = await codeVerifier()
  const code = await user.code({ client_id: clientId, scope, ...challenge })
  const { fields, headers } = await proofOf(provider, clientId, keys)
  const { status, body } = await redeem(provider, code, { ...fields, code_verifier: verifier }, headers)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

/** What an API of the project learns about a token. */
export async function introspect(
  provider: TestProvider,
  token: unknown,
  api: 'portal-api' | 'other-api' | 'basic' = 'portal-api',
): Promise<Readonly<Record<string, unknown>>> {
  const response = await provider.fetch(
    new Request(`${provider.issuer}/oauth/v2/introspect`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: basicHeader(api, clientSecret) },
      body: new URLSearchParams({ token: String(token) }).toString(),
    }),
  )
  return (await response.json()) as Readonly<Record<string, unknown>>
}

export async function isActive(provider: TestProvider, token: unknown): Promise<boolean> {
  return (await introspect(provider, token))['active'] === true
}
