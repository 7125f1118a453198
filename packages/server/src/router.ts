// Routes a request to the endpoint that owns its path, and adds the header fields that every answer has. The issuer is configuration: no
// header of a request determines a link, an issuer or a redirect.
import { composedName, json, catching, OAuthError, PageNotFound, whenKnown, whenSettled } from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, Awaitable, BoundLogin, HttpRequest, Log, Metrics, RequestOrigin, Tracing } from '@symbolon/core-protocol'
import { METHOD_NAME_ALL } from 'hono/router'
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { answerGuarded } from './answer-guarded.ts'
import type { GuardsOf } from './answer-guarded.ts'
import { addFields, completeAnswer } from './complete-answer.ts'
import type { ContextOf } from './compose/registry.ts'
import { corsHeaders, preflight } from './cors.ts'
import { boundaryAnswer, wantsPage } from './error-boundary.ts'
import { measureAnswers } from './metrics/measure-answer.ts'
import type { MeasureAnswer } from './metrics/measure-answer.ts'
import { issuerPath } from './compose/issuer-path.ts'
import type { OriginOf } from './remote-address/remote-address.ts'
import type { Peer } from './serve/served.ts'

/** The endpoint of a path, or what answers in its place. */
interface Route {
  readonly measure: MeasureAnswer
  readonly path: string | undefined
  readonly handle: Handler
}

const noEndpoint = composedName('none')

/** What routing needs in addition to the endpoints. */
export interface RouteOptions {
  readonly issuer: string
  readonly log: Log
  readonly metrics: Metrics
  readonly tracing: Tracing | undefined
  readonly isTrustedPeer: (peer: string | undefined) => boolean
  readonly hasOrigin: (origin: string) => Promise<boolean>
  readonly login: BoundLogin | undefined
  readonly guardsOf: GuardsOf
  readonly originOf: OriginOf
}

/** Responds to a request. It rejects only if the error page fails. */
export type Handler = (request: HttpRequest, peer: Peer) => Awaitable<Answer>

/** What answers requests. */
export interface Routed {
  /** Hands a request to the endpoint that owns its path. */
  readonly answer: Handler
  /** Responds to a request as if its endpoint had failed with the error. */
  readonly fail: (error: unknown, request: HttpRequest, peer: Peer) => Awaitable<Answer>
}

/** Routes requests to the endpoints. */
export function route(endpoints: readonly AnyEndpoint[], contextOf: ContextOf, options: RouteOptions): Routed {
  const { issuer, log, login, metrics, tracing } = options
  const complete = completeAnswer(issuer)
  const paths = issuerPath(issuer, endpoints)
  const router = new RegExpRouter<Route>()
  for (const endpoint of endpoints) {
    const path = paths.of(endpoint)
    router.add(METHOD_NAME_ALL, path, {
      measure: measureAnswers(metrics, composedName(endpoint.name)),
      path,
      handle: answerFrom(endpoint, contextOf, options),
    })
  }
  const measureNone = measureAnswers(metrics, noEndpoint)
  const malformedRoute: Route = { measure: measureNone, path: undefined, handle: async () => malformed }
  const missing = (isHome: boolean): Route => ({
    measure: measureNone,
    path: undefined,
    handle: async (request) => await notFound(request, isHome, login),
  })
  const homeRoute = missing(true)
  const unknownRoute = missing(false)

  const find = (request: HttpRequest): Route => {
    if (!isWellFormed(request)) return malformedRoute
    const [[found] = []] = router.match(METHOD_NAME_ALL, request.path)
    return found?.[0] ?? (request.method === 'GET' && paths.isHome(request.path) ? homeRoute : unknownRoute)
  }
  const answerWith = (route: Route, request: HttpRequest, peer: Peer): Awaitable<Answer> => {
    const started = performance.now()
    const seen = paths.request(request)
    const finish = (answer: Answer): Answer => finished(answer, route, request, started)
    const boundary = (error: unknown): Promise<Answer> => boundaryAnswer(error, seen, options)
    // The page for an error may fail too. What failed then is logged as well, and the page is tried once more.
    const fail = (error: unknown): Promise<Answer> => boundary(error).catch(boundary).then(finish)
    let given: Awaitable<Answer>
    try {
      given = route.handle(seen, peer)
    } catch (error) {
      return fail(error)
    }
    return whenSettled(given, finish, fail)
  }
  const finished = (given: Answer, { measure }: Route, request: HttpRequest, started: number): Answer => {
    const answer = complete(paths.answer(given))
    measure(request.method, answer, started)
    log.info('request', {
      method: request.method,
      // Never the query: codes, hints and state stand there.
      path: request.path,
      status: answer.status,
      milliseconds: Math.round((performance.now() - started) * 10) / 10,
    })
    return answer.status >= 500 && tracing !== undefined ? withId(answer, tracing) : answer
  }
  const answerBy = (found: Route, request: HttpRequest, peer: Peer): Awaitable<Answer> => {
    if (tracing === undefined) return answerWith(found, request, peer)
    const { method, path, header } = request
    const traced = { method, path, header, route: found.path, isTrusted: () => options.isTrustedPeer(peer.remoteAddress) }
    return tracing.request(traced, () => answerWith(found, request, peer))
  }
  return {
    answer: (request, peer) => answerBy(find(request), request, peer),
    fail: (error, request, peer) => answerBy({ ...find(request), handle: () => Promise.reject(error) }, request, peer),
  }
}

