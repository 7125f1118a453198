// Authorization requests that come from a composed source instead of the parameters of the browser.
import type { Context } from '../contract/context.ts'
import type { BoundRequestSource } from '../contract/registry.ts'
import type { SourcedRequest } from '../contract/request-source.ts'
import { DisplayedError, ExpiredRequest, OAuthError } from '../errors/oauth-error.ts'
import { checkLength } from '../http/parameters.ts'
import type { ParsedParameters } from '../http/parameters.ts'
import type { AuthorizationRequest } from '../ports/authorization-request.ts'
import type { Client } from '../ports/client.ts'
import { isUsableRedirectUri } from './redirect-uri.ts'

/** A request, and the name of the source that it came from. */
export type NamedSourcedRequest = SourcedRequest & { readonly source: string }

const sourceParameters = ['request', 'request_uri'] as const

/**
 * Asks the sources for the request that a parameter stands for.
 * @param receivedBy the name of the source whose endpoint receives the request; it is not asked
 * @returns undefined where no source takes a parameter
 * @throws OAuthError of the source; invalid_request for both parameters together, which exclude each other:
 *   https://www.rfc-editor.org/rfc/rfc9101#section-5
 * @throws TypeError for a reference of a source without `use`: no request could be answered with it
 */
export async function readFromSources(
  { parameters, repeated }: ParsedParameters,
  client: Client,
  { registry }: Context,
  receivedBy: string | undefined,
): Promise<NamedSourcedRequest | undefined> {
  for (const source of registry.requestSources.values()) {
    const value = parameters[source.parameter] ?? ''
    if (value === '' || source.name === receivedBy || repeated.includes(source.parameter)) continue
    checkLength(source.parameter, value)
    const sourced = await source.read({ value, client })
    if (sourced === undefined) continue
    if (sourceParameters.every((each) => (parameters[each] ?? '') !== ''))
      throw new OAuthError('invalid_request', 'The parameters request and request_uri exclude each other.')
    if ('request' in sourced && sourced.reference !== undefined && source.use === undefined)
      throw new TypeError(`The request source "${source.name}" returned a reference, but declares no function use.`)
    return { ...sourced, source: source.name }
  }
  return undefined
}

/** @returns what counts instead of the parameters that were sent: https://www.rfc-editor.org/rfc/rfc9101#section-6.3 */
export function sourcedParameters(sourced: Extract<SourcedRequest, { parameters: unknown }>, { clientId }: Client): ParsedParameters {
  const parameters = { ...sourced.parameters, client_id: clientId }
  return { parameters, repeated: [], pairs: Object.entries(parameters) }
}

/**
 * A request that was checked before.
 * @throws DisplayedError where it is of another client, or the client has lost the redirect URI since
 */
export function sourcedRequest(
  { request, reference, source }: Extract<NamedSourcedRequest, { request: unknown }>,
  client: Client,
): AuthorizationRequest {
  if (request.clientId !== client.clientId) throw new DisplayedError('invalid_request', 'The request is not of this client.')
  if (!isUsableRedirectUri(request.redirectUri, client))
    throw new DisplayedError('invalid_request', 'The redirect_uri is not registered for this client.')
  return reference === undefined ? request : { ...request, source: { name: source, reference } }
}

/**
 * Refuses a request that did not come through a source that the client has to use.
 * @param used the names of the sources that the request came through
 * @throws OAuthError invalid_request
 */
export async function checkRequiredSources(client: Client, used: readonly (string | undefined)[], { registry }: Context): Promise<void> {
  for (const source of registry.requestSources.values()) {
    if (used.includes(source.name) || !(await isRequired(source, client))) continue
    throw new OAuthError('invalid_request', `Authorization requests of this client need the parameter ${source.parameter}.`)
  }
}

async function isRequired({ isRequiredOf }: BoundRequestSource, client: Client): Promise<boolean> {
  return isRequiredOf !== undefined && (await isRequiredOf(client))
}

/**
 * Uses up the reference of a request that is about to be answered: of concurrent answers one goes on.
 * @throws ExpiredRequest invalid_request_uri for the others; also while the source is not composed any more, because then nothing decides
 */
export async function useSource({ source }: AuthorizationRequest, { registry }: Context): Promise<void> {
  if (source === undefined) return
  if ((await registry.requestSources.get(source.name)?.use?.(source.reference)) !== true) throw new ExpiredRequest('invalid_request_uri')
}
