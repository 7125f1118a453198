// From a request to the one endpoint that owns its path, and back through headers that every answer has.
// The issuer is configuration: no header of the request ever makes a link, an issuer or a redirect.
import { jsonAnswer } from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, BoundLogin, Log, RequestContext, StoreName } from '@symbolon/core-protocol'
import { Hono } from 'hono'
import { answerGuarded } from './answer-guarded.ts'
import { completeAnswer } from './complete-answer.ts'
import type { HeaderList } from './complete-answer.ts'
import type { BoundGuard, GuardsOf } from './compose/limits.ts'
import type { ContextOf } from './compose/registry.ts'
import { corsHeaders, preflight } from './cors.ts'
import { boundaryResponse } from './error-boundary.ts'
import { requestTarget } from './request-target.ts'
import type { OriginOf } from './remote-address/remote-address.ts'
import type { Peer } from './serve/served.ts'

export interface RouteOptions {
  readonly issuer: string
  readonly log: Log
  readonly hasOrigin: (origin: string) => Promise<boolean>
  readonly login: BoundLogin | undefined
  readonly guardsOf: GuardsOf
  readonly originOf: OriginOf
}

export function route(endpoints: readonly AnyEndpoint[], contextOf: ContextOf, options: RouteOptions): (request: Request, peer?: Peer) => Promise<Response> {
  const complete = completeAnswer(options.issuer)
  const app = new Hono<{ Bindings: Peer }>({ strict: true })
  for (const endpoint of endpoints) {
    const guards = options.guardsOf(endpoint)
    app.all(endpoint.path, async ({ req: { raw }, env: { remoteAddress } }) => {
      if (raw.method === 'OPTIONS' && endpoint.cors !== 'none') return complete(await preflight(raw, endpoint, options.hasOrigin))
      if (!isAllowed(raw.method, endpoint)) return complete(notAllowed(endpoint))
      const answer = await answerOf(endpoint, guards, raw, { ...contextOf(endpoint), ...options.originOf(raw.headers, remoteAddress) }, options)
      const response = complete(answer, await readableBy(raw, endpoint, options))
      return raw.method === 'HEAD' ? new Response(null, response) : response
    })
  }
  app.notFound(() => complete(new Response('Not found.', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } })))
  app.onError(async (error, { req }) => complete(await boundaryResponse(error, req.raw, options)))

  return async (request, peer = { remoteAddress: undefined }) => {
    const started = performance.now()
    const target = requestTarget(request)
    const response = target === null ? complete(malformed) : await app.fetch(request, peer)
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

async function answerOf(
  endpoint: AnyEndpoint,
  guards: readonly BoundGuard[],
  request: Request,
  context: RequestContext<StoreName>,
  options: RouteOptions,
): Promise<Response | Answer> {
  try {
    if (guards.length === 0) return await endpoint.handle(request, context)
    return await answerGuarded(guards, request, context, options.login, async () => await endpoint.handle(request, context))
  } catch (error) {
    return await boundaryResponse(error, request, options)
  }
}

/** The headers that say which origins may read the answer. */
function readableBy(request: Request, endpoint: AnyEndpoint, { hasOrigin }: RouteOptions): HeaderList | Promise<HeaderList> {
  return endpoint.cors === 'none' ? [] : corsHeaders(request, endpoint, hasOrigin)
}

function notAllowed({ methods }: AnyEndpoint): Answer {
  return { status: 405, fields: { allow: methods.join(', ') }, body: null }
}

const malformed: Answer = jsonAnswer(400, { error: 'invalid_request', error_description: 'The request target or the Host header is malformed.' })

function isAllowed(method: string, endpoint: AnyEndpoint): boolean {
  return endpoint.methods.some((each) => each === method)
}
