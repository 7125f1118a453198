// Takes the authorization response of an identity provider. A POST is taken only where the authorization request asked for one. It carries no
// cookie of this browser, because it comes from another site. So the response is kept under a fresh secret, and the browser is redirected to a
// GET with that secret. The response counts only for a request that has both the secret and the cookie of the browser that began the sign-in:
// the beginner gets no response of another browser, and that browser none of the beginner.
// https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html
import { digest, equalDigests, identityProviderCallbackPath, OAuthError, readForm, readQuery, redirect } from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, ExternalSignIn, HttpRequest } from '@symbolon/core-protocol'
import { clientOf, defineStep, expiredRequest, freshness, openVisit, remoteAddressOf } from '@symbolon/login'
import type { Visit } from '@symbolon/login'
import { withBelievedAddress } from '../identity/believed-address.ts'
import { ExternalSignInRefused } from '../identity/external-identity.ts'
import type { ExternalIdentity } from '../identity/external-identity.ts'
import { sharedCallbackPath } from '../providers/provider.ts'
import type { ExternalProvider } from '../providers/provider.ts'
import { completeSignIn } from './complete.ts'
import { findStartable, freshnessOf, redirectUriAt, verifierPurpose } from './start.ts'
import { externalStores, pageOfRefusal, refusedPage } from './surroundings.ts'
import type { Configured, ExternalContext, Surroundings } from './surroundings.ts'

/** The path pattern of the separate redirect URIs of all providers. */
const ownPaths = '/ui/login/external/callback/:idp'

/** The query parameter with the secret of a response that was posted. */
const proofParameter = 'posted'

/** The endpoints of all redirect URIs. */
export function callbackEndpoints(surroundings: Surroundings): readonly AnyEndpoint[] {
  const { pages, configured } = surroundings
  const ofProviders = configured.providers.flatMap(({ id, callbackPath }) =>
    callbackPath === identityProviderCallbackPath(id) ? [] : [callbackPath],
  )
  const paths = new Set([ownPaths, ...ofProviders, ...(configured.sharedRedirectUri ? [sharedCallbackPath] : [])])
  const posting = configured.providers.filter(({ responseMode }) => responseMode === 'form_post')
  const takesPosts = new Set(
    posting.map(({ id, callbackPath }) => (callbackPath === identityProviderCallbackPath(id) ? ownPaths : callbackPath)),
  )
  return [...paths].map((path, index) =>
    defineStep(pages, {
      name: `login_external_callback_${index}`,
      path,
      methods: takesPosts.has(path) ? ['GET', 'POST'] : ['GET'],
      stores: externalStores,
      handle: async (request, context) =>
        request.method === 'POST' ? await keepResponse(request, context) : await takeResponse(request, surroundings, context),
    }),
  )
}

async function keepResponse(request: HttpRequest, context: ExternalContext): Promise<Answer> {
  const { parameters, repeated, pairs } = await readForm(request)
  const { state } = parameters
  if (repeated.length > 0 || state === undefined) throw expiredRequest()
  const key = digest(state)
  const response = new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString()
  const sealedResponse = await context.sealing.seal(response, responsePurpose(key))
  const proof = context.randomToken()
  if (!(await context.stores.externalSignIns.receive(key, { sealedResponse, proof: digest(proof) }, context.now()))) throw expiredRequest()
  return redirect(`${request.path}?${new URLSearchParams({ state, [proofParameter]: proof })}`)
}

async function takeResponse(request: HttpRequest, surroundings: Surroundings, context: ExternalContext): Promise<Answer> {
  const { parameters, repeated } = readQuery(request)
  if (repeated.length > 0) throw new OAuthError('invalid_request', 'A parameter is repeated.')
  const { state, [proofParameter]: proof } = parameters
  const proofDigest = proof === undefined ? undefined : digest(proof)
  const signIn = state === undefined ? undefined : await context.stores.externalSignIns.take(digest(state), proofDigest, context.now())
  if (state === undefined || signIn === undefined) throw expiredRequest()
  const visit = await openVisit(signIn.requestId, request, context)
  if (!equalDigests(signIn.browser, visit.pending.browser ?? '')) throw expiredRequest()
  // Whether the provider is still allowed: it may have been switched off while the user was there.
  const provider = await findStartable(signIn.idpId, signIn.userId, visit, surroundings, context)
  if (provider === undefined) throw refusedPage('external_not_allowed', visit)
  // The answer of another provider, in whose name it was begun. https://www.rfc-editor.org/rfc/rfc9700#section-4.4.2.2
  const path = [provider.callbackPath, provider.sharedCallbackPath].find((each) => each === request.path)
  if (path === undefined) throw expiredRequest()
  const response = await responseOf(signIn, request, context)
  const identity = await finish(provider, { path, response, state }, signIn, visit, surroundings.configured, context)
  return await completeSignIn({ identity, provider, signIn, visit }, surroundings, context)
}

async function responseOf(
  { state, sealedResponse }: ExternalSignIn,
  request: HttpRequest,
  context: ExternalContext,
): Promise<URLSearchParams> {
  return new URLSearchParams(
    sealedResponse === undefined ? request.query : await context.sealing.open(sealedResponse, responsePurpose(state)),
  )
}

/** An authorization response, and where it arrived. */
interface Arrival {
  readonly path: string
  readonly response: URLSearchParams
  readonly state: string
}

async function finish(
  provider: ExternalProvider,
  { path, response, state }: Arrival,
  { nonce, sealedVerifier, state: key, createdAt }: ExternalSignIn,
  visit: Visit,
  { fetch }: Configured,
  context: ExternalContext,
): Promise<ExternalIdentity> {
  const codeVerifier = await context.sealing.open(sealedVerifier, verifierPurpose(key))
  const checks = { redirectUri: redirectUriAt(path, context), state, nonce, codeVerifier, ...freshnessOf(visit, createdAt) }
  try {
    checkNamed(provider, path, response)
    const { authenticatedAt, ...identity } = await provider.finish(response, checks, { fetch, now: context.now })
    // A provider that was asked for a recent authentication has been held to it.
    const isRecent = checks.maxAge !== undefined && checks.maxAge <= freshness
    const proven = authenticatedAt === undefined || isRecent ? identity : { ...identity, authenticatedAt }
    return await withBelievedAddress(proven, provider, context)
  } catch (error) {
    if (!(error instanceof ExternalSignInRefused)) throw error
    const details = { method: 'ext', idpId: provider.id, reason: error.reason }
    context.log.warn('login_failed', { ...details, description: error.message, ...clientOf(visit) })
    await context.audit({ type: 'login_failed', ...clientOf(visit), ...remoteAddressOf(context), details })
    throw refusedPage(pageOfRefusal[error.reason], visit)
  }
}

/**
 * If the path does not identify the provider, the response must. Whether the metadata declares `iss` does not matter: a hostile provider writes
 * its own metadata, and an honest provider without `iss` may still have this redirect URI registered. openid-client checks the value of `iss`.
 * https://www.rfc-editor.org/rfc/rfc9207#section-2.4
 *
 * @throws ExternalSignInRefused
 */
function checkNamed({ sharedCallbackPath: shared }: ExternalProvider, path: string, response: URLSearchParams): void {
  // An empty value counts as missing there.
  if (path === shared && !response.get('iss')) {
    throw new ExternalSignInRefused('failed', 'The answer has no iss, on a redirect URI that providers share.')
  }
}

function responsePurpose(state: string): string {
  return `external response ${state}`
}
