// Where a browser returns to after the login, or after a posted request. The request is decided again from what is stored; nothing that the
// browser sends can change it.
import { identifyUserAgent } from '../authorization/browser-sessions.ts'
import { interaction } from '../authorization/interaction.ts'
import { countedFactors } from '../authorization/two-factors.ts'
import { authorizationResumePath, loginQuery, restartWindow } from '../authorization/pending-request.ts'
import { isUsableRedirectUri } from '../authorization/redirect-uri.ts'
import { useSource } from '../authorization/request-sources.ts'
import { redirected, redirectTargetOf } from '../authorization/authorization-response.ts'
import { respondAs, respondingStores } from '../authorization/respond.ts'
import { digest, equalDigests } from '../crypto/digest.ts'
import type { HttpRequest } from '../http/request.ts'
import { redirect } from '../http/responses.ts'
import type { Answer } from '../http/responses.ts'
import { endRequestCookieHeader, readRequestCookie, requestCookieHeaders } from '../http/user-agent.ts'
import { DisplayedError, ExpiredRequest, RedirectedError } from '../errors/oauth-error.ts'
import { define } from '../contract/part.ts'
import type { Context } from '../contract/context.ts'
import type { AnyEndpoint } from '../contract/part.ts'
import type { BoundLogin } from '../contract/registry.ts'
import { isAuthorizationRequest } from '../ports/authorization-request.ts'
import type { AuthorizationRequest, PendingAuthorizationRequest } from '../ports/authorization-request.ts'
import type { Client } from '../ports/client.ts'
import { answerError, requireLogin } from './authorize.ts'
import { mayAnswerSilently } from '../tokens/boundary.ts'
import { tokensIssued } from '../tokens/issued-metric.ts'

const stores = [...respondingStores, 'authorizationRequests'] as const
type ResumeContext = Context<(typeof stores)[number]>

/** Resumes a stored authorization request when the browser returns from the login. */
export const authorizeResume: AnyEndpoint = define({
  kind: 'endpoint',
  takes: 'browser',
  name: 'authorization endpoint, resumed',
  stores,
  path: authorizationResumePath,
  methods: ['GET'],
  cors: 'none',
  metrics: [tokensIssued],

  async handle(request, context: ResumeContext) {
    const login = requireLogin(context)
    try {
      const pending = await findPending(request, context)
      const { cookies } = await bindToBrowser(pending, request, context)
      const client = await findClient(pending, context)
      return await decideAgain({ pending, client, cookies }, request, login, context)
    } catch (error) {
      return await answerError(error, request, login, context)
    }
  },
})

interface ResumedRequest {
  readonly pending: PendingAuthorizationRequest<AuthorizationRequest>
  readonly client: Client
  readonly cookies: readonly string[]
}

/** The redirect URI is still registered. From here on errors are sent to the client. */
async function decideAgain(
  { pending, client, cookies }: ResumedRequest,
  request: HttpRequest,
  login: BoundLogin,
  context: ResumeContext,
): Promise<Answer> {
  const target = redirectTargetOf(pending.request)
  const forgotten = [endRequestCookieHeader(pending.id, context.issuer)]
  let isOver = false
  try {
    const { candidates } = await identifyUserAgent(
      request,
      context,
      (session, user) =>
        login.due(countedFactors(session, pending.request, pending.createdAt, context.now()), user, { ...pending, client }),
      (user) => mayAnswerSilently(client, user, context),
    )
    const decision = interaction(pending.request, candidates, {
      requestedAt: pending.createdAt,
      now: context.now(),
      chosenSessionId: pending.sessionId,
      chosenLoginName: pending.loginName,
    })
    if (decision.kind === 'identify' || decision.kind === 'authenticate')
      return redirect(`${login.path}?${loginQuery(pending.id, pending.request, context)}`, cookies)

    // The request is over: of two tabs that come back with it one gets the answer, and of several requests of one reference, too.
    await useSource(pending.request, context)
    if ((await context.stores.authorizationRequests.take(pending.id, context.now())) === undefined) throw new ExpiredRequest()
    isOver = true
    if (decision.kind === 'error') throw new RedirectedError(target, decision.error, decision.description)
    return await respondAs(decision.candidate, pending.request, client, request, context, forgotten)
  } catch (error) {
    return await answerError(redirected(error, target), request, login, context, isOver ? forgotten : cookies)
  }
}

async function findPending(request: HttpRequest, context: ResumeContext): Promise<PendingAuthorizationRequest<AuthorizationRequest>> {
  const [id = '', ...others] = new URLSearchParams(request.query).getAll('request')
  const pending =
    others.length === 0 && /^[A-Za-z0-9_-]{22}$/.test(id) ? await context.stores.authorizationRequests.find(id, context.now()) : undefined
  // A sign-in that a page of this server asked for has no client to answer.
  if (pending === undefined || !isAuthorizationRequest(pending)) throw new ExpiredRequest()
  return pending
}

/**
 * A request belongs to the browser that brought it: what was begun in one cannot be finished in another.
 * https://www.rfc-editor.org/rfc/rfc9700#section-4.7
 */
async function bindToBrowser(
  pending: PendingAuthorizationRequest,
  request: HttpRequest,
  context: ResumeContext,
): Promise<{ cookies: readonly string[] }> {
  if (pending.browser === undefined) {
    const secret = context.randomToken()
    if (!(await context.stores.authorizationRequests.bind(pending.id, digest(secret)))) throw new ExpiredRequest()
    return {
      cookies: requestCookieHeaders(request, pending.id, secret, context.lifetimes.authorizationRequest + restartWindow, context.issuer),
    }
  }
  const secret = readRequestCookie(request, pending.id, context.issuer)
  if (secret === undefined || !equalDigests(digest(secret), pending.browser)) throw new ExpiredRequest()
  return { cookies: [] }
}

/** The client may have been switched off, and its redirect URI removed, while the user was typing. */
async function findClient(pending: PendingAuthorizationRequest<AuthorizationRequest>, context: ResumeContext): Promise<Client> {
  const client = await context.stores.clients.find(pending.request.clientId)
  if (client === undefined) throw new DisplayedError('invalid_request', 'The client_id is not known.')
  if (!isUsableRedirectUri(pending.request.redirectUri, client)) {
    throw new DisplayedError('invalid_request', 'The redirect_uri is not registered for this client.')
  }
  return client
}
