// A request by hand.
import { shellWord } from './values.ts'
import type { Setup, SetupValues } from './values.ts'

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