/** Adds the id that connects a reported error with the log lines of its request. */
function withId(answer: Answer, tracing: Tracing): Answer {
  const { trace_id: traceId, request_id: requestId } = tracing.fields()
  const id = traceId ?? requestId
  return id === undefined ? answer : addFields(answer, [['x-request-id', String(id)]])
}

function answerFrom(endpoint: AnyEndpoint, contextOf: ContextOf, options: RouteOptions): Handler {
  const { hasOrigin, login, metrics, originOf } = options
  const guards = options.guardsOf(endpoint)
  const context = contextOf(endpoint)
  return (request, { remoteAddress }) => {
    if (request.method === 'OPTIONS' && endpoint.cors !== 'none') return preflight(request, endpoint, hasOrigin)
    if (!isAllowed(request.method, endpoint)) return notAllowed(endpoint, request, login)
    const origin = originOf(request.header, remoteAddress)
    // The limits see the response to a mistake of the sender, whether the endpoint returns it or throws it.
    const handleFrom = (from: RequestOrigin): Awaitable<Answer> =>
      catching(
        () => endpoint.handle(request, context, from),
        (error) => {
          if (error instanceof OAuthError) return boundaryAnswer(error, request, options)
          throw error
        },
      )
    const handle = (): Awaitable<Answer> =>
      guards.length === 0
        ? endpoint.handle(request, context, origin)
        : answerGuarded(guards, request, origin, { login, metrics }, handleFrom)
    // The caller turns an error into an answer. Where pages of other origins may read answers, that one needs its CORS header fields too.
    if (endpoint.cors === 'none') return handle()
    const given = catching(handle, (error) => boundaryAnswer(error, request, options))
    return whenKnown(given, (answer) => whenKnown(corsHeaders(request, endpoint, hasOrigin), (added) => addFields(answer, added)))
  }
}

/** A browser that navigates to an endpoint gets a page. */
async function notAllowed({ methods }: AnyEndpoint, request: HttpRequest, login: BoundLogin | undefined): Promise<Answer> {
  const allow = methods.join(', ')
  if (login === undefined || !wantsPage(request)) return { status: 405, fields: { allow }, body: null }
  const page = await login.displayError(new PageNotFound(), request)
  return { ...page, status: 405, fields: { ...page.fields, allow } }
}

async function notFound(request: HttpRequest, isHome: boolean, login: BoundLogin | undefined): Promise<Answer> {
  if (login === undefined || !wantsPage(request)) {
    return { status: 404, fields: { 'content-type': 'text/plain; charset=utf-8' }, body: 'Not found.' }
  }
  return isHome ? await login.welcome(request) : await login.displayError(new PageNotFound(), request)
}

const malformed: Answer = json(400, {
  error: 'invalid_request',
  error_description: 'The request target or the Host header is malformed.',
})

function isAllowed(method: string, endpoint: AnyEndpoint): boolean {
  return endpoint.methods.some((each) => each === method)
}

/** `uri-host [ ":" port ]`. https://www.rfc-editor.org/rfc/rfc9110#section-7.2 */
const hostForm = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?$/

/**
 * Whether the target is a URL and the Host header is valid. "A server MUST respond with a 400 (Bad Request) status code to any HTTP/1.1
 * request message that lacks a Host header field and to any request message that contains more than one Host header field line or a Host
 * header field with an invalid field value." Two lines are joined by a comma, which occurs in no host.
 * https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
function isWellFormed({ path, header }: HttpRequest): boolean {
  const host = header('host')
  if (path === '' || host === undefined) return path !== ''
  return hostForm.test(host) && !(portOf(host) > 65_535)
}

/** NaN without a port. */
function portOf(host: string): number {
  const colon = host.lastIndexOf(':')
  return colon === -1 ? Number.NaN : Number(host.slice(colon + 1))
}
