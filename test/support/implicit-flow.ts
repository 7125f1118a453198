// The steps of the implicit flow as a client and its user take them.
import type { Page, UserAgent } from '@symbolon/test-kit'
import { alice, redirectUri } from '@symbolon/test-kit'
import type { OrgDocument } from '@symbolon/schema-v2'
import { acmeWith, portalApp } from './acme.ts'
import { authorize } from './code-flow.ts'
import type { TestProvider } from './provider.ts'

export const responseTypes = ['id_token', 'id_token token'] as const

/**
 * `spa` uses the implicit flow and the code flow, `asserting` puts claims into every ID token, `jwt-spa` gets JWTs signed with ES256,
 * `retired` has given the flow up but still lists its response types, `id-token-only` lists one of them.
 */
export function implicitDocument(more: Parameters<typeof acmeWith>[0] = {}): OrgDocument {
  const both = ['OIDC_RESPONSE_TYPE_CODE', 'OIDC_RESPONSE_TYPE_ID_TOKEN', 'OIDC_RESPONSE_TYPE_ID_TOKEN_TOKEN'] as const
  const app = {
    redirectUris: [redirectUri],
    authMethodType: 'OIDC_AUTH_METHOD_TYPE_NONE',
    responseTypes: [...both],
    grantTypes: ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE', 'OIDC_GRANT_TYPE_IMPLICIT'],
  } satisfies Parameters<typeof portalApp>[1]
  return acmeWith({
    oidcApps: [
      portalApp('spa', app),
      portalApp('asserting', { ...app, idTokenUserinfoAssertion: true }),
      portalApp(
        'jwt-spa',
        { ...app, accessTokenType: 'OIDC_TOKEN_TYPE_JWT' },
        { accessTokenSigningAlg: 'ES256', idTokenSigningAlg: 'EdDSA' },
      ),
      portalApp('retired', { ...app, grantTypes: ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE'] }),
      portalApp('id-token-only', { ...app, responseTypes: ['OIDC_RESPONSE_TYPE_ID_TOKEN'] }),
    ],
    ...more,
  })
}

/** Sends the browser to the authorization endpoint with an implicit request of the client `spa`, and signs in if asked. */
export async function authorizeImplicitly(
  provider: TestProvider,
  fields: Readonly<Record<string, string | undefined>> = {},
  userAgent: UserAgent = provider.newUserAgent(),
): Promise<Page> {
  return await authorize(provider, { client_id: 'spa', response_type: 'id_token token', nonce: 'the-nonce', ...fields }, userAgent, alice)
}
