// The response mode of an authorization request: how the response reaches the client.
// https://openid.net/specs/oauth-v2-multiple-response-types-1_0.html#ResponseModes
import { base64url } from 'jose'
import type { Context } from '../contract/context.ts'
import type { BoundResponseMode, BoundResponseType } from '../contract/registry.ts'
import type { CarryingMode } from '../contract/response-mode.ts'
import { DisplayedError, OAuthError } from '../errors/oauth-error.ts'
import type { RedirectTarget } from '../errors/oauth-error.ts'
import type { Parameters } from '../http/parameters.ts'
import { parseStrictJsonObject } from '../jwt/strict-json.ts'

type Fallback = BoundResponseType['defaultResponseMode']

/** A composed mode that does not stand for others. */
export interface ConcreteMode extends BoundResponseMode {
  readonly carriedBy: CarryingMode
}

/** The modes that need no part. */
export const responseModesOfCore: readonly ConcreteMode[] = (['query', 'fragment', 'form_post'] as const).map((name) => ({
  name,
  carriedBy: name,
}))

/** @returns the mode that a name stands for; undefined for an absent or unknown one */
export function readResponseMode(name: string | undefined, fallback: Fallback, { registry }: Context): ConcreteMode | undefined {
  const mode = registry.responseModes.get(name ?? '')
  const meant = mode !== undefined && typeof mode.carriedBy !== 'string' ? registry.responseModes.get(mode.carriedBy[fallback]) : mode
  return meant !== undefined && isConcrete(meant) ? meant : undefined
}

function isConcrete(mode: BoundResponseMode): mode is ConcreteMode {
  return typeof mode.carriedBy === 'string'
}

/** @throws OAuthError invalid_request */
export function checkResponseMode(
  parameters: Parameters,
  { defaultResponseMode: fallback }: BoundResponseType,
  redirectUri: string,
  context: Context,
): void {
  if (parameters['response_mode'] === undefined) return
  const mode = readResponseMode(parameters['response_mode'], fallback, context)
  if (mode === undefined) throw new OAuthError('invalid_request', 'The response_mode is not supported.')
  if (mode.carriedBy === 'query' && fallback === 'fragment') {
    throw new OAuthError('invalid_request', 'The response_mode query must not carry tokens.')
  }
  if (!canCarry(mode, redirectUri)) throw new OAuthError('invalid_request', 'The response_mode form_post needs an http redirect_uri.')
}

/** Tokens never travel in a query. https://www.rfc-editor.org/rfc/rfc9700#section-4.3.2 */
export function usableMode(mode: ConcreteMode | undefined, fallback: string, redirectUri: string): string {
  return mode === undefined || (mode.carriedBy === 'query' && fallback === 'fragment') || !canCarry(mode, redirectUri)
    ? fallback
    : mode.name
}

/**
 * The mode of a response, also where its request waited for the user.
 * @throws DisplayedError for a mode that is not composed any more: a response without it would be what the client did not ask for
 */
export function requireMode({ responseMode }: Pick<RedirectTarget, 'responseMode'>, { registry }: Context): ConcreteMode {
  const mode = registry.responseModes.get(responseMode)
  if (mode === undefined || !isConcrete(mode)) throw new DisplayedError('invalid_request', 'The response_mode is not supported.')
  return mode
}

/**
 * A client that puts the response mode into the request object expects the refusal in that mode. No other member of the object is used,
 * because the object is not verified.
 * @param target with the default mode of the response type
 */
export function modeOfRefusal(requestObject: string, { redirectUri, responseMode: fallback }: RedirectTarget, context: Context): string {
  const shorthand = fallback === 'fragment' ? 'fragment' : 'query'
  return usableMode(readResponseMode(responseModeOf(requestObject), shorthand, context), fallback, redirectUri)
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
function canCarry({ carriedBy }: ConcreteMode, redirectUri: string): boolean {
  return carriedBy !== 'form_post' || /^https?:/i.test(redirectUri)
}
