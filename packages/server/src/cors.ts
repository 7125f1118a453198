// Which browser origins may read a response. Never with credentials: the provider's cookies are for its own pages.
// https://fetch.spec.whatwg.org/#http-cors-protocol
import { whenKnown } from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, Awaitable, HttpRequest } from '@symbolon/core-protocol'
import type { HeaderList } from './complete-answer.ts'

type HasOrigin = (origin: string) => Awaitable<boolean>

/** @returns the headers to add to the answer */
export function corsHeaders(request: HttpRequest, endpoint: AnyEndpoint, hasOrigin: HasOrigin): Awaitable<HeaderList> {
  if (endpoint.cors === 'none') return []
  if (endpoint.cors === 'any') return forAll
  const origin = request.header('origin')
  if (origin === undefined) return forNone
  return whenKnown(isRegistered(origin, hasOrigin), (registered) => (registered ? forOrigin(origin) : forNone))
}

const forAll: HeaderList = [['access-control-allow-origin', '*']]
const forNone: HeaderList = [['vary', 'origin']]

function forOrigin(origin: string): HeaderList {
  return [
    ['access-control-allow-origin', origin],
    ['access-control-expose-headers', 'retry-after, www-authenticate'],
    ['vary', 'origin'],
  ]
}

/** @returns the answer to a CORS preflight request. https://fetch.spec.whatwg.org/#cors-preflight-fetch */
export async function preflight(request: HttpRequest, endpoint: AnyEndpoint, hasOrigin: HasOrigin): Promise<Answer> {
  const fields = Object.fromEntries(await corsHeaders(request, endpoint, hasOrigin))
  if (fields['access-control-allow-origin'] !== undefined) {
    fields['access-control-allow-methods'] = endpoint.methods.join(', ')
    fields['access-control-allow-headers'] = allowedHeaders(request.header('access-control-request-headers'))
    fields['access-control-max-age'] = '600'
  }
  return { status: 204, fields, body: null }
}

/**
 * Every header that the page asks for: tools that trace requests add theirs to each, and a header proves nothing without cookies. Older browsers do
 * not know the wildcard, which leaves `authorization` out in any case.
 * @param requested the names, between commas
 */
function allowedHeaders(requested: string | undefined): string {
  const names =
    requested === undefined || requested.length > longestRequest ? [] : requested.split(',').map((name) => name.trim().toLowerCase())
  return [...new Set(['authorization', 'content-type', ...names.filter((name) => headerName.test(name))])].join(', ')
}

/** Characters. */
const longestRequest = 4096
/** https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2 */
const headerName = /^[\w!#$%&'*+.^`|~-]+$/

/** `null` is the origin of sandboxed frames and files, which any site can create. */
function isRegistered(origin: string, hasOrigin: HasOrigin): Awaitable<boolean> {
  return origin !== 'null' && origin.length <= 255 && hasOrigin(origin)
}
