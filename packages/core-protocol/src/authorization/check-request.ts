// The checks of an authorization request, in order. Until the redirect URI is found registered, errors are displayed to the user; after
// that they are redirected to the client. https://openid.net/specs/openid-connect-core-1_0.html#AuthRequestValidation
import type { Context } from '../contract/context.ts'
import type { BoundResponseType } from '../contract/registry.ts'
import { DisplayedError, OAuthError, RedirectedError } from '../errors/oauth-error.ts'
import type { RedirectTarget } from '../errors/oauth-error.ts'
import { checkLength, withoutEmpty } from '../http/parameters.ts'
import type { Parameters, ParsedParameters } from '../http/parameters.ts'
import { prompts } from '../ports/authorization-request.ts'
import type { AuthorizationRequest, Prompt } from '../ports/authorization-request.ts'
import type { Client } from '../ports/client.ts'
import { demandedOrganization } from '../scope/restricting-scopes.ts'
import { knownScopes, parseScope, wishedIdentityProvider } from '../scope/requested-scope.ts'
import { redirected } from './authorization-response.ts'
import { parseClaimsParameter } from './claims-parameter.ts'
import { verifyIdTokenHint } from './id-token-hint.ts'
import { canonicalResponseType, isWellFormedState, redirectTarget } from './redirect-target.ts'
import { isRegisteredRedirectUri, isUsableScheme } from './redirect-uri.ts'
import { checkRequiredSources, readFromSources, sourcedParameters, sourcedRequest } from './request-sources.ts'
import { checkResponseMode, modeOfRefusal } from './response-mode.ts'
import { twoFactorsOf } from './two-factors.ts'

/** A valid authorization request, and the client that it names. */
export interface CheckedRequest {
  readonly request: AuthorizationRequest
  readonly client: Client
}

/** How the parameters of an authorization request arrived. */
export interface ReceivedParameters {
  /** The name of the request source whose endpoint received them from the authenticated client. */
  readonly receivedBy?: string
}

/**
 * Checks the parameters of an authorization request, or the request that a source finds by one of them.
 * @throws DisplayedError while the client or its redirect URI is in doubt
 * @throws RedirectedError afterwards
 * @throws OAuthError of a request source
 */
export async function checkAuthorizationRequest(
  sent: ParsedParameters,
  context: Context<'clients'>,
  { receivedBy }: ReceivedParameters = {},
): Promise<CheckedRequest> {
  const client = await checkClient(sent, context)
  const sourced = await readFromSources(sent, client, context, receivedBy)
  if (sourced !== undefined && 'request' in sourced) return { request: sourcedRequest(sourced, client), client }
  const parsed = sourced === undefined ? sent : sourcedParameters(sourced, client)
  const redirectUri = checkRedirectUri(parsed, client)
  const target = redirectTarget(parsed, client, redirectUri, context)
  try {
    checkRepetition(parsed)
    const { parameters } = withoutEmpty(parsed)
    checkUnsupported(parameters, target, context)
    await checkRequiredSources(client, [receivedBy, sourced?.source], context)
    const responseType = checkResponseType(parameters, client, context)
    checkResponseMode(parameters, responseType, redirectUri, context)
    const scope = await checkScope(parameters, context)
    const claims = parameters['claims'] === undefined ? undefined : parseClaimsParameter(parameters['claims'])
    const subject = await checkSubject(parameters, claims?.id_token?.['sub']?.value, client, context)
    const prompt = checkPrompt(parameters, client)
    const request: AuthorizationRequest = {
      clientId: client.clientId,
      redirectUri,
      responseType: responseType.responseType,
      responseMode: target.responseMode,
      scope,
      ...optional('state', parameters['state']),
      ...optional('nonce', parameters['nonce']),
      prompt,
      ...optional('maxAge', checkMaxAge(parameters)),
      ...optional('loginHint', parameters['login_hint']),
      uiLocales: target.uiLocales,
      ...optional('codeChallenge', checkCodeChallenge(parameters)),
      ...optional('claims', claims),
      ...optional('subject', subject),
      ...optional('twoFactors', twoFactorsOf(parameters['acr_values'], claims, prompt)),
      ...optional('organization', demandedOrganization(scope, context.vendor)),
      ...optional('identityProvider', wishedIdentityProvider(parseScope(parameters['scope'] ?? ''), context.vendor)),
    }
    responseType.check(request, client)
    return { request, client }
  } catch (error) {
    throw redirected(error, target)
  }
}

