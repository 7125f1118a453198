// A provider with every grant and every endpoint that there is.
import { applyEndpoint, eventsEndpoint } from '@symbolon/admin-api'
import { auditTrail, endSession, introspection, revocation, userinfo } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { clientCredentials } from '@symbolon/grants-client-credentials'
import { implicit } from '@symbolon/grants-implicit'
import { jwtProfile } from '@symbolon/grants-jwt-profile'
import { refreshToken } from '@symbolon/grants-refresh-token'
import type { OrgDocument } from '@symbolon/schema-v2'
import { acmeDocument, clientSecret, redirectUri } from '@symbolon/test-kit'
import type { ClientKeyPair } from '@symbolon/test-kit'
import { startTestProvider } from './provider.ts'
import type { TestProvider, TestProviderOptions } from './provider.ts'
import { testHashing } from './hashing.ts'

export const ownerToken = 'symbolon_pat_owner-0123456789-0123456789-0123456789'
export const robotSecret = 'robot-secret-0123456789-0123456789-0123456789'

export async function startWholeProvider(options: TestProviderOptions = {}): Promise<TestProvider> {
  const hashing = options.hashing ?? testHashing
  return await startTestProvider({
    document: wholeDocument(),
    grants: [authorizationCode(), refreshToken(), implicit(), clientCredentials(), jwtProfile()],
    endpoints: [userinfo, introspection, revocation, endSession, applyEndpoint({ hashing }), eventsEndpoint],
    audit: auditTrail,
    hashing,
    ...options,
  })
}

/**
 * The small organization with an app `all` for every response and grant type, an API `api`, and two service users: `robot` with a
 * secret and `keyed` with a key, the latter an owner by a personal access token.
 */
export function wholeDocument(clientKeys: readonly ClientKeyPair[] = [], machineKey?: ClientKeyPair): OrgDocument {
  const [org] = acmeDocument(clientKeys).orgs ?? []
  if (org === undefined) throw new Error('The fixture has no organization')
  return {
    orgs: [
      {
        ...org,
        oidcApps: [
          ...(org.oidcApps ?? []),
          {
            appId: 'all',
            clientId: 'all',
            clientSecret,
            app: {
              projectId: 'portal',
              name: 'All',
              redirectUris: [redirectUri],
              postLogoutRedirectUris: ['https://app.example/signed-out'],
              responseTypes: ['OIDC_RESPONSE_TYPE_CODE', 'OIDC_RESPONSE_TYPE_ID_TOKEN', 'OIDC_RESPONSE_TYPE_ID_TOKEN_TOKEN'],
              grantTypes: ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE', 'OIDC_GRANT_TYPE_IMPLICIT', 'OIDC_GRANT_TYPE_REFRESH_TOKEN'],
            },
          },
        ],
        apiApps: [
          {
            appId: 'api',
            clientId: 'api',
            clientSecret,
            app: { projectId: 'portal', name: 'API', authMethodType: 'API_AUTH_METHOD_TYPE_BASIC' },
          },
        ],
        machineUsers: [
          { userId: 'robot', user: { userName: 'robot', name: 'Robot' }, clientSecret: robotSecret },
          { userId: 'keyed', user: { userName: 'keyed', name: 'Keyed' } },
        ],
        ...(machineKey === undefined
          ? {}
          : { machineKeys: [{ keyId: machineKey.id, userId: 'keyed', type: 'KEY_TYPE_JSON', publicKey: machineKey.publicKey }] }),
        personalAccessTokens: [{ tokenId: 'owner-token', userId: 'keyed', token: ownerToken }],
      },
    ],
    instanceMembers: [{ userId: 'keyed', roles: ['IAM_OWNER'] }],
  }
}
