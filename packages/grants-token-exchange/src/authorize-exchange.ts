// Decides one exchange: which tokens are presented, whether the actor may act for the subject, and what is issued. "If the request itself
// is not valid or if either the subject_token or actor_token are invalid for any reason, or are unacceptable based on policy, […] the value
// of the error parameter MUST be the invalid_request error code." https://www.rfc-editor.org/rfc/rfc8693#section-2.2.2
import { OAuthError, ofClient, uniteHolders, validityOf, withinBoundary } from '@symbolon/core-protocol'
import type { Actor, Authorization, Client } from '@symbolon/core-protocol'
import type { ExchangeContext } from './exchange-context.ts'
import { exchangedAudience, exchangedScope } from './exchanged-scope.ts'
import { actorChain, actorsOf, actsTooWeakly, impersonationRefusal } from './impersonation.ts'
import type { ImpersonationRefusal } from './impersonation.ts'
import { uniteOrigins } from './origin.ts'
import type { ExchangeOrigin } from './origin.ts'
import { readActorTokenType, readRequestedTokenType, readSubjectTokenType } from './token-types.ts'
import type { ActorTokenType, SubjectTokenType } from './token-types.ts'
import { verifyPresentedToken } from './verify-presented-token.ts'
import type { PresentedAs } from './verify-presented-token.ts'
import type { PresentedToken } from './presented-token.ts'

/** The parameters of a token exchange. https://www.rfc-editor.org/rfc/rfc8693#section-2.1 */
export interface ExchangeRequest {
  readonly subjectToken: string
  readonly subjectTokenType: string
  readonly actorToken: string | undefined
  readonly actorTokenType: string | undefined
  readonly requestedTokenType: string | undefined
  readonly scope: string | undefined
  readonly audience: readonly string[]
  readonly resource: readonly string[]
}

/** The greatest number of tokens that an issued token may be derived from. Each exchange adds the presented ones. */
const longestOrigin = 10

/** Milliseconds. A presented token that expires within a second cannot yield a usable token. */
const shortestLife = 1000

/** @throws OAuthError invalid_request, invalid_scope, invalid_target */
export async function authorizeExchange(request: ExchangeRequest, client: Client, context: ExchangeContext): Promise<Authorization> {
  const { subjectType, actorType, requestedToken } = readTypes(request, context.vendor)
  if (request.resource.length > 0) throw new OAuthError('invalid_target', 'The resource parameter is not supported.')
  // The actor is verified first. Otherwise a caller without any token could probe which user ids exist.
  const actor =
    request.actorToken === undefined || actorType === undefined
      ? undefined
      : await present('actor', request.actorToken, actorType, client, context)
  const subject = await present('subject', request.subjectToken, subjectType, client, context)
  const chain = actorChain(subject, actor, context.issuer)
  const origin = originOf(subject, actor, client)
  await checkPermission(subject, chain, client, context)
  if (await actsTooWeakly(actor?.user.id, actor?.authentication, context)) {
    throw new OAuthError('invalid_request', 'The actor has to sign in with a second factor.')
  }
  const scope = await exchangedScope(request.scope, subject, subjectType, actor, context)
  const audience = exchangedAudience(request.audience, subject, actor)
  // The authentication of the present party. https://www.rfc-editor.org/rfc/rfc8693#section-1.1: that is the actor.
  const { authentication } = actor ?? subject
  const endsAt = earliest([subject.expiresAt, actor?.expiresAt])
  const offlineUntil = scope.includes(offlineAccess) ? offlineEnd([subject, actor], context) : undefined
  if (chain !== undefined) await recordImpersonation(chain, subject, scope, client, context)
  return {
    id: context.randomToken().slice(0, 22),
    client,
    subject: subject.user.id,
    scope,
    audience,
    ...(authentication === undefined ? {} : { authentication }),
    ...(chain === undefined ? {} : { actor: chain }),
    origin,
    validity: validityOf(uniteHolders(subject.holders, actor?.holders, ofClient(client))),
    requestedToken,
    ...(subject.use === undefined ? {} : { uses: [subject.use] }),
    ...(endsAt === undefined ? {} : { endsAt }),
    ...(offlineUntil === undefined ? {} : { offlineUntil }),
    // An ID token is issued without any token that could obtain an access token.
    tokens: requestedToken.format === 'id_token' ? ['id_token'] : ['access_token', 'id_token', 'refresh_token'],
  }
}

