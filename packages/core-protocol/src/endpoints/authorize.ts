// The authorization endpoint. https://openid.net/specs/openid-connect-core-1_0.html#AuthorizationEndpoint
import { idTokenMetadata } from '../claims/user-claims.ts'
import { authorizationErrorResponse, displayed, redirected, redirectTargetOf } from '../authorization/authorization-response.ts'
import { identifyUserAgent } from '../authorization/browser-sessions.ts'
import { checkAuthorizationRequest } from '../authorization/check-request.ts'
import type { CheckedRequest } from '../authorization/check-request.ts'
import { interaction } from '../authorization/interaction.ts'
import { countedFactors } from '../authorization/two-factors.ts'
import { authorizationPath, authorizationResumePath, storeRequest, storeUnboundRequest } from '../authorization/pending-request.ts'
import { useSource } from '../authorization/request-sources.ts'
import { respondAs, respondingStores } from '../authorization/respond.ts'
import { requireMode, responseModesOfCore } from '../authorization/response-mode.ts'
import type { Context, Log, RequestOrigin } from '../contract/context.ts'
import { define } from '../contract/part.ts'
import type { AnyEndpoint } from '../contract/part.ts'
import type { BoundLogin } from '../contract/registry.ts'
import { DisplayedError, OAuthError, RedirectedError } from '../errors/oauth-error.ts'
import { readQueryOrForm } from '../http/parameters.ts'
import type { ParsedParameters } from '../http/parameters.ts'
import type { HttpRequest } from '../http/request.ts'
import { redirect } from '../http/responses.ts'
import type { Answer } from '../http/responses.ts'
import { mayAnswerSilently } from '../tokens/boundary.ts'
import { tokensIssued } from '../tokens/issued-metric.ts'

const stores = [...respondingStores, 'authorizationRequests'] as const
type AuthorizeContext = Context<(typeof stores)[number]>

/** The authorization endpoint, by GET and POST. */
export const authorize: AnyEndpoint = define({
  kind: 'endpoint',
  takes: 'browser',
  name: 'authorization endpoint',
  stores,
  path: authorizationPath,
  methods: ['GET', 'POST'],
  member: 'authorization_endpoint',
  cors: 'none',
  metrics: [tokensIssued],
  metadata: {
    response_modes_supported: responseModesOfCore.map(({ name }) => name),
    scopes_supported: idTokenMetadata.scopes_supported,
    claims_supported: [...idTokenMetadata.claims_supported, 'auth_time', 'nonce', 'acr', 'amr', 'sid', 'c_hash'],
    claims_parameter_supported: true,
    authorization_response_iss_parameter_supported: true,
  },

  async handle(request, context: AuthorizeContext, origin) {
    const login = requireLogin(context)
    try {
      const checked = await checkAuthorizationRequest(await readParameters(request), context)
      return await answerChecked({ ...checked, origin }, request, login, context)
    } catch (error) {
      return await answerError(error, request, login, context)
    }
  },
})

/**
 * @returns the login, for an endpoint that takes `browser` or `form`
 * @throws TypeError without one, which `createProvider` refuses before
 */
export function requireLogin(context: Context): BoundLogin {
  if (context.registry.login === undefined) throw new TypeError('A page needs a login.')
  return context.registry.login
}

/** Redirects an error whose type says so, and shows every other. */
export async function answerError(
  thrown: unknown,
  request: HttpRequest,
  login: BoundLogin,
  context: Context,
  cookies: readonly string[] = [],
): Promise<Answer> {
  const error = deliverable(displayed(thrown), context)
  record(error, context.log)
  const answer =
    error instanceof RedirectedError
      ? await authorizationErrorResponse(error, request, context, cookies)
      : await login.displayError(error, request)
  return { ...answer, error: error.error }
}

/** @returns the error, to be displayed where its response mode is not composed any more */
function deliverable(error: DisplayedError | RedirectedError, context: Context): DisplayedError | RedirectedError {
  if (!(error instanceof RedirectedError)) return error
  try {
    requireMode(error.target, context)
    return error
  } catch (undeliverable) {
    return displayed(undeliverable)
  }
}

function record({ error, description, reason }: OAuthError, log: Log): void {
  if (error === 'temporarily_unavailable') log.error('storage_unavailable', { reason })
  else if (error === 'server_error') log.error('unexpected_error', { reason })
  else log.info('authorization_refused', { error, description, reason })
}

/** "Authorization Servers MUST support the use of the HTTP GET and POST methods": one source each, never both. #AuthRequest */
async function readParameters(request: HttpRequest): Promise<ParsedParameters> {
  try {
    return await readQueryOrForm(request)
  } catch (error) {
    if (error instanceof OAuthError) throw new DisplayedError(error.error, error.description, error.reason)
    throw error
  }
}

/** A checked request, and where it comes from. */
interface ReceivedRequest extends CheckedRequest {
  readonly origin: RequestOrigin
}

/** The redirect URI is verified. From here on errors are sent to the client. */
async function answerChecked(
  checked: ReceivedRequest,
  request: HttpRequest,
  login: BoundLogin,
  context: AuthorizeContext,
): Promise<Answer> {
  try {
    // A post from another site comes without our cookies: the browser has to come back with a GET before anything is decided.
    return request.method === 'POST' ? await holdForResume(checked, context) : await decideNow(checked, request, login, context)
  } catch (error) {
    throw redirected(error, redirectTargetOf(checked.request))
  }
}

async function decideNow(
  { request: authorizationRequest, client, origin }: ReceivedRequest,
  request: HttpRequest,
  login: BoundLogin,
  context: AuthorizeContext,
): Promise<Answer> {
  const now = context.now()
  const purpose = { request: authorizationRequest, client, id: undefined, createdAt: now }
  const { candidates } = await identifyUserAgent(
    request,
    context,
    (session, user) => login.due(countedFactors(session, authorizationRequest, now, now), user, purpose),
    (user) => mayAnswerSilently(client, user, context),
  )
  const decision = interaction(authorizationRequest, candidates, { requestedAt: now, now, chosenSessionId: undefined })
  if (decision.kind === 'proceed' || decision.kind === 'error') await useSource(authorizationRequest, context)
  if (decision.kind === 'proceed') return await respondAs(decision.candidate, authorizationRequest, client, request, context)
  if (decision.kind === 'error') throw new RedirectedError(redirectTargetOf(authorizationRequest), decision.error, decision.description)

  const { query, cookies } = await storeRequest(authorizationRequest, request, context, origin)
  return redirect(`${login.path}?${query}`, cookies)
}

async function holdForResume({ request: authorizationRequest, origin }: ReceivedRequest, context: AuthorizeContext): Promise<Answer> {
  const id = await storeUnboundRequest(authorizationRequest, context, origin)
  return redirect(`${authorizationResumePath}?request=${id}`)
}