async function checkClient({ parameters, repeated }: ParsedParameters, context: Context<'clients'>): Promise<Client> {
  const clientId = parameters['client_id'] ?? ''
  if (clientId === '') throw new DisplayedError('invalid_request', 'The client_id is missing.')
  if (repeated.includes('client_id')) throw new DisplayedError('invalid_request', 'The client_id is repeated.')
  const client = clientId.length > 255 ? undefined : await context.stores.clients.find(clientId)
  // The value stays out of the log: it may be a secret in the wrong place.
  if (client === undefined || client.kind !== 'oidc') throw new DisplayedError('invalid_request', 'The client_id is not known.')
  return client
}

/** A value of a request for the log: in one line, where a space or a slash at its end is seen. */
function logged(value: string): string {
  return JSON.stringify(value.slice(0, 300))
}

function checkRedirectUri({ parameters, repeated }: ParsedParameters, client: Client): string {
  const redirectUri = parameters['redirect_uri'] ?? ''
  if (redirectUri === '') throw new DisplayedError('invalid_request', 'The redirect_uri is missing.')
  if (repeated.includes('redirect_uri')) throw new DisplayedError('invalid_request', 'The redirect_uri is repeated.')
  if (redirectUri.length > 2048 || !isRegisteredRedirectUri(redirectUri, client)) {
    const own = client.redirectUris.slice(0, 5).map(logged).join(', ')
    const reason = `redirect_uri is ${logged(redirectUri)}, and the client ${client.clientId} has ${own === '' ? 'none' : own}`
    throw new DisplayedError('invalid_request', 'The redirect_uri is not registered for this client.', reason)
  }
  if (!isUsableScheme(redirectUri, client)) {
    throw new DisplayedError(
      'invalid_request',
      'The redirect_uri is registered, but plain http is for clients in devMode and for native clients on loopback.',
    )
  }
  return redirectUri
}

/** https://www.rfc-editor.org/rfc/rfc6749#section-3.1 */
function checkRepetition({ repeated, parameters }: ParsedParameters): void {
  const [name] = repeated
  if (name !== undefined) throw new OAuthError('invalid_request', 'A parameter is repeated.')
  for (const [each, value] of Object.entries(parameters)) {
    if (Object.hasOwn(knownLengths, each)) checkLength(each, value)
  }
  if (!isWellFormedState(parameters['state'] ?? '')) throw new OAuthError('invalid_request', 'The state is malformed.')
}

/** The parameters that are read; `scope` has separate limits and a separate error. */
const knownLengths: Readonly<Record<string, true>> = {
  acr_values: true,
  claims: true,
  code_challenge: true,
  display: true,
  id_token_hint: true,
  login_hint: true,
  max_age: true,
  nonce: true,
  prompt: true,
  response_mode: true,
  response_type: true,
  state: true,
  ui_locales: true,
}

/** What no source takes is refused, and never ignored. https://openid.net/specs/openid-connect-core-1_0.html#JWTRequests, #RegistrationParameter */
function checkUnsupported(parameters: Parameters, target: RedirectTarget, context: Context): void {
  if (parameters['request'] !== undefined) {
    const answered =
      parameters['response_mode'] === undefined
        ? { ...target, responseMode: modeOfRefusal(parameters['request'], target, context) }
        : target
    throw new RedirectedError(answered, 'request_not_supported', 'The request parameter is not supported.')
  }
  if (parameters['request_uri'] !== undefined)
    throw new OAuthError('request_uri_not_supported', 'The request_uri parameter is not supported.')
  if (parameters['registration'] !== undefined)
    throw new OAuthError('registration_not_supported', 'The registration parameter is not supported.')
}

