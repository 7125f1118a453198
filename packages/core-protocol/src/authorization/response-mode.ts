// The response mode of an authorization request: how the response reaches the client.
// https://openid.net/specs/oauth-v2-multiple-response-types-1_0.html#ResponseModes
import { base64url } from 'jose'
import type { Parameters } from '../http/parameters.ts'
import { parseStrictJsonObject } from '../jwt/strict-json.ts'
import { OAuthError } from '../errors/oauth-error.ts'
import type { RedirectTarget } from '../errors/oauth-error.ts'
import type { BoundResponseType } from '../contract/registry.ts'
import type { ResponseMode } from '../ports/authorization-request.ts'

/** @returns the response mode; undefined for an absent or unknown one */
export function readResponseMode(value: string | undefined): ResponseMode | undefined {
  return value === 'query' || value === 'fragment' || value === 'form_post' ? value : undefined
}

/** @throws OAuthError invalid_request */
export function checkResponseMode(parameters: Parameters, responseType: BoundResponseType, redirectUri: string): void {
  if (parameters['response_mode'] === undefined) return
  const mode = readResponseMode(parameters['response_mode'])
  if (mode === undefined) throw new OAuthError('invalid_request', 'The response_mode is not supported.')
  if (mode === 'query' && responseType.defaultResponseMode === 'fragment') {
    throw new OAuthError('invalid_request', 'The response_mode query must not carry tokens.')
  }
  if (!canCarry(mode, redirectUri)) throw new OAuthError('invalid_request', 'The response_mode form_post needs an http redirect_uri.')
}

/** Tokens never travel in a query. https://www.rfc-editor.org/rfc/rfc9700#section-4.3.2 */
export function usableMode(mode: ResponseMode | undefined, fallback: ResponseMode, redirectUri: string): ResponseMode {
  return mode === undefined || (mode === 'query' && fallback === 'fragment') || !canCarry(mode, redirectUri) ? fallback : mode
}

/**
 * A client that puts the response mode into the request object expects the refusal in that mode. No other member of the object is used,
 * because the object is not verified.
 */
export function modeOfRefusal(requestObject: string, { redirectUri, responseMode: fallback }: RedirectTarget): ResponseMode {
  return usableMode(readResponseMode(responseModeOf(requestObject)), fallback, redirectUri)
}

const longestRequestObject = 16 * 1024

function responseModeOf(requestObject: string): string | undefined {
  if (requestObject.length > longestRequestObject) return undefined
  try {
    const { response_mode: mode } = parseStrictJsonObject(new TextDecoder().decode(base64url.decode(requestObject.split('.', 2)[1] ?? '')))
    return typeof mode === 'string' ? mode : undefined
  } catch {
    return undefined
  }
}

/** A form can be posted only to a web page, not to the custom scheme of a native app. */
function canCarry(mode: ResponseMode, redirectUri: string): boolean {
  return mode !== 'form_post' || /^https?:/i.test(redirectUri)
}