interface ExchangeTypes {
  readonly subjectType: SubjectTokenType
  readonly actorType: ActorTokenType | undefined
  readonly requestedToken: NonNullable<Authorization['requestedToken']>
}

/** @throws OAuthError invalid_request */
function readTypes(request: ExchangeRequest, vendor: string): ExchangeTypes {
  const subjectType = readSubjectTokenType(request.subjectTokenType, vendor)
  // "REQUIRED when the actor_token parameter is present in the request but MUST NOT be included otherwise."
  if ((request.actorToken === undefined) !== (request.actorTokenType === undefined)) {
    throw new OAuthError('invalid_request', 'An actor_token and its actor_token_type come together.')
  }
  const actorType = request.actorTokenType === undefined ? undefined : readActorTokenType(request.actorTokenType)
  if (actorType === undefined && (subjectType === 'user_id' || subjectType === 'jwt')) {
    throw new OAuthError('invalid_request', 'A subject_token of this type needs an actor_token.')
  }
  return { subjectType, actorType, requestedToken: readRequestedTokenType(request.requestedTokenType) }
}

/** @throws OAuthError invalid_request */
async function present(
  as: PresentedAs,
  token: string,
  type: SubjectTokenType,
  client: Client,
  context: ExchangeContext,
): Promise<PresentedToken> {
  const presented = await verifyPresentedToken(token, type, as, client, context)
  if (presented === undefined || (presented.expiresAt ?? Infinity) - context.now() < shortestLife) {
    throw new OAuthError('invalid_request', `The ${as}_token is invalid.`)
  }
  return await withinBoundary(presented, client, () => presented.user, context)
}

/** @throws OAuthError invalid_request */
function originOf(subject: PresentedToken, actor: PresentedToken | undefined, client: Client): ExchangeOrigin {
  const origin = uniteOrigins(subject.origin, actor?.origin)
  if (origin.tokens.length > longestOrigin) throw new OAuthError('invalid_request', 'The tokens were exchanged too often.')
  return { ...origin, clients: origin.clients.filter((each) => each !== client.clientId) }
}

const refusals: Readonly<Record<ImpersonationRefusal, string>> = {
  switched_off: 'Impersonation is switched off.',
  not_permitted: 'The actor may not act for this user.',
}

/** @throws OAuthError invalid_request */
async function checkPermission(subject: PresentedToken, chain: Actor | undefined, client: Client, context: ExchangeContext): Promise<void> {
  const refusal = await impersonationRefusal(actorsOf(chain), subject.user, context)
  if (refusal !== undefined) throw new OAuthError('invalid_request', refusals[refusal], `actor ${chain?.sub}, subject ${subject.user.id}`)
  if (!(await context.stores.clients.admits(client.clientId, subject.user.id))) {
    throw new OAuthError('invalid_request', 'The user may not use this application.')
  }
}

const offlineAccess = 'offline_access'

/** The refresh token expires no later than those of the authorizations that permitted it. */
function offlineEnd(presented: readonly (PresentedToken | undefined)[], { now, lifetimes }: ExchangeContext): number | undefined {
  const ends = presented
    .filter((each) => each?.scope.includes(offlineAccess))
    .map((each) => each?.offlineUntil ?? each?.expiresAt ?? now() + lifetimes.refreshToken * 1000)
  return earliest(ends)
}

function earliest(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((each) => each !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}

async function recordImpersonation(
  chain: Actor,
  { user }: PresentedToken,
  scope: readonly string[],
  { clientId }: Client,
  context: ExchangeContext,
): Promise<void> {
  const before = actorsOf(chain.act)
  context.log.info('user_impersonated', { actorId: chain.sub, userId: user.id, clientId })
  await context.audit({
    type: 'user_impersonated',
    actorId: chain.sub,
    clientId,
    subject: { kind: 'user', id: user.id },
    orgId: user.orgId,
    details: { scope: scope.join(' '), ...(before.length === 0 ? {} : { actorsBefore: before.join(' ') }) },
  })
}