function checkResponseType(parameters: Parameters, client: Client, context: Context): BoundResponseType {
  const responseType = parameters['response_type']
  if (responseType === undefined) throw new OAuthError('invalid_request', 'The response_type is missing.')
  const supported = context.registry.responseTypes.get(canonicalResponseType(responseType))
  if (supported === undefined) throw new OAuthError('unsupported_response_type', 'The response_type is not supported.')
  if (!client.responseTypes.includes(supported.responseType)) {
    throw new OAuthError('unauthorized_client', 'The response_type is not allowed for this client.')
  }
  return supported
}

/** Unknown scopes are dropped. Without `openid` the request is not an OpenID Connect request. */
async function checkScope(parameters: Parameters, context: Context<'clients'>): Promise<readonly string[]> {
  if (parameters['scope'] === undefined) throw new OAuthError('invalid_request', 'The scope is missing.')
  const scope = parseScope(parameters['scope'])
  if (!scope.includes('openid')) throw new OAuthError('invalid_scope', 'The scope must contain openid.')
  return await knownScopes(scope, context)
}

/** Form only; whether a challenge is demanded is the response type's to say. https://www.rfc-editor.org/rfc/rfc7636#section-4.3 */
function checkCodeChallenge(parameters: Parameters): string | undefined {
  const { code_challenge: challenge, code_challenge_method: method } = parameters
  if (challenge === undefined && method === undefined) return undefined
  if (method !== 'S256') throw new OAuthError('invalid_request', 'The code_challenge_method must be S256.')
  if (challenge === undefined || !/^[A-Za-z0-9_-]{43}$/.test(challenge))
    throw new OAuthError('invalid_request', 'The code_challenge is malformed.')
  return challenge
}

/** https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest: "If this parameter contains none with any other value, an error is returned." */
function checkPrompt(parameters: Parameters, { alwaysPrompts }: Client): readonly Prompt[] {
  const values = (parameters['prompt'] ?? '').split(' ').filter((each) => each !== '')
  if (!values.every(isPrompt)) throw new OAuthError('invalid_request', 'The prompt is not supported.')
  if (values.includes('none') && values.length > 1) throw new OAuthError('invalid_request', 'The prompt none stands alone.')
  if (alwaysPrompts !== true) return [...new Set(values)]
  if (values.includes('none')) throw new OAuthError('login_required', 'The user has to sign in for every request of this client.')
  return [...new Set<Prompt>([...values, 'login'])]
}

function isPrompt(value: string): value is Prompt {
  return prompts.some((each) => each === value)
}

function checkMaxAge(parameters: Parameters): number | undefined {
  const value = parameters['max_age']
  if (value === undefined) return undefined
  if (!/^(0|[1-9][0-9]{0,9})$/.test(value)) throw new OAuthError('invalid_request', 'The max_age is not a whole number of seconds.')
  return Number(value)
}

/** The one user who is meant, if the request names one by a hint or by the claims parameter; both must name the same. */
async function checkSubject(parameters: Parameters, requested: unknown, client: Client, context: Context): Promise<string | undefined> {
  const hint = parameters['id_token_hint']
  const hinted = hint === undefined ? undefined : await verifyIdTokenHint(hint, client.clientId, context)
  if (requested === undefined) return hinted
  if (typeof requested !== 'string') throw new OAuthError('invalid_request', 'The claims parameter is malformed.')
  if (hinted !== undefined && hinted !== requested)
    throw new OAuthError('invalid_request', 'The id_token_hint and the claims parameter name different users.')
  return requested
}

/** A member that is there only when it has a value. */
function optional<K extends string, V>(name: K, value: V | undefined): Partial<Record<K, V>> {
  const members: Partial<Record<K, V>> = {}
  if (value !== undefined) members[name] = value
  return members
}
