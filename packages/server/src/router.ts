// Routes a request to the endpoint that owns its path, and adds the headers that every response has. The issuer is configuration: no header
// of a request determines a link, an issuer or a redirect.
import { jsonAnswer, PageNotFound } from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, BoundLogin, Log, RequestOrigin } from '@symbolon/core-protocol'
import { Hono } from 'hono'
import { answerGuarded } from './answer-guarded.ts'
import type { BoundGuard, GuardsOf } from './answer-guarded.ts'
import { completeAnswer } from './complete-answer.ts'
import type { HeaderList } from './complete-answer.ts'
import type { ContextOf } from './compose/registry.ts'
import { corsHeaders, preflight } from './cors.ts'
import { boundaryResponse, wantsPage } from './error-boundary.ts'
import type { OriginOf } from './remote-address/remote-address.ts'
import type { Peer } from './serve/served.ts'

/** What routing needs beside the endpoints. */
export interface RouteOptions {
  readonly issuer: string
  readonly log: Log
  readonly hasOrigin: (origin: string) => Promise<boolean>
  readonly login: BoundLogin | undefined
  readonly guardsOf: GuardsOf
  readonly originOf: OriginOf
}

/** @returns answers requests: each is handed to the endpoint that owns its path */
export function route(
  endpoints: readonly AnyEndpoint[],
  contextOf: ContextOf,
  options: RouteOptions,
): (request: Request, peer?: Peer) => Promise<Response> {
  const complete = completeAnswer(options.issuer)
  const app = new Hono<{ Bindings: Peer }>({ strict: true })
  for (const endpoint of endpoints) {
    const guards = options.guardsOf(endpoint)
    const context = contextOf(endpoint)
    app.all(endpoint.path, async ({ req: { raw }, env: { remoteAddress } }) => {
      if (raw.method === 'OPTIONS' && endpoint.cors !== 'none') return complete(await preflight(raw, endpoint, options.hasOrigin))
      if (!isAllowed(raw.method, endpoint)) return complete(await notAllowed(endpoint, raw, options.login))
      const origin = options.originOf(raw.headers, remoteAddress)
      const answer = await answerOf(async () => await endpoint.handle(raw, context, origin), guards, raw, origin, options)
      const response = complete(answer, await readableBy(raw, endpoint, options))
      return raw.method === 'HEAD' ? new Response(null, response) : response
    })
  }
  app.notFound(async ({ req: { raw } }) => complete(await notFound(raw, options.login)))
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
  handle: () => Promise<Response | Answer>,
  guards: readonly BoundGuard[],
  request: Request,
  origin: RequestOrigin,
  options: RouteOptions,
): Promise<Response | Answer> {
  try {
    return guards.length === 0 ? await handle() : await answerGuarded(guards, request, origin, options.login, handle)
  } catch (error) {
    return await boundaryResponse(error, request, options)
  }
}

/** The headers that say which origins may read the answer. */
function readableBy(request: Request, endpoint: AnyEndpoint, { hasOrigin }: RouteOptions): HeaderList | Promise<HeaderList> {
  return endpoint.cors === 'none' ? [] : corsHeaders(request, endpoint, hasOrigin)
}

/** A browser that navigates to an endpoint gets a page. */
async function notAllowed({ methods }: AnyEndpoint, request: Request, login: BoundLogin | undefined): Promise<Response | Answer> {
  const allow = methods.join(', ')
  if (login === undefined || !wantsPage(request)) return { status: 405, fields: { allow }, body: null }
  const page = await login.displayError(new PageNotFound(), request)
  const headers = new Headers(page.headers)
  headers.set('allow', allow)
  return new Response(page.body, { status: 405, headers })
}

async function notFound(request: Request, login: BoundLogin | undefined): Promise<Response> {
  if (login === undefined || !wantsPage(request)) {
    return new Response('Not found.', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } })
  }
  const isHome = request.method === 'GET' && new URL(request.url).pathname === '/'
  return isHome ? await login.welcome(request) : await login.displayError(new PageNotFound(), request)
}

const malformed: Answer = jsonAnswer(400, {
  error: 'invalid_request',
  error_description: 'The request target or the Host header is malformed.',
})

function isAllowed(method: string, endpoint: AnyEndpoint): boolean {
  return endpoint.methods.some((each) => each === method)
}

/** `uri-host [ ":" port ]`. https://www.rfc-editor.org/rfc/rfc9110#section-7.2 */
const hostForm = /^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?$/

/**
 * "A server MUST respond with a 400 (Bad Request) status code to any HTTP/1.1 request message that lacks a Host header field and to any
 * request message that contains more than one Host header field line or a Host header field with an invalid field value."
 * Two lines are joined by a comma, which is no host. https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 * @returns null when the target is no URL or the Host header is invalid
 */
export function requestTarget(request: Request): URL | null {
  const host = request.headers.get('host')
  if (host !== null && !hostForm.test(host)) return null
  return URL.parse(request.url)
}
