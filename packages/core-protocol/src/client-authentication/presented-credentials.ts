// Which client authentication a request carries: exactly one, or it is refused before any secret is looked at.
// https://www.rfc-editor.org/rfc/rfc6749#section-2.3: "The client MUST NOT use more than one authentication method in each request."
import type { Parameters } from '../http/parameters.ts'
import { OAuthError } from '../errors/oauth-error.ts'

export type PresentedCredentials =
  | { readonly method: 'client_secret_basic' | 'client_secret_post', readonly clientId: string, readonly clientSecret: string }
  | { readonly method: 'private_key_jwt', readonly clientId: string | undefined, readonly assertion: string }
  | { readonly method: 'none', readonly clientId: string }

/** https://www.rfc-editor.org/rfc/rfc7523#section-2.2 */
export const clientAssertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/**
 * "Parameters sent without a value MUST be treated as if they were omitted": https://www.rfc-editor.org/rfc/rfc6749#section-3.2.
 * An Authorization header without a secret names a client and is no second method; clients without a secret send `id:`.
 * @returns what the client presented, in every way in which it can be read, the one of the specification first; empty when nothing
 * @throws OAuthError invalid_request for several methods at once, invalid_client for a malformed header
 */
export function presentedCredentials(request: Request, parameters: Parameters): readonly PresentedCredentials[] {
  const header = request.headers.get('authorization')
  const read = (name: string): string | undefined => parameters[name] === '' ? undefined : parameters[name]
  const clientId = read('client_id')
  const clientSecret = read('client_secret')
  const assertion = read('client_assertion')
  const assertionType = read('client_assertion_type')

  const readings = header === null ? [] : readingsOf(header)
  const byHeader = carriesSecret(readings)
  const methods = [byHeader ? header : undefined, clientSecret, assertion ?? assertionType].filter((each) => each !== undefined)
  if (methods.length > 1) throw new OAuthError('invalid_request', 'Only one client authentication method may be used.')
  if (readings === undefined) throw new OAuthError('invalid_client', 'The Authorization header is malformed.')
  const named = readings.filter((basic) => basic.clientId !== '')
  const agreeing = named.filter((basic) => clientId === undefined || basic.clientId === clientId)
  if (named.length > 0 && agreeing.length === 0) {
    throw new OAuthError('invalid_request', 'The client_id differs from the one in the Authorization header.')
  }

  if (byHeader) return agreeing.map((basic) => ({ method: 'client_secret_basic', ...basic }))
  if (assertion !== undefined || assertionType !== undefined) {
    if (assertionType !== clientAssertionType) throw new OAuthError('invalid_request', 'The client_assertion_type is missing or not supported.')
    if (assertion === undefined) throw new OAuthError('invalid_request', 'The client_assertion is missing.')
    return [{ method: 'private_key_jwt', clientId: clientId ?? agreeing[0]?.clientId, assertion }]
  }
  const clientIds = clientId === undefined ? agreeing.map((basic) => basic.clientId) : [clientId]
  if (clientSecret !== undefined) return clientIds.map((id) => ({ method: 'client_secret_post', clientId: id, clientSecret }))
  return clientIds.map((id) => ({ method: 'none', clientId: id }))
}

/** Whether the request carries credentials of a client, good or bad. A client id alone proves nothing and is none. */
export function carriesClientCredentials(request: Request, parameters: Parameters): boolean {
  const header = request.headers.get('authorization')
  return (header !== null && carriesSecret(readingsOf(header)))
    || ['client_secret', 'client_assertion', 'client_assertion_type'].some((name) => (parameters[name] ?? '') !== '')
}

/** A header that cannot be read is one that was meant to authenticate. */
function carriesSecret(readings: readonly BasicValue[] | undefined): boolean {
  return readings?.some(({ clientId, clientSecret }) => clientId !== '' && clientSecret !== '') ?? true
}

interface BasicValue {
  readonly clientId: string
  readonly clientSecret: string
}

/**
 * Id and secret are form-urlencoded before they are put together: https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1. Many
 * clients do not encode them: where that makes a difference, the value as it stands is the second reading.
 * @returns undefined for a malformed header, and for another scheme
 */
function readingsOf(header: string): readonly BasicValue[] | undefined {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header)?.[1]
  const text = encoded === undefined ? undefined : decodeBase64(encoded)
  const colon = text?.indexOf(':') ?? -1
  if (text === undefined || colon < 0 || /\p{Cc}/u.test(text)) return undefined
  const asItStands = { clientId: text.slice(0, colon), clientSecret: text.slice(colon + 1) }
  if (!/[%+]/.test(text)) return [asItStands]
  const decoded = { clientId: decodeFormText(asItStands.clientId), clientSecret: decodeFormText(asItStands.clientSecret) }
  return decoded.clientId === undefined || decoded.clientSecret === undefined
    ? [asItStands]
    : [{ clientId: decoded.clientId, clientSecret: decoded.clientSecret }, asItStands]
}

/** @returns undefined when it is not the base64 of UTF-8 */
function decodeBase64(encoded: string): string | undefined {
  try {
    const binary = atob(encoded)
    if (/^[\x00-\x7f]*$/.test(binary)) return binary
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)))
  } catch {
    return undefined
  }
}

/** @returns undefined when it is not valid percent-encoded UTF-8 */
function decodeFormText(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
