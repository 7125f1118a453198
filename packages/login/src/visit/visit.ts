// A browser at a step of the login: its authorization request, the application, and the sessions that the browser has.
// Nobody gets past here without the cookie that binds the request to this browser, so that a link to the middle of somebody's
// login opens nothing in another browser. https://www.rfc-editor.org/rfc/rfc9700#section-4.7
import type { Candidate, Client, Endpoint, Interaction, PendingAuthorizationRequest, RequestContext, UserAgent } from '@symbolon/core-protocol'
import { csrfToken, digest, equalDigests, identifyUserAgent, interaction, mayAnswer, readQuery, readRequestCookie } from '@symbolon/core-protocol'
import type { ErrorPage } from '../ui/ui.ts'
import { due } from './due-step.ts'
import { nextStep, type NextStep } from './next-step.ts'

export const loginStores = [
  'authorizationRequests', 'clients', 'knownBrowsers', 'passwords', 'policies', 'sessions', 'signInAttempts', 'users',
] as const
export type LoginStore = typeof loginStores[number]
export type LoginContext = RequestContext<LoginStore>
export type LoginEndpoint = Endpoint<LoginStore>

export interface Visit {
  /** The HTTP request. */
  readonly request: Request
  readonly pending: PendingAuthorizationRequest
  readonly client: Client
  /** The token that forms of this request carry. */
  readonly csrf: string
  readonly userAgent: UserAgent
  /** The sessions of users who may answer the request. */
  readonly eligible: readonly Candidate[]
  readonly now: number
}

/** The visit of a page. @throws RefusedStep */
export async function openPage(request: Request, context: LoginContext): Promise<Visit> {
  const pending = await findPending(readQuery(request).parameters['request'], context)
  const csrf = pending === undefined ? undefined : await csrfOfBrowser(request, pending, context)
  if (pending === undefined || csrf === undefined) throw expiredRequest()
  return await visitOf(request, pending, csrf, context)
}

/** Whether the text has the form of an id: nothing else goes into an address or to the database. */
export function isRequestId(text: string): boolean {
  return /^[A-Za-z0-9_-]{22}$/.test(text)
}

export async function findPending(requestId: string | undefined, context: LoginContext): Promise<PendingAuthorizationRequest | undefined> {
  if (requestId === undefined || !isRequestId(requestId)) return undefined
  return await context.stores.authorizationRequests.find(requestId, context.now())
}

/** @returns the token of this browser for the request; undefined when the request is not this browser's */
export async function csrfOfBrowser(
  request: Request,
  pending: PendingAuthorizationRequest,
  context: LoginContext,
): Promise<string | undefined> {
  const secret = readRequestCookie(request, pending.id, context.issuer)
  if (secret === undefined || pending.browser === undefined) return undefined
  return equalDigests(digest(secret), pending.browser) ? csrfToken(secret) : undefined
}

/** @throws RefusedStep when the application was switched off meanwhile */
export async function visitOf(
  request: Request,
  pending: PendingAuthorizationRequest,
  csrf: string,
  context: LoginContext,
): Promise<Visit> {
  const client = await context.stores.clients.find(pending.request.clientId)
  if (client === undefined) {
    throw new RefusedStep(400, {
      code: 'invalid_authorization_request',
      error: 'unauthorized_client',
      description: 'The application is not active any more.',
    })
  }
  const userAgent = await identifyUserAgent(request, context, (session, user) => due(session, user, context))
  const eligible = userAgent.candidates.filter(({ user }) => mayAnswer(user, pending.request))
  return { request, pending, client, csrf, userAgent, eligible, now: context.now() }
}

/** The same visit after the user proved something: what comes next is decided from here, as it will be when the request is resumed. */
export function proven(visit: Visit, candidate: Candidate, now: number): Visit {
  const others = visit.userAgent.candidates.filter(({ session }) => session.id !== candidate.session.id)
  const candidates = [candidate, ...others]
  return {
    ...visit,
    now,
    pending: { ...visit.pending, sessionId: candidate.session.id, loginName: candidate.user.loginName },
    userAgent: { ...visit.userAgent, candidates },
    eligible: candidates.filter(({ user }) => mayAnswer(user, visit.pending.request)),
  }
}

/** Core's decision, as if the user had chosen this session. */
export function decide(visit: Visit, chosenSessionId: string | undefined): Interaction {
  const { pending, userAgent, now } = visit
  const state = { requestedAt: pending.createdAt, now, chosenSessionId, chosenLoginName: pending.loginName }
  return interaction(pending.request, userAgent.candidates, state)
}

export function nextStepOf(visit: Visit): NextStep {
  return nextStep(decide(visit, visit.pending.sessionId), visit.pending, visit.userAgent.candidates)
}

// A request to the login that ends on an error page. Thrown by whatever notices it, turned into the page in one place.

export class RefusedStep extends Error {
  override readonly name = 'RefusedStep'
  readonly status: number
  readonly page: Omit<ErrorPage, 'kind'>

  constructor(status: number, page: Omit<ErrorPage, 'kind'>) {
    super(page.code)
    this.status = status
    this.page = page
  }
}

/** The request has expired, was answered, never was, or belongs to another browser: no page tells which. */
export function expiredRequest(): RefusedStep {
  return new RefusedStep(400, { code: 'expired_request' })
}

export function forbiddenForm(): RefusedStep {
  return new RefusedStep(403, { code: 'forbidden_form' })
}
