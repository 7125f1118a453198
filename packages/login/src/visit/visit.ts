// A visit is a browser at a step of the login, with its authorization request, the application, and the sessions of the browser.
// A visit is opened only with the cookie that binds the authorization request to this browser, so a link into the middle of another user's
// login is rejected in every other browser. https://www.rfc-editor.org/rfc/rfc9700#section-4.7
import type {
  Candidate,
  Client,
  Endpoint,
  HttpRequest,
  Interaction,
  PendingAuthorizationRequest,
  RequestContext,
  SignInPurpose,
  UserAgent,
} from '@symbolon/core-protocol'
import {
  csrfToken,
  digest,
  equalDigests,
  identifyUserAgent,
  interaction,
  isAuthorizationRequest,
  mayAnswer,
  mayAnswerSilently,
  readQuery,
  readRequestCookie,
} from '@symbolon/core-protocol'
import type { Branding } from '@symbolon/schema-v2'
import type { ErrorPage } from '../ui/ui.ts'
import { brandedOrganization, findBranding } from './branding.ts'
import { dueStepsFor } from './due-of-session.ts'
import { nextStep } from './next-step.ts'
import type { NextStep } from './next-step.ts'
import { findShownOrganization } from './shown-organization.ts'
import type { ShownOrganization } from './shown-organization.ts'

/** The stores that every step of the login uses. */
export const loginStores = [
  'authorizationRequests',
  'clients',
  'knownBrowsers',
  'memberships',
  'organizations',
  'passwords',
  'policies',
  'sessions',
  'signInAttempts',
  'users',
] as const

/** The name of a store that every step of the login uses. */
export type LoginStore = (typeof loginStores)[number]

/** The stores of every composed step. A step that uses passwords names that store, as it does with every other store of credentials. */
export type StepStore = Exclude<LoginStore, 'passwords'>

/** The context of a request to a step of the login. */
export type LoginContext = RequestContext<LoginStore>

/** An endpoint of the login without further stores. */
export type LoginEndpoint = Endpoint<LoginStore>

/** A browser at a step of the login. */
export interface Visit {
  /** The HTTP request. */
  readonly request: HttpRequest
  /** The stored authorization request. */
  readonly pending: PendingAuthorizationRequest
  /** The application that the user signs in to. */
  readonly client: SignInClient
  /** The request as the steps see it. */
  readonly purpose: SignInPurpose
  /** The CSRF token that the forms of this authorization request carry. */
  readonly csrf: string
  readonly userAgent: UserAgent
  /** The sessions of this browser whose users may answer the authorization request. */
  readonly eligible: readonly Candidate[]
  /** The organization that the scope names, where the pages show it. */
  readonly organization: ShownOrganization | undefined
  /** The branding of the pages. */
  readonly branding: Branding
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** The application that a user signs in to, or a page of this server. */
export interface SignInClient extends Partial<Pick<Client, 'orgId' | 'privateLabeling'>> {
  /** Absent for a page of this server. */
  readonly clientId?: string
  readonly name: string
}

/** An error that ends a request to the login on an error page. `Pages.error` renders it. */
export class LoginError extends Error {
  override readonly name = 'LoginError'
  /** The HTTP status. */
  readonly status: number
  readonly page: Omit<ErrorPage, 'kind'>
  /** The visit that the error ends: its page has the same language and branding, and leads back to the application. */
  readonly visit: Visit | undefined
  /** The id of a request that is over. Its page leads to where the user came from. */
  readonly requestId: string | undefined

