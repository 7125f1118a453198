// Which browser origins may read a response. Never with credentials: the provider's cookies are for its own pages.
// https://fetch.spec.whatwg.org/#http-cors-protocol
import type { Answer, AnyEndpoint, HttpRequest } from '@symbolon/core-protocol'
import type { HeaderList } from './complete-answer.ts'

type HasOrigin = (origin: string) => Promise<boolean>

/** @returns the headers to add to the answer */
export async function corsHeaders(request: HttpRequest, endpoint: AnyEndpoint, hasOrigin: HasOrigin): Promise<HeaderList> {
  if (endpoint.cors === 'none') return []
  if (endpoint.cors === 'any') return [['access-control-allow-origin', '*']]
  const origin = request.header('origin')
  if (origin === undefined || !(await isRegistered(origin, hasOrigin))) return [['vary', 'origin']]
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
    fields['access-control-allow-headers'] = 'authorization, content-type'
    fields['access-control-max-age'] = '600'
  }
  return { status: 204, fields, body: null }
}

/** `null` is the origin of sandboxed frames and files, which can be anybody's. */
async function isRegistered(origin: string, hasOrigin: HasOrigin): Promise<boolean> {
  return origin !== 'null' && origin.length <= 255 && (await hasOrigin(origin))
}
