// What an operator registers at the service before the OpenID Foundation's conformance suite is run against it: the clients
// of a plan with static registration, and a user of whom every standard claim is known.
// https://openid.net/certification/connect_op_testing/
import type { OrgDocument } from '@symbolon/schema-v2'
import { acmeDocument } from '@symbolon/test-kit'
import type { ClientKeyPair } from '@symbolon/test-kit'

/** The suite serves its callbacks under the alias of the test plan. */
export const callbackUri = 'https://localhost.emobix.co.uk:8443/test/a/symbolon/callback'

/** Where the suite waits for a browser that has signed out. */
export const postLogoutUri = 'https://localhost.emobix.co.uk:8443/test/a/symbolon/post_logout_redirect'

export interface SuiteClient {
  readonly clientId: string
  readonly authentication:
    | { readonly method: 'client_secret_basic' | 'client_secret_post'; readonly secret: string }
    | { readonly method: 'private_key_jwt'; readonly key: ClientKeyPair }
  /** Registered for the implicit flow instead of the code flow. */
  readonly implicit?: true
}

/** Reserved characters in a secret find out whether the Basic header is decoded as RFC 6749 §2.3.1 says. */
export const client1: SuiteClient = {
  clientId: 'suite-client-1',
  authentication: { method: 'client_secret_basic', secret: 'first+secret/of=32:characters & ümlaut %41' },
}
export const client2: SuiteClient = {
  clientId: 'suite-client-2',
  authentication: { method: 'client_secret_basic', secret: 'second-client-secret-of-32-characters-and-more' },
}
export const postClient: SuiteClient = {
  clientId: 'suite-client-post',
  authentication: { method: 'client_secret_post', secret: 'posted-client-secret-of-32-characters-and-more' },
}

export const implicitClient: SuiteClient = {
  clientId: 'suite-client-implicit',
  authentication: { method: 'client_secret_basic', secret: 'unused-client-secret-of-32-characters-and-more' },
  implicit: true,
}

/** The client that signs assertions with the key. */
export function keyClient(key: ClientKeyPair): SuiteClient {
  return { clientId: 'suite-client-key', authentication: { method: 'private_key_jwt', key } }
}

const methods = {
  client_secret_basic: 'OIDC_AUTH_METHOD_TYPE_BASIC',
  client_secret_post: 'OIDC_AUTH_METHOD_TYPE_POST',
  private_key_jwt: 'OIDC_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT',
} as const

const codeFlow = {
  grantTypes: ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE' as const, 'OIDC_GRANT_TYPE_REFRESH_TOKEN' as const],
}
const implicitFlow = {
  responseTypes: ['OIDC_RESPONSE_TYPE_ID_TOKEN' as const, 'OIDC_RESPONSE_TYPE_ID_TOKEN_TOKEN' as const],
  grantTypes: ['OIDC_GRANT_TYPE_IMPLICIT' as const],
}

/** @returns the document that registers the clients and the user Alice */
export function suiteDocument(clients: readonly SuiteClient[]): OrgDocument {
  const [org] = acmeDocument().orgs ?? []
  if (org === undefined) throw new TypeError('no organization')
  return {
    orgs: [
      {
        ...org,
        oidcApps: clients.map(({ clientId, authentication, implicit }) => ({
          appId: clientId,
          clientId,
          ...('secret' in authentication ? { clientSecret: authentication.secret } : {}),
          app: {
            projectId: 'portal',
            name: clientId,
            redirectUris: [callbackUri, `${callbackUri}?dummy1=lorem&dummy2=ipsum`],
            postLogoutRedirectUris: [postLogoutUri],
            authMethodType: methods[authentication.method],
            ...(implicit === undefined ? codeFlow : implicitFlow),
          },
        })),
        appKeys: clients.flatMap(({ clientId, authentication }) => {
          if (!('key' in authentication)) return []
          const { id, publicKey } = authentication.key
          return [{ id, projectId: 'portal', appId: clientId, clientId, type: 'KEY_TYPE_JSON' as const, publicKey }]
        }),
      },
    ],
  }
}
