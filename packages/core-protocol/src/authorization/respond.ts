// The last step of an authorization: the response type answers the request. The factors that count become `acr` and `amr`.
// https://openid.net/specs/openid-connect-core-1_0.html#IDToken, https://www.rfc-editor.org/rfc/rfc8176
import type { Context } from '../contract/context.ts'
import { RedirectedError } from '../errors/oauth-error.ts'
import type { HttpRequest } from '../http/request.ts'
import type { Answer } from '../http/responses.ts'
import type { AuthorizationRequest, ClaimsRequest } from '../ports/authorization-request.ts'
import type { Client } from '../ports/client.ts'
import { sessionUseInterval } from '../ports/session.ts'
import type { AuthenticationFactor, FactorMethod, Session } from '../ports/session.ts'
import { belongsTo, demandedOrganization } from '../scope/restricting-scopes.ts'
import { issueTokens } from '../tokens/issue-tokens.ts'
import { countTokens } from '../tokens/issued-metric.ts'
import { authorizationResponse, redirected, redirectTargetOf } from './authorization-response.ts'
import type { Candidate } from './interaction.ts'
import { requireMode } from './response-mode.ts'

/** The stores that `respondAs` reads and writes. */
export const respondingStores = ['accessTokens', 'clients', 'issuance', 'sessions', 'userGrants', 'userMetadata', 'users'] as const

/**
 * @param candidate the session that answers, already found fit
 * @throws RedirectedError access_denied when the user may not use the client
 */
export async function respondAs(
  candidate: Candidate,
  authorizationRequest: AuthorizationRequest,
  client: Client,
  request: HttpRequest,
  context: Context<(typeof respondingStores)[number]>,
  cookies: readonly string[] = [],
): Promise<Answer> {
  const target = redirectTargetOf(authorizationRequest)
  requireMode(target, context)
  const { session, user, counted } = candidate
  const { acr, amr } = authenticationContext(counted)
  if (!meetsEssentialAcr(acr, authorizationRequest.claims)) {
    throw new RedirectedError(target, 'access_denied', 'The requested acr cannot be reached.')
  }
  // Checked at the end of the flow, for the user who was finally chosen, and from the scope itself. A check only at the beginning can be
  // bypassed. https://github.com/zitadel/zitadel/security/advisories/GHSA-g2pf-ww5m-2r9m
  if (!belongsTo(user, demandedOrganization(authorizationRequest.scope, context.vendor))) {
    throw new RedirectedError(target, 'access_denied', 'The user is not of the organization that the scope demands.')
  }
  if (!(await context.stores.clients.admits(client.clientId, user.id))) {
    throw new RedirectedError(target, 'access_denied', 'The user may not use this application.')
  }
  const responseType = context.registry.responseTypes.get(authorizationRequest.responseType)
  if (responseType === undefined) throw new RedirectedError(target, 'unsupported_response_type', 'The response_type is not supported.')
  // The client may have been changed while the user was typing.
  if (!client.responseTypes.includes(responseType.responseType)) {
    throw new RedirectedError(target, 'unauthorized_client', 'The response_type is not allowed for this client.')
  }
  await recordUse(session, context)
  if (candidate.unseen === true) await context.stores.clients.recordShownSignIn(client.clientId, user.id, context.now())
  try {
    responseType.check(authorizationRequest, client)
    const answer = await responseType.respond({ request: authorizationRequest, client, session, user, amr, acr })
    if ('parameters' in answer) return await authorizationResponse(target, answer.parameters, request, context, cookies)
    const response = await issueTokens(answer.authorization, answer.tokens, context)
    countTokens(response, responseType.responseType, context.metrics)
    const parameters = stringify(response)
    return await authorizationResponse(target, parameters, request, context, cookies)
  } catch (error) {
    throw redirected(error, target)
  }
}

/** Remembers that the session is in use. Users see by it which of their sessions they still need. */
async function recordUse({ id, authenticatedAt, lastUsedAt }: Session, { stores, now: clock }: Context<'sessions'>): Promise<void> {
  const now = clock()
  if (now - (lastUsedAt ?? authenticatedAt) >= sessionUseInterval) await stores.sessions.recordUse(id, now)
}

function stringify(response: object): Record<string, string> {
  const present = Object.entries(response).filter(([, value]) => value !== undefined)
  return Object.fromEntries(present.map(([name, value]) => [name, String(value)]))
}

/** The value of `amr` for each method. No registered value says that another provider authenticated the user. */
const authenticationMethods: Readonly<Record<FactorMethod, string | undefined>> = {
  pwd: 'pwd',
  otp: 'otp',
  user: 'user',
  pop: 'pop',
  ext: undefined,
  recovery: 'otp',
}

/** @returns `acr`, `1` for one factor and `2` for two factors or a key that verified its user; and `amr` without repetition */
export function authenticationContext(factors: readonly AuthenticationFactor[]): { readonly acr: string; readonly amr: readonly string[] } {
  const has = (...methods: readonly FactorMethod[]): boolean => factors.some(({ method }) => methods.includes(method))
  // A password and a sign-in at another provider are two first factors, and not two factors.
  const strong = has('user') || (has('pwd', 'ext') && has('otp', 'pop', 'recovery'))
  const methods = new Set(factors.map(({ method }) => authenticationMethods[method]).filter((method) => method !== undefined))
  return { acr: strong ? '2' : '1', amr: strong ? [...methods, 'mfa'] : [...methods] }
}

/**
 * Whether the `acr` reached is one that the claims parameter calls essential.
 * "If this is an Essential Claim and the requirement cannot be met, then the Authorization Server MUST treat that outcome as
 * a failed authentication attempt." https://openid.net/specs/openid-connect-core-1_0.html#acrSemantics
 */
export function meetsEssentialAcr(acr: string, claims: ClaimsRequest | undefined): boolean {
  const request = claims?.id_token?.['acr']
  if (request?.essential !== true) return true
  const accepted = request.values ?? (request.value === undefined ? [acr] : [request.value])
  return accepted.includes(acr)
}
