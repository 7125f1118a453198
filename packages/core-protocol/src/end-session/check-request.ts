// The checks of a request to end sessions, in order. No session ends and no browser is redirected unless all of them pass.
// https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout, #ValidationAndErrorHandling
import { appendQuery } from '../authorization/authorization-response.ts'
import { isUsablePostLogoutRedirectUri } from '../authorization/redirect-uri.ts'
import type { ParsedParameters, Parameters } from '../http/parameters.ts'
import { checkLength, readUiLocales } from '../http/parameters.ts'
import { InvalidJwt } from '../jwt/verify-jwt.ts'
import { OAuthError } from '../errors/oauth-error.ts'
import type { Context } from '../contract/context.ts'
import { verifyIdToken } from '../tokens/verify-id-token.ts'
import type { VerifiedIdToken } from '../tokens/verify-id-token.ts'

/** A request whose every member was found valid. */
export interface EndSessionRequest {
  /** An ID token of this provider, expired or not. */
  readonly hint: VerifiedIdToken | undefined
  /** Where the browser goes afterwards: registered, with the state. */
  readonly target: string | undefined
  readonly uiLocales: readonly string[]
  /** The parameters that were read, as they were sent. */
  readonly parameters: Parameters
}

/** `logout_hint` is among what is ignored: a cookie or an ID token says who signs out. */
const names = ['id_token_hint', 'client_id', 'post_logout_redirect_uri', 'state', 'ui_locales']

/** @throws OAuthError invalid_request */
export async function checkEndSessionRequest(parsed: ParsedParameters, context: Context<'clients'>): Promise<EndSessionRequest> {
  const parameters = checkParameters(parsed)
  const hint = parameters['id_token_hint'] === undefined ? undefined : await checkHint(parameters['id_token_hint'], context)
  const clientId = checkClientId(parameters['client_id'], hint)
  const target = await checkTarget(parameters, clientId, context)
  return { hint, target, uiLocales: readUiLocales(parameters['ui_locales']), parameters }
}

function checkParameters({ parameters, repeated }: ParsedParameters): Parameters {
  if (repeated.length > 0) throw new OAuthError('invalid_request', 'A parameter is repeated.')
  for (const [name, value] of Object.entries(parameters)) checkLength(name, value)
  // "Parameters sent without a value MUST be treated as if they were omitted." https://www.rfc-editor.org/rfc/rfc6749#section-3.1
  return Object.fromEntries(Object.entries(parameters).filter(([name, value]) => value !== '' && names.includes(name)))
}

/** "The OP SHOULD accept ID Tokens when the RP identified by the ID Token's aud claim … even when the exp time has passed." */
async function checkHint(hint: string, context: Context): Promise<VerifiedIdToken> {
  try {
    return await verifyIdToken(hint, 'ignored', context)
  } catch (error) {
    if (!(error instanceof InvalidJwt)) throw error
    throw new OAuthError('invalid_request', 'The id_token_hint is not an ID token of this service.', error.message)
  }
}

/**
 * "When both client_id and id_token_hint are present, the OP MUST verify that the Client Identifier matches the one used when
 * issuing the ID Token."
 */
function checkClientId(clientId: string | undefined, hint: VerifiedIdToken | undefined): string | undefined {
  if (clientId !== undefined && hint !== undefined && clientId !== hint.clientId) {
    throw new OAuthError('invalid_request', 'The client_id is not that of the id_token_hint.')
  }
  return hint?.clientId ?? clientId
}

/**
 * "The OP MUST NOT perform post-logout redirection if the post_logout_redirect_uri value supplied does not exactly match one of the
 * previously registered" ones. Without a client there is no list to find it in: the browser stays on our page, as if there was none.
 */
async function checkTarget(parameters: Parameters, clientId: string | undefined, context: Context<'clients'>): Promise<string | undefined> {
  const { post_logout_redirect_uri: uri, state } = parameters
  if (uri === undefined || clientId === undefined) return undefined
  const client = await context.stores.clients.find(clientId)
  if (client === undefined || !isUsablePostLogoutRedirectUri(uri, client)) {
    throw new OAuthError('invalid_request', 'The post_logout_redirect_uri is not registered for this client.')
  }
  return state === undefined ? uri : appendQuery(uri, new URLSearchParams({ state }).toString())
}
