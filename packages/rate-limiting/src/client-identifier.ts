// The client identifier in a request, before the client is authenticated.
import { assertionIssuer, catching, formLimit, OAuthError, parseParameters, presentedCredentials, whenKnown } from '@symbolon/core-protocol'
import type { Awaitable, HttpRequest, Parameters, PresentedCredentials } from '@symbolon/core-protocol'

/** The token endpoint refuses longer client identifiers without a lookup, so they need no separate count. */
const maxClientIdLength = 255

/**
 * Reads the client identifier from the `Authorization` header, the form or the client assertion. A request with the header is not read further,
 * so that its identifier is known at once.
 * @returns undefined if there is none, or if it is malformed; the endpoint reports the error
 */
export function clientIdentifierOf(request: HttpRequest): Awaitable<string | undefined> {
  return catching(
    () =>
      whenKnown(request.header('authorization') === undefined ? parametersOf(request) : none, (parameters) =>
        identifierIn(presentedCredentials(request, parameters)),
      ),
    (error) => {
      // The endpoint reports it.
      if (error instanceof OAuthError) return undefined
      throw error
    },
  )
}

const none: Parameters = {}

function identifierIn([credentials]: readonly PresentedCredentials[]): string | undefined {
  if (credentials === undefined) return undefined
  const clientId = credentials.method === 'private_key_jwt' ? assertionIssuer(credentials.assertion) : credentials.clientId
  return clientId !== undefined && clientId.length <= maxClientIdLength ? clientId : undefined
}

async function parametersOf(request: HttpRequest): Promise<Parameters> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.header('content-type') ?? '')) return none
  return parseParameters(decoder.decode(await request.body.bytes(formLimit))).parameters
}

const decoder = new TextDecoder()
