// The links on the page of a sign-in that is over: to a new sign-in with the same request if it has merely expired, and back to the
// application. A sign-in that began in another browser gets only the link to the application.
import { ExpiredRequest, isSealedSource, openSource, restartWindow, siteOfClient, sourceOf } from '@symbolon/core-protocol'
import type { Answer, Context, HttpRequest, PendingAuthorizationRequest, RequestSource } from '@symbolon/core-protocol'
import { loginPath } from '../ui/ui.ts'
import type { ErrorPage } from '../ui/ui.ts'
import { restartPath, withRequest } from './paths.ts'
import { csrfTokenOf, isRequestId, LoginError } from './visit.ts'

type WayBackContext = Context<'authorizationRequests' | 'clients'>

/** @returns the error; for a sign-in that is over, with the links */
export async function withWayBack(error: unknown, request: HttpRequest, context: WayBackContext): Promise<unknown> {
  const isOver = error instanceof ExpiredRequest || (error instanceof LoginError && error.page.code === 'expired_request')
  if (!isOver || (error instanceof LoginError && error.visit !== undefined)) return error
  const id = (error instanceof LoginError ? error.requestId : undefined) ?? requestIdOf(request) ?? ''
  if (!isRequestId(id)) return error
  const kept = await findKept(id, context)
  const restart = kept !== undefined && isStartedAgain(kept, request, context) ? { restartPath: withRequest(restartPath, id) } : {}
  const source = kept === undefined ? openSource(id, sealedSourceOf(request) ?? '', context) : sourceOf(kept.request)
  return new LoginError(400, { code: 'expired_request', ...restart, ...(await applicationOf(source, context)) })
}

/** Finds a request of this browser that expired a short time ago, and was not completed. */
export async function findExpired(
  id: string,
  request: HttpRequest,
  context: WayBackContext,
): Promise<PendingAuthorizationRequest | undefined> {
  const kept = await findKept(id, context)
  return kept !== undefined && isStartedAgain(kept, request, context) ? kept : undefined
}

/** @returns the answer; a redirect to a page of the login with the source that the address of the page before had */
export function keepSource(answer: Answer, request: HttpRequest): Answer {
  const { location } = answer.fields
  if (location === undefined || !location.startsWith(loginPath)) return answer
  const { searchParams } = new URL(location, 'http://localhost')
  if (searchParams.has('from') || searchParams.get('request') !== requestIdOf(request)) return answer
  return { ...answer, fields: { ...answer.fields, location: withSource(location, request) } }
}

/** @returns the path, which names the request already, with the source that the address of the page before had */
export function withSource(path: string, request: HttpRequest): string {
  const source = sealedSourceOf(request)
  return source === undefined ? path : `${path}&from=${source}`
}

function requestIdOf(request: HttpRequest): string | null {
  return new URLSearchParams(request.query).get('request') ?? refererOf(request).get('request')
}

/** The source that the address of the page holds. A form has it in the address of its page. */
function sealedSourceOf(request: HttpRequest): string | undefined {
  const sealed = new URLSearchParams(request.query).get('from') ?? refererOf(request).get('from')
  return sealed !== null && isSealedSource(sealed) ? sealed : undefined
}

function refererOf(request: HttpRequest): URLSearchParams {
  const referer = request.header('referer') ?? ''
  return URL.canParse(referer) ? new URL(referer).searchParams : new URLSearchParams()
}

async function findKept(id: string, { stores, now }: WayBackContext): Promise<PendingAuthorizationRequest | undefined> {
  return await stores.authorizationRequests.find(id, now() - restartWindow * 1000)
}

function isStartedAgain(kept: PendingAuthorizationRequest, request: HttpRequest, context: WayBackContext): boolean {
  return kept.expiresAt <= context.now() && csrfTokenOf(request, kept, context) !== undefined
}

/** The application that the user came from, or the page of this server. */
async function applicationOf(source: RequestSource | undefined, context: WayBackContext): Promise<Pick<ErrorPage, 'application'>> {
  if (source?.kind === 'page') {
    const { host, origin } = new URL(context.issuer)
    return { application: { name: host, address: `${origin}${source.path}` } }
  }
  const client = source === undefined ? undefined : await context.stores.clients.find(source.clientId)
  const address = source === undefined || client === undefined ? undefined : siteOfClient(client, source.site)
  return client === undefined || address === undefined ? {} : { application: { name: client.name, address } }
}
