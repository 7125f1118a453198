// The client identifier in a request, before the client is authenticated. The body is read from a copy, because the endpoint reads it again.
import { assertionIssuer, formLimit, OAuthError, parseParameters, presentedCredentials } from '@symbolon/core-protocol'
import type { Parameters } from '@symbolon/core-protocol'

/** The token endpoint refuses longer client identifiers without a lookup, so they need no count of their own. */
const maxClientIdLength = 255

/**
 * Reads the client identifier from the `Authorization` header, the form or the client assertion.
 * @returns undefined if there is none, or if it is malformed; the endpoint reports the error
 */
export async function clientIdentifierOf(request: Request): Promise<string | undefined> {
  try {
    const [credentials] = presentedCredentials(request, request.headers.has('authorization') ? {} : await parametersOf(request))
    if (credentials === undefined) return undefined
    const clientId = credentials.method === 'private_key_jwt' ? assertionIssuer(credentials.assertion) : credentials.clientId
    return clientId !== undefined && clientId.length <= maxClientIdLength ? clientId : undefined
  } catch (error) {
    // The endpoint reports it.
    if (error instanceof OAuthError) return undefined
    throw error
  }
}

async function parametersOf(request: Request): Promise<Parameters> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? '')) return {}
  const text = await copyOfBody(request)
  return text === undefined ? {} : parseParameters(text).parameters
}

/** @returns undefined if the body is longer than endpoints accept, or if it ends early */
async function copyOfBody(request: Request): Promise<string | undefined> {
  const reader = request.clone().body?.getReader()
  if (reader === undefined) return ''
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for (;;) {
    const read = await reader.read().catch(() => undefined)
    if (read === undefined) return undefined
    if (read.done) return text + decoder.decode()
    length += read.value.byteLength
    if (length > formLimit) {
      // Not awaited: the promise resolves only when the endpoint has finished with its own copy. https://streams.spec.whatwg.org/#abstract-opdef-readablestreamdefaulttee
      reader.cancel().catch(() => undefined)
      return undefined
    }
    text += decoder.decode(read.value, { stream: true })
  }
}
