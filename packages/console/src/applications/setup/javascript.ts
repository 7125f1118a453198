// openid-client 6 and Auth.js 5. https://github.com/panva/openid-client, https://authjs.dev
import { isInsecure, quoted } from './values.ts'
import type { Setup, SetupValues } from './values.ts'

/** Reads the private key of a client that signs assertions. https://www.rfc-editor.org/rfc/rfc7523#section-2.2 */
const readKey = `const pem = await readFile(process.env.OIDC_PRIVATE_KEY_FILE, 'utf8')
const der = Buffer.from(pem.replace(/-----[A-Z ]+-----|\\s/g, ''), 'base64')
const key = await crypto.subtle.importKey('pkcs8', der, { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, false, ['sign'])
`

function configuration(values: SetupValues): string {
  const { issuer, clientId, method } = values
  const withKey = method === 'private_key_jwt'
  const authentication = {
    client_secret_basic: 'client.ClientSecretBasic(process.env.OIDC_CLIENT_SECRET)',
    client_secret_post: 'client.ClientSecretPost(process.env.OIDC_CLIENT_SECRET)',
    private_key_jwt: 'client.PrivateKeyJwt(key)',
    none: 'client.None()',
  }[method]
  // The library refuses http unless the option allows it.
  const options = isInsecure(values) ? `,\n  { execute: [client.allowInsecureRequests] }` : ''
  return `${withKey ? `import { readFile } from 'node:fs/promises'\n` : ''}import * as client from 'openid-client'

${withKey ? readKey : ''}const config = await client.discovery(
  new URL(${quoted(issuer)}),
  ${quoted(clientId)},
  undefined,
  ${authentication}${options},
)
`
}

function openidClient(values: SetupValues, use: string): Setup {
  return { id: 'openid-client', title: 'openid-client (JavaScript)', language: 'javascript', text: `${configuration(values)}\n${use}` }
}

/** @returns a sign-in with the authorization code flow and PKCE */
export function openidClientSignIn(values: SetupValues): Setup {
  return openidClient(
    values,
    `/** Begins a sign-in: keep verifier and state in the session of the browser, and redirect to the address. */
export async function begin() {
  const verifier = client.randomPKCECodeVerifier()
  const state = client.randomState()
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: ${quoted(values.redirectUri)},
    scope: ${quoted(values.scopes.join(' '))},
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  })
  return { verifier, state, address }
}

/** Ends it: currentUrl is the address that the browser came back to. */
export async function finish(currentUrl, { verifier, state }) {
  const tokens = await client.authorizationCodeGrant(config, currentUrl, { pkceCodeVerifier: verifier, expectedState: state })
  return tokens.claims()
}
`,
  )
}

/** @returns the introspection of a token that an API received. https://www.rfc-editor.org/rfc/rfc7662 */
export function openidClientIntrospection(values: SetupValues): Setup {
  return openidClient(
    values,
    `/** What a token says, or undefined for one that is not valid here. */
export async function claimsOf(accessToken) {
  const answer = await client.tokenIntrospection(config, accessToken)
  return answer.active ? answer : undefined
}
`,
  )
}

/** @returns a token for a service user. https://www.rfc-editor.org/rfc/rfc6749#section-4.4 */
export function openidClientService(values: SetupValues): Setup {
  return openidClient(
    values,
    `const { access_token: accessToken } = await client.clientCredentialsGrant(config, { scope: ${quoted(values.scopes.join(' '))} })
`,
  )
}

/** @returns the configuration of Auth.js */
export function authJs({ issuer, clientId, method, scopes }: SetupValues): Setup {
  return {
    id: 'auth-js',
    title: 'Auth.js (Next.js, auth.ts)',
    language: 'typescript',
    text: `import NextAuth from 'next-auth'

// Auth.js comes back to /api/auth/callback/oidc: register this redirect URI.
export const { handlers, auth, signIn, signOut } = NextAuth({
  providers: [
    {
      id: 'oidc',
      name: 'Single sign-on',
      type: 'oidc',
      issuer: ${quoted(issuer)},
      clientId: ${quoted(clientId)},
      clientSecret: process.env.OIDC_CLIENT_SECRET,
      client: { token_endpoint_auth_method: ${quoted(method)} },
      authorization: { params: { scope: ${quoted(scopes.join(' '))} } },
      checks: ['pkce', 'state'],
    },
  ],
})
`,
  }
}
