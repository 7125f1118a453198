// Proof Key for Code Exchange, S256 only. https://www.rfc-editor.org/rfc/rfc7636
import { digest, equalDigests, OAuthError } from '@symbolon/core-protocol'
import type { AuthorizationRequest, Client } from '@symbolon/core-protocol'

/**
 * A client that cannot authenticate has nothing else that ties the code to it.
 * https://www.rfc-editor.org/rfc/rfc9700#section-2.1.1
 * @throws OAuthError invalid_request
 */
export function demandCodeChallenge(request: AuthorizationRequest, client: Client): void {
  if (client.authenticationMethod === 'none' && request.codeChallenge === undefined) {
    throw new OAuthError('invalid_request', 'A public client must send a code_challenge.')
  }
}

/**
 * https://www.rfc-editor.org/rfc/rfc7636#section-4.6. A verifier without a challenge is refused too: somebody took the
 * challenge out of the request. https://www.rfc-editor.org/rfc/rfc9700#section-4.8.2
 * @throws OAuthError invalid_grant
 */
export function verifyCodeVerifier(codeVerifier: string | undefined, codeChallenge: string | undefined): void {
  if (codeVerifier === undefined && codeChallenge === undefined) return
  if (codeVerifier === undefined) throw new OAuthError('invalid_grant', 'The code_verifier is missing.')
  if (codeChallenge === undefined) throw new OAuthError('invalid_grant', 'No code_challenge was sent with the authorization request.')
  if (!equalDigests(digest(codeVerifier), codeChallenge)) throw new OAuthError('invalid_grant', 'The code_verifier does not match.')
}
