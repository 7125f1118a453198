// The client that a request names, proved or not. The endpoint reads the same body once more: what is read here is a copy.
import { assertionIssuer, formLimit, OAuthError, parseParameters, presentedCredentials } from '@symbolon/core-protocol'
import type { Parameters } from '@symbolon/core-protocol'

/** Longer names are no client.s: the token endpoint refuses them. */
const longestClientId = 255

/** @returns undefined when the request names none, or none that there could be */
export async function namedClient(request: Request): Promise<string | undefined> {
  try {
    const [credentials] = presentedCredentials(request, request.headers.has('authorization') ? {} : await parametersOf(request))
    if (credentials === undefined) return undefined
    const clientId = credentials.method === 'private_key_jwt' ? assertionIssuer(credentials.assertion) : credentials.clientId
    return clientId !== undefined && clientId.length <= longestClientId ? clientId : undefined
  } catch (error) {
    // The endpoint will say what is wrong.
    if (error instanceof OAuthError) return undefined
    throw error
  }
}

async function parametersOf(request: Request): Promise<Parameters> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? '')) return {}
  const text = await copyOfBody(request)
  return text === undefined ? {} : parseParameters(text).parameters
}

/** @returns undefined for a body that is longer than the endpoints take, or that breaks off */
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
      // Not awaited: that ends when the endpoint has done with its own copy. https://streams.spec.whatwg.org/#abstract-opdef-readablestreamdefaulttee
      reader.cancel().catch(() => undefined)
      return undefined
    }
    text += decoder.decode(read.value, { stream: true })
  }
}
