// The client identifier in a request, before the client is authenticated.
import { assertionIssuer, formLimit, OAuthError, parseParameters, presentedCredentials } from '@symbolon/core-protocol'
import type { HttpRequest, Parameters } from '@symbolon/core-protocol'

/** The token endpoint refuses longer client identifiers without a lookup, so they need no count of their own. */
const maxClientIdLength = 255

/**
 * Reads the client identifier from the `Authorization` header, the form or the client assertion.
 * @returns undefined if there is none, or if it is malformed; the endpoint reports the error
 */
export async function clientIdentifierOf(request: HttpRequest): Promise<string | undefined> {
  try {
    const [credentials] = presentedCredentials(request, request.header('authorization') !== undefined ? {} : await parametersOf(request))
    if (credentials === undefined) return undefined
    const clientId = credentials.method === 'private_key_jwt' ? assertionIssuer(credentials.assertion) : credentials.clientId
    return clientId !== undefined && clientId.length <= maxClientIdLength ? clientId : undefined
  } catch (error) {
    // The endpoint reports it.
    if (error instanceof OAuthError) return undefined
    throw error
  }
}

async function parametersOf(request: HttpRequest): Promise<Parameters> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.header('content-type') ?? '')) return {}
  return parseParameters(new TextDecoder().decode(await request.body.bytes(formLimit))).parameters
}
