// Which browser origins may read a response. Never with credentials: the provider's cookies are for its own pages.
// https://fetch.spec.whatwg.org/#http-cors-protocol
import type { AnyEndpoint } from '@symbolon/core-protocol'
import type { HeaderList } from './complete-answer.ts'

type HasOrigin = (origin: string) => Promise<boolean>

/** @returns the headers to add to the answer */
export async function corsHeaders(request: Request, endpoint: AnyEndpoint, hasOrigin: HasOrigin): Promise<HeaderList> {
  if (endpoint.cors === 'none') return []
  if (endpoint.cors === 'any') return [['access-control-allow-origin', '*']]
  const origin = request.headers.get('origin')
  if (origin === null || !(await isRegistered(origin, hasOrigin))) return [['vary', 'origin']]
  return [
    ['access-control-allow-origin', origin],
    ['access-control-expose-headers', 'retry-after, www-authenticate'],
    ['vary', 'origin'],
  ]
}

/** @returns the answer to a CORS preflight request. https://fetch.spec.whatwg.org/#cors-preflight-fetch */
export async function preflight(request: Request, endpoint: AnyEndpoint, hasOrigin: HasOrigin): Promise<Response> {
  const headers = new Headers()
  for (const [name, value] of await corsHeaders(request, endpoint, hasOrigin)) headers.append(name, value)
  if (headers.has('access-control-allow-origin')) {
    headers.set('access-control-allow-methods', endpoint.methods.join(', '))
    headers.set('access-control-allow-headers', 'authorization, content-type')
    headers.set('access-control-max-age', '600')
  }
  return new Response(null, { status: 204, headers })
}

/** `null` is the origin of sandboxed frames and files, which can be anybody's. */
async function isRegistered(origin: string, hasOrigin: HasOrigin): Promise<boolean> {
  return origin !== 'null' && origin.length <= 255 && (await hasOrigin(origin))
}
