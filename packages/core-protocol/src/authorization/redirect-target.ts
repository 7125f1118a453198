// Where the response to an authorization request goes, also while its parameters are not checked yet.
import type { Context } from '../contract/context.ts'
import type { RedirectTarget } from '../errors/oauth-error.ts'
import { readUiLocales } from '../http/parameters.ts'
import type { ParsedParameters } from '../http/parameters.ts'
import type { Client } from '../ports/client.ts'
import { readResponseMode, usableMode } from './response-mode.ts'

/** The target of errors once the redirect URI is verified. A value that cannot be read yet falls back to the default of the response type. */
export function redirectTarget(
  { parameters, repeated }: ParsedParameters,
  { clientId }: Client,
  redirectUri: string,
  context: Context,
): RedirectTarget {
  const state = parameters['state']
  const fallback = defaultResponseMode(parameters['response_type'] ?? '', context)
  const mode = repeated.includes('response_mode') ? undefined : readResponseMode(parameters['response_mode'], fallback, context)
  return {
    clientId,
    redirectUri,
    responseMode: usableMode(mode, fallback, redirectUri),
    state: state === undefined || state === '' || !isWellFormedState(state) || repeated.includes('state') ? undefined : state,
    uiLocales: readUiLocales(parameters['ui_locales']),
  }
}

/** Where a client that sent this response type looks for the answer, whether or not the type is supported here. */
function defaultResponseMode(responseType: string, context: Context): 'query' | 'fragment' {
  const supported = context.registry.responseTypes.get(canonicalResponseType(responseType))
  if (supported !== undefined) return supported.defaultResponseMode
  // https://openid.net/specs/oauth-v2-multiple-response-types-1_0.html#ResponseModes, https://www.rfc-editor.org/rfc/rfc6749#section-4.2.2.1
  const values = responseType.length > longestResponseType ? [] : responseType.split(' ')
  return values.some((each) => each === 'token' || each === 'id_token') ? 'fragment' : 'query'
}

/**
 * Whether a state is returned unchanged. Control characters are not part of a state, and an HTML form would not return them unchanged.
 * https://www.rfc-editor.org/rfc/rfc6749#appendix-A.5
 */
export function isWellFormedState(state: string): boolean {
  return state.length <= 8192 && !/\p{Cc}/u.test(state)
}

const longestResponseType = 100

/** The order of the values does not matter. https://openid.net/specs/oauth-v2-multiple-response-types-1_0.html#Encoding */
export function canonicalResponseType(responseType: string): string {
  // The longest response type has 20 characters. A longer value is refused without parsing, because it cannot match.
  if (responseType.length > longestResponseType) return responseType
  return responseType.split(' ').sort().join(' ')
}
