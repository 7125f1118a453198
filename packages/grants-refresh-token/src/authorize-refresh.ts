// Decides about refreshes. Each token is rotated once. https://www.rfc-editor.org/rfc/rfc6749#section-6, https://www.rfc-editor.org/rfc/rfc9700#section-4.14.2
import { checkStillGranted, digest, longestLifetime, OAuthError } from '@symbolon/core-protocol'
import type { Authorization, Client, Context, RefreshTokenFamily, RefreshTokenRotation, Refusal } from '@symbolon/core-protocol'
import { remainingAudience, remainingScope } from './remaining-grant.ts'
import { readToken, successorOf } from './token-form.ts'
import type { PresentedToken } from './token-form.ts'

/** The parameters of a refresh. */
export interface RefreshRequest {
  readonly refreshToken: string
  readonly scope: string | undefined
}

/** The stores that the grant reads and writes. */
export const refreshStores = ['clients', 'refreshTokens', 'revocations', 'users'] as const
/** A context with the stores of the refresh token grant. */
export type RefreshContext = Context<(typeof refreshStores)[number]>

/**
 * Decides whether the token may be rotated. Core rotates it in the transaction that stores the access token: a request that is refused for
 * anything else costs the client nothing.
 * @throws OAuthError invalid_grant, invalid_scope
 */
export async function authorizeRefresh(request: RefreshRequest, client: Client, context: RefreshContext): Promise<Authorization> {
  const presented = readToken(request.refreshToken)
  const family = presented === undefined ? undefined : await context.stores.refreshTokens.find(presented.family, context.now())
  if (presented === undefined || family === undefined || family.clientId !== client.clientId) throw invalid('unknown')
  const { authorizationId, subject, issuedAt, endsAt, authentication, claims, actor, origin, validity } = family
  const { sessionId } = authentication ?? {}
  const endedBy = sessionId === undefined ? [authorizationId] : [authorizationId, sessionId]
  await checkStillGranted({ subject, actor, authentication, origin, issuedAt, validity, endedBy }, client, context)
  const scope = await remainingScope(request.scope, family, context)
  const audience = await remainingAudience(scope, client, family, context)
  const successor = successorOf(request.refreshToken, context)
  return {
    id: authorizationId,
    client,
    subject,
    scope,
    audience,
    authentication,
    claims,
    actor,
    origin,
    validity,
    offlineUntil: endsAt,
    refreshToken: successor,
    redeems: rotationOf(presented, successor, family, context),
  }
}

function rotationOf(presented: PresentedToken, successor: string, family: RefreshTokenFamily, context: Context): RefreshTokenRotation {
  const now = context.now()
  return {
    kind: 'rotation',
    family: family.id,
    clientId: family.clientId,
    digest: presented.digest,
    successor: digest(successor),
    now,
    expiresAt: idleUntil(family.endsAt, context),
    repeatableUntil: now + context.lifetimes.refreshTokenReuse * 1000,
  }
}

/**
 * A repeated use within the interval, whose successor is unused, comes from a client that lost the response or sent the request twice. It gets
 * the response. Any other repeated use is theft: the server cannot distinguish the thief from the client, so both lose everything.
 */
export async function refuseRefresh({ authorization, reason }: Refusal, context: RefreshContext): Promise<OAuthError> {
  if (reason instanceof OAuthError) return reason
  if (reason === 'reused') await endFamily(authorization, context)
  return invalid(reason)
}

async function endFamily({ id, client, subject }: Refusal['authorization'], context: RefreshContext): Promise<void> {
  const [ended] = await context.stores.revocations.add([id], context.now() + longestLifetime(context) * 1000)
  if (ended === undefined) return
  const { clientId } = client
  context.log.warn('refresh_token_reused', { clientId, userId: subject })
  await context.audit({ type: 'refresh_token_reused', clientId, subject: { kind: 'user', id: subject } })
}

function invalid(reason: string): OAuthError {
  return new OAuthError('invalid_grant', 'The refresh token is invalid, expired, revoked or was used before.', reason)
}

/** @returns when a token that is issued now expires unused, milliseconds since the epoch: after the idle time, and never after its family */
export function idleUntil(endsAt: number, context: Context): number {
  return Math.min(context.now() + context.lifetimes.refreshTokenIdle * 1000, endsAt)
}
