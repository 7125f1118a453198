// Sends the browser to an identity provider. The sign-in is bound to the browser and to its authorization request; `state` names the row
// that says so, and is stored as a digest. https://www.rfc-editor.org/rfc/rfc9700#section-2.1, #section-4.4 (mix-up)
import { siteNetworkAt, digest, readQuery, provedAt } from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, AuthenticationFactor } from '@symbolon/core-protocol'
import { clientOf, defineStep, freshness, openPage } from '@symbolon/login'
import type { Visit } from '@symbolon/login'
import type { ClientServices, SignInChecks } from '../client/sign-in.ts'
import { ExternalSignInRefused } from '../identity/external-identity.ts'
import type { ExternalProvider } from '../providers/provider.ts'
import { findFreshUser } from './fresh-user.ts'
import { findAllowed, findOffered } from './offered-providers.ts'
import { externalStores, pageOfRefusal, refusedPage, signInLifetime, startPath } from './surroundings.ts'
import type { Configured, ExternalContext, ProviderSurroundings, Surroundings } from './surroundings.ts'

/** How many sign-ins all browsers together may have under way. */
const underWayLimit = 20_000

/** The endpoint to which the links "Continue with …" lead. */
export function startEndpoint(surroundings: Surroundings): AnyEndpoint {
  return defineStep(surroundings.pages, {
    name: 'login_external',
    path: startPath,
    methods: ['GET'],
    stores: externalStores,
    async handle(request, context) {
      const visit = await openPage(request, context)
      const { idp, purpose } = readQuery(request).parameters
      const linking = purpose === 'link' ? await findFreshUser(visit.eligible, {}, context) : undefined
      if (purpose === 'link' && linking === undefined) throw refusedPage('external_not_linked', visit)
      const userId = linking?.user.id
      const provider = await findStartable(idp, userId, visit, surroundings, context)
      if (provider === undefined) throw refusedPage('external_not_allowed', visit)
      return await start(provider, userId, visit, surroundings.configured, context)
    },
  })
}

/**
 * Finds the provider among those that the page of the login name or the page of the first factor offers; for a user who links an account,
 * among those that the login policy of the user's organization allows.
 *
 * @param userId the user who links an account
 */
export async function findStartable(
  idpId: string | undefined,
  userId: string | undefined,
  visit: Visit,
  surroundings: ProviderSurroundings,
  context: ExternalContext,
): Promise<ExternalProvider | undefined> {
  if (userId !== undefined) {
    const user = await context.stores.users.findActive(userId)
    const allowed = user === undefined ? [] : await findAllowed(user.orgId, surroundings, context)
    return allowed.find(({ id }) => id === idpId)
  }
  const { loginName } = visit.pending
  const names = loginName === undefined ? [undefined] : [loginName, undefined]
  for (const name of names) {
    const provider = (await findOffered(visit, name, surroundings, context)).find(({ id }) => id === idpId)
    if (provider !== undefined) return provider
  }
  return undefined
}

/** How long ago the user may have authenticated at the provider, by the demand of the authorization request. */
export function freshnessOf(visit: Visit, startedAt: number): Pick<SignInChecks, 'maxAge' | 'freshSince'> {
  const { request } = visit.pending
  const maxAge = request.prompt.includes('login')
    ? 0
    : Math.min(request.maxAge ?? Infinity, isRepeated(visit, startedAt) ? freshness : Infinity)
  return maxAge === Infinity ? {} : { maxAge, freshSince: startedAt - maxAge * 1000 }
}

/** Whether the provider has just signed a user of this browser in by an earlier authentication: a step has asked for a fresh proof since. */
function isRepeated({ eligible }: Visit, startedAt: number): boolean {
  const isEarlier = (factor: AuthenticationFactor): boolean =>
    startedAt - factor.at < freshness * 1000 && startedAt - provedAt(factor) >= freshness * 1000
  return eligible.some(({ session }) => session.factors.some(isEarlier))
}

async function start(
  provider: ExternalProvider,
  userId: string | undefined,
  visit: Visit,
  { fetch }: Configured,
  context: ExternalContext,
): Promise<Answer> {
  const [state, nonce, codeVerifier] = [context.randomToken(), context.randomToken(), context.randomToken()]
  const { id: requestId, browser = '', loginName } = visit.pending
  const createdAt = context.now()
  let target: URL
  try {
    const hint = loginName === undefined ? {} : { loginHint: loginName }
    const services = { fetch, now: context.now }
    const redirectUri = redirectUriAt(await callbackPathOf(provider, services), context)
    target = await provider.start({ redirectUri, state, nonce, codeVerifier, ...freshnessOf(visit, createdAt), ...hint }, services)
  } catch (error) {
    if (!(error instanceof ExternalSignInRefused)) throw error
    context.log.error('external_sign_in_unavailable', { idpId: provider.id, reason: error.message, ...clientOf(visit) })
    throw refusedPage(pageOfRefusal[error.reason], visit, 502)
  }
  const stateDigest = digest(state)
  await context.stores.externalSignIns.begin(
    {
      state: stateDigest,
      idpId: provider.id,
      requestId,
      browser,
      nonce,
      sealedVerifier: await context.sealing.seal(codeVerifier, verifierPurpose(stateDigest)),
      ...(provider.responseMode === 'form_post' ? { responseMode: 'form_post' } : {}),
      ...(userId === undefined ? { purpose: 'sign_in' } : { purpose: 'link', userId }),
      createdAt,
      expiresAt: createdAt + signInLifetime,
    },
    { source: siteNetworkAt(context.remoteAddress), limit: underWayLimit },
  )
  return { status: 303, fields: { location: target.href, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }, body: null }
}

/** A path that providers share is used only while responses identify their provider. */
async function callbackPathOf(provider: ExternalProvider, services: ClientServices): Promise<string> {
  const { callbackPath, sharedCallbackPath } = provider
  return sharedCallbackPath !== undefined && (await provider.sendsIssuer?.(services)) === true ? sharedCallbackPath : callbackPath
}

/** The redirect URI comes from the issuer, never from a header of the request. */
export function redirectUriAt(path: string, { issuer }: Pick<ExternalContext, 'issuer'>): string {
  return `${issuer}${path}`
}

/** Binds the sealed verifier to its sign-in. */
export function verifierPurpose(stateDigest: string): string {
  return `external verifier ${stateDigest}`
}
