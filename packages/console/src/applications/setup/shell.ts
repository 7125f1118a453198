// Environment variables, and a request by hand.
import { discoveryOf, shellWord } from './values.ts'
import type { Setup, SetupValues } from './values.ts'

/** @returns the block of a `.env` file. Without a known secret its value is empty. */
export function environmentOf(values: SetupValues): Setup {
  const { kind, issuer, clientId, secret = '', method, redirectUri, postLogoutRedirectUri, scopes } = values
  const signsIn = kind === 'web' || kind === 'spa' || kind === 'native'
  const lines: readonly (readonly [string, string])[] = [
    ['OIDC_ISSUER', issuer],
    ['OIDC_DISCOVERY', discoveryOf(values)],
    ['OIDC_CLIENT_ID', clientId],
    ...(method === 'none'
      ? []
      : method === 'private_key_jwt'
        ? [['OIDC_PRIVATE_KEY_FILE', 'private-key.pem'] as const]
        : [['OIDC_CLIENT_SECRET', secret] as const]),
    ...(signsIn ? [['OIDC_REDIRECT_URI', redirectUri] as const] : []),
    ...(signsIn && postLogoutRedirectUri !== undefined ? [['OIDC_POST_LOGOUT_REDIRECT_URI', postLogoutRedirectUri] as const] : []),
    ...(kind === 'api' ? [] : [['OIDC_SCOPE', `"${scopes.join(' ')}"`] as const]),
  ]
  return {
    id: 'environment',
    title: '.env',
    language: 'env',
    text: lines.map(([name, value]) => `${name}=${name === 'OIDC_SCOPE' ? value : shellWord(value)}\n`).join(''),
  }
}

/** @returns the request of a service user for a token. https://www.rfc-editor.org/rfc/rfc6749#section-4.4.2 */
export function curlService({ issuer, clientId, scopes }: SetupValues): Setup {
  return {
    id: 'curl',
    title: 'curl',
    language: 'shell',
    text: `curl --user ${shellWord(`${clientId}:`)}"$OIDC_CLIENT_SECRET" \\
  --data grant_type=client_credentials \\
  --data-urlencode 'scope=${scopes.join(' ')}' \\
  ${shellWord(`${issuer}/oauth/v2/token`)}
`,
  }
}
