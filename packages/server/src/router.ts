// From a request to the one endpoint that owns its path, and back through headers that every answer has.
// The issuer is configuration: no header of the request ever makes a link, an issuer or a redirect.
import { json } from '@symbolon/core-protocol'
import type { AnyEndpoint, BoundLogin, Log, RequestContext, StoreName } from '@symbolon/core-protocol'
import { Hono } from 'hono'
import { answerGuarded } from './answer-guarded.ts'
import type { BoundGuard, GuardsOf } from './compose/limits.ts'
import type { ContextOf } from './compose/registry.ts'
import { corsHeaders, preflight } from './cors.ts'
import { boundaryResponse } from './error-boundary.ts'
import { requestTarget } from './request-target.ts'
import type { Peer } from './serve/served.ts'
import { withSecurityHeaders } from './security-headers.ts'

export interface RouteOptions {
  readonly issuer: string
  readonly log: Log
  readonly hasOrigin: (origin: string) => Promise<boolean>
  readonly login: BoundLogin | undefined
  readonly guardsOf: GuardsOf
}

export function route(endpoints: readonly AnyEndpoint[], contextOf: ContextOf, options: RouteOptions): (request: Request, peer?: Peer) => Promise<Response> {
  const app = new Hono<{ Bindings: Peer }>({ strict: true })
  for (const endpoint of endpoints) {
    const guards = options.guardsOf(endpoint)
    app.all(endpoint.path, async ({ req, env: { remoteAddress } }) => (
      await answer(endpoint, guards, req.raw, { ...contextOf(endpoint), remoteAddress }, options)
    ))
  }
  app.notFound(() => new Response('Not found.', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } }))
  app.onError((error, { req }) => boundaryResponse(error, req.raw, options))

  return async (request, peer = { remoteAddress: undefined }) => {
    const started = performance.now()
    const target = requestTarget(request)
    const response = withSecurityHeaders(target === undefined ? malformed() : await app.fetch(request, peer), options.issuer)
    options.log.info('request', {
      method: request.method,
      // Never the query: codes, hints and state stand there.
      path: target?.pathname,
      status: response.status,
      milliseconds: Math.round((performance.now() - started) * 10) / 10,
    })
    return response
  }
}

async function answer(
  endpoint: AnyEndpoint,
  guards: readonly BoundGuard[],
  request: Request,
  context: RequestContext<StoreName>,
  options: RouteOptions,
): Promise<Response> {
  if (request.method === 'OPTIONS' && endpoint.cors !== 'none') return await preflight(request, endpoint, options.hasOrigin)
  if (!isAllowed(request.method, endpoint)) {
    return new Response(null, { status: 405, headers: { allow: endpoint.methods.join(', ') } })
  }
  const response = await answerGuarded(guards, request, context.remoteAddress, options.login, async () => await endpoint.handle(request, context))
    .catch((error: unknown) => boundaryResponse(error, request, options))
  for (const [name, value] of await corsHeaders(request, endpoint, options.hasOrigin)) response.headers.append(name, value)
  return request.method === 'HEAD' ? new Response(null, response) : response
}

function malformed(): Response {
  return json(400, { error: 'invalid_request', error_description: 'The request target or the Host header is malformed.' })
}

function isAllowed(method: string, endpoint: AnyEndpoint): boolean {
  return endpoint.methods.some((each) => each === method)
}