  constructor(status: number, page: Omit<ErrorPage, 'kind'>, visit?: Visit, requestId?: string) {
    super(page.code)
    this.status = status
    this.page = page
    this.visit = visit
    this.requestId = requestId
  }
}

/**
 * The authorization request has expired, was completed, never existed, or belongs to another browser. The page has
 * the same text for all of them; its links differ (`withWayBack`).
 *
 * @param over the visit of a request that goes on, or the id of one that is over
 */
export function expiredRequest(over?: Visit | string): LoginError {
  const page = { code: 'expired_request' } as const
  return typeof over === 'string' ? new LoginError(400, page, undefined, over) : new LoginError(400, page, over)
}

/**
 * Opens the visit of a page from the query parameter `request`.
 *
 * @throws LoginError `expired_request` without a pending request of this browser, `invalid_authorization_request` without an active client
 */
export async function openPage(request: HttpRequest, context: LoginContext): Promise<Visit> {
  return await openVisit(readQuery(request).parameters['request'], request, context)
}

/**
 * Opens the visit of a browser that comes back from another server, whose answer names the pending request.
 *
 * @throws as `openPage`
 */
export async function openVisit(requestId: string | undefined, request: HttpRequest, context: LoginContext): Promise<Visit> {
  const pending = await findPending(requestId, context)
  const csrf = pending === undefined ? undefined : csrfTokenOf(request, pending, context)
  if (pending === undefined || csrf === undefined) throw expiredRequest(requestId)
  return await createVisit(request, pending, csrf, context)
}

/** Whether the text has the form of a request id. Other text is neither looked up nor written into an address. */
export function isRequestId(text: string): boolean {
  return /^[A-Za-z0-9_-]{22}$/.test(text)
}

/** Finds the authorization request with this id, unless it has expired. */
export async function findPending(requestId: string | undefined, context: LoginContext): Promise<PendingAuthorizationRequest | undefined> {
  if (requestId === undefined || !isRequestId(requestId)) return undefined
  return await context.stores.authorizationRequests.find(requestId, context.now())
}

/** @returns the CSRF token of this browser for the authorization request; undefined when the request belongs to another browser */
export function csrfTokenOf(
  request: HttpRequest,
  pending: PendingAuthorizationRequest,
  context: Pick<LoginContext, 'issuer'>,
): string | undefined {
  const secret = readRequestCookie(request, pending.id, context.issuer)
  if (secret === undefined || pending.browser === undefined) return undefined
  return equalDigests(digest(secret), pending.browser) ? csrfToken(secret) : undefined
}

/**
 * Creates the visit of a browser that has shown the cookie of the authorization request.
 *
 * @throws LoginError `invalid_authorization_request` when the client was deactivated or removed after the request was stored
 */
export async function createVisit(
  request: HttpRequest,
  pending: PendingAuthorizationRequest,
  csrf: string,
  context: LoginContext,
): Promise<Visit> {
  const applicationId = 'clientId' in pending.request ? pending.request.clientId : pending.request.applicationId
  const application = applicationId === undefined ? undefined : await context.stores.clients.find(applicationId)
  const client = isAuthorizationRequest(pending) ? application : pageClient(context)
  if (client === undefined) {
    throw new LoginError(400, {
      code: 'invalid_authorization_request',
      error: 'unauthorized_client',
      description: 'The application is not active any more.',
    })
  }
  const { clientId, orgId = '' }: SignInClient = client
  const { request: asked, id, createdAt } = pending
  const purpose = { request: asked, client: application, id, createdAt }
  const userAgent = await identifyUserAgent(
    request,
    context,
    (session, user) => dueStepsFor(purpose, session, user, context),
    (user) => clientId === undefined || mayAnswerSilently({ clientId, orgId }, user, context),
  )
  const eligible = userAgent.candidates.filter(({ user }) => mayAnswer(user, pending.request))
  const proven = userAgent.candidates.find(({ session }) => session.id === pending.sessionId)
  const organization = await findShownOrganization(client, pending.request, context)
  const branding = await findBranding(brandedOrganization(client, organization, proven?.user), context)
  return { request, pending, client, purpose, csrf, userAgent, eligible, organization, branding, now: context.now() }
}

/** Stands for the application in a sign-in to a page of this server. */
function pageClient({ issuer }: Pick<LoginContext, 'issuer'>): SignInClient {
  return { name: new URL(issuer).host, privateLabeling: 'user' }
}

/**
 * The visit after the user authenticated: the new or renewed session replaces the old one and is the chosen one. The next step is decided
 * from this visit exactly as the resume endpoint will decide it from stored state.
 */
export function withSession(visit: Visit, candidate: Candidate, now: number): Visit {
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

/** The decision of `interaction()` in core-protocol, as if the user had chosen this session. */
export function decideInteraction(visit: Visit, chosenSessionId: string | undefined): Interaction {
  const { pending, userAgent, now } = visit
  const state = { requestedAt: pending.createdAt, now, chosenSessionId, chosenLoginName: pending.loginName }
  return interaction(pending.request, userAgent.candidates, state)
}

/** The next step of the visit. */
export function nextStepOf(visit: Visit): NextStep {
  return nextStep(decideInteraction(visit, visit.pending.sessionId), visit.pending, visit.userAgent.candidates)
}
