// Which client authentication a request carries: exactly one, or it is refused before any secret is looked at.
// https://www.rfc-editor.org/rfc/rfc6749#section-2.3: "The client MUST NOT use more than one authentication method in each request."
import type { Parameters } from '../http/parameters.ts'
import { OAuthError } from '../oauth-error.ts'

export type PresentedCredentials =
  | { readonly method: 'client_secret_basic' | 'client_secret_post', readonly clientId: string, readonly clientSecret: string }
  | { readonly method: 'private_key_jwt', readonly clientId: string | undefined, readonly assertion: string }
  | { readonly method: 'none', readonly clientId: string }

/** https://www.rfc-editor.org/rfc/rfc7523#section-2.2 */
export const clientAssertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/**
 * @returns what the client presented
 * @throws OAuthError invalid_request for several methods at once, invalid_client for none or for a malformed one
 */
export function presentedCredentials(request: Request, parameters: Parameters): PresentedCredentials {
  const authorization = request.headers.get('authorization')
  const { client_id: clientId, client_secret: clientSecret, client_assertion: assertion, client_assertion_type: assertionType } = parameters
  const methods = [authorization, clientSecret, assertion ?? assertionType].filter((each) => each !== undefined && each !== null)
  if (methods.length > 1) throw new OAuthError('invalid_request', 'Only one client authentication method may be used.')

  if (authorization !== null) {
    const basic = parseBasic(authorization)
    if (clientId !== undefined && clientId !== basic.clientId) {
      throw new OAuthError('invalid_request', 'The client_id differs from the one in the Authorization header.')
    }
    return { method: 'client_secret_basic', ...basic }
  }
  if (assertion !== undefined || assertionType !== undefined) {
    if (assertionType !== clientAssertionType) throw new OAuthError('invalid_request', 'The client_assertion_type is missing or not supported.')
    if (assertion === undefined) throw new OAuthError('invalid_request', 'The client_assertion is missing.')
    return { method: 'private_key_jwt', clientId, assertion }
  }
  if (clientId === undefined || clientId === '') throw new OAuthError('invalid_client', 'Client authentication is required.')
  if (clientSecret !== undefined) return { method: 'client_secret_post', clientId, clientSecret }
  return { method: 'none', clientId }
}

/** Whether the request carries credentials of a client, good or bad. A client id alone proves nothing and is none. */
export function carriesClientCredentials(request: Request, parameters: Parameters): boolean {
  const { client_secret: clientSecret, client_assertion: assertion, client_assertion_type: assertionType } = parameters
  return request.headers.has('authorization') || clientSecret !== undefined || assertion !== undefined || assertionType !== undefined
}

/** Id and secret are form-urlencoded before they are put together. https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1 */
function parseBasic(header: string): { readonly clientId: string, readonly clientSecret: string } {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header)?.[1]
  if (encoded === undefined) throw new OAuthError('invalid_client', 'The Authorization header is malformed.')
  try {
    const text = decodeBase64(encoded)
    const colon = text.indexOf(':')
    if (colon < 0 || /\p{Cc}/u.test(text)) throw new Error('malformed')
    const clientId = decodeFormText(text.slice(0, colon))
    const clientSecret = decodeFormText(text.slice(colon + 1))
    if (clientId === '') throw new Error('malformed')
    return { clientId, clientSecret }
  } catch {
    throw new OAuthError('invalid_client', 'The Authorization header is malformed.')
  }
}

/** @throws when it is not the base64 of UTF-8 */
function decodeBase64(encoded: string): string {
  const binary = atob(encoded)
  if (/^[\x00-\x7f]*$/.test(binary)) return binary
  return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)))
}

function decodeFormText(text: string): string {
  return /[%+]/.test(text) ? decodeURIComponent(text.replaceAll('+', ' ')) : text
}
