// The relying parties that real client libraries play: one for every way to authenticate, and between them every algorithm of
// ID tokens and both forms of access tokens.
import type { OrgDocument } from '@symbolon/schema-v2'
import { acmeDocument, alice, clientSecret, generateClientKey, redirectUri, signIn } from '@symbolon/test-kit'
import type { ClientKeyPair, Page, UserAgent } from '@symbolon/test-kit'

export type Algorithm = ClientKeyPair['algorithm']

export interface RelyingParty {
  readonly clientId: string
  readonly authentication:
    | { readonly method: 'client_secret_basic' | 'client_secret_post' | 'none' }
    | { readonly method: 'private_key_jwt'; readonly key: ClientKeyPair }
  readonly idTokenAlg: Algorithm
  /** The algorithm of JWT access tokens; undefined for opaque ones. */
  readonly accessTokenAlg: Algorithm | undefined
}

export async function createRelyingParties(): Promise<readonly RelyingParty[]> {
  const signing = async (algorithm: Algorithm): Promise<RelyingParty['authentication']> => ({
    method: 'private_key_jwt',
    key: await generateClientKey(`key-${algorithm}`, algorithm),
  })
  return [
    { clientId: 'basic', authentication: { method: 'client_secret_basic' }, idTokenAlg: 'RS256', accessTokenAlg: undefined },
    { clientId: 'post', authentication: { method: 'client_secret_post' }, idTokenAlg: 'ES256', accessTokenAlg: 'RS256' },
    { clientId: 'key-rs256', authentication: await signing('RS256'), idTokenAlg: 'EdDSA', accessTokenAlg: 'ES256' },
    { clientId: 'key-es256', authentication: await signing('ES256'), idTokenAlg: 'ES256', accessTokenAlg: undefined },
    { clientId: 'key-eddsa', authentication: await signing('EdDSA'), idTokenAlg: 'RS256', accessTokenAlg: 'EdDSA' },
    { clientId: 'public', authentication: { method: 'none' }, idTokenAlg: 'EdDSA', accessTokenAlg: undefined },
  ]
}

const methods = {
  client_secret_basic: 'OIDC_AUTH_METHOD_TYPE_BASIC',
  client_secret_post: 'OIDC_AUTH_METHOD_TYPE_POST',
  private_key_jwt: 'OIDC_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT',
  none: 'OIDC_AUTH_METHOD_TYPE_NONE',
} as const

/** Where the applications expect a browser that has signed out. */
export const signedOutUri = 'https://app.example/signed-out'

/** @returns the document that registers them, and the users who sign in */
export function relyingPartyDocument(parties: readonly RelyingParty[]): OrgDocument {
  const [org] = acmeDocument().orgs ?? []
  if (org === undefined) throw new TypeError('no organization')
  return {
    orgs: [
      {
        ...org,
        oidcApps: parties.map(({ clientId, authentication: { method }, idTokenAlg, accessTokenAlg }) => ({
          appId: clientId,
          clientId,
          ...(method === 'client_secret_basic' || method === 'client_secret_post' ? { clientSecret } : {}),
          idTokenSigningAlg: idTokenAlg,
          ...(accessTokenAlg === undefined ? {} : { accessTokenSigningAlg: accessTokenAlg }),
          app: {
            projectId: 'portal',
            name: clientId,
            redirectUris: [redirectUri],
            postLogoutRedirectUris: [signedOutUri],
            authMethodType: methods[method],
            grantTypes: ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE', 'OIDC_GRANT_TYPE_REFRESH_TOKEN'],
            ...(accessTokenAlg === undefined ? {} : { accessTokenType: 'OIDC_TOKEN_TYPE_JWT' as const }),
          },
        })),
        appKeys: parties.flatMap(({ clientId, authentication }) => {
          if (!('key' in authentication)) return []
          const { id, publicKey } = authentication.key
          return [{ id, projectId: 'portal', appId: clientId, clientId, type: 'KEY_TYPE_JSON' as const, publicKey }]
        }),
      },
    ],
  }
}

/** The browser goes where the relying party sends it, Alice signs in when asked. */
export async function visit(userAgent: UserAgent, url: URL): Promise<Page> {
  return await signIn(userAgent, await userAgent.get(url), alice)
}

/** What the browser brings back to the relying party: a GET with a query, or the post of a form. */
export function broughtBack(page: Page): Request {
  if (page.redirectedTo !== undefined) return new Request(page.redirectedTo)
  const [form] = page.forms
  if (form?.action !== redirectUri) throw new Error(`Not sent back, but status ${page.status}: ${page.text.slice(0, 300)}`)
  return new Request(form.action, { method: 'POST', body: new URLSearchParams(form.fields) })
}
