// Redeems authorization codes. https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3
import { checkStillGranted, digest, longestLifetime, OAuthError, projectAudience } from '@symbolon/core-protocol'
import type { Authorization, AuthorizationCode, Client, Context } from '@symbolon/core-protocol'
import { verifyCodeVerifier } from './pkce.ts'

export interface CodeRedemption {
  readonly code: string
  readonly redirectUri: string
  readonly codeVerifier: string | undefined
}

/** The stores that the grant reads and writes. */
export const redemptionStores = ['authorizationCodes', 'clients', 'revocations', 'users'] as const
export type RedemptionContext = Context<typeof redemptionStores[number]>

/** @throws OAuthError invalid_grant */
export async function redeemAuthorizationCode(redemption: CodeRedemption, client: Client, context: RedemptionContext): Promise<Authorization> {
  const code = await consume(redemption.code, client, context)
  // From here on the code is burnt, whatever else is wrong: nobody gets a second guess. https://www.rfc-editor.org/rfc/rfc9700#section-4.5
  if (redemption.redirectUri !== code.redirectUri) throw new OAuthError('invalid_grant', 'The redirect_uri is not that of the authorization request.')
  verifyCodeVerifier(redemption.codeVerifier, code.codeChallenge)
  // Not ended by the authorization's own id: of several redemptions at once exactly one is answered with tokens, dead as they are.
  await checkStillGranted({ subject: code.userId, issuedAt: code.issuedAt, validity: code.validity, endedBy: [code.sessionId] }, client, context)
  return {
    id: code.authorizationId,
    client,
    subject: code.userId,
    scope: code.scope,
    audience: await projectAudience(client, code.scope, context),
    authentication: { at: code.authenticatedAt, amr: code.amr, acr: code.acr, sessionId: code.sessionId },
    ...(code.nonce === undefined ? {} : { nonce: code.nonce }),
    ...(code.claims === undefined ? {} : { claims: code.claims }),
    ...(code.validity === undefined ? {} : { validity: code.validity }),
    code: redemption.code,
  }
}

/**
 * "If an authorization code is used more than once, the authorization server MUST deny the request and SHOULD revoke (when
 * possible) all tokens previously issued based on that authorization code." The id is revoked rather than the tokens, so
 * that it does not matter whether the winner of a race has stored them yet.
 */
async function consume(code: string, client: Client, context: RedemptionContext): Promise<AuthorizationCode> {
  const consumption = await context.stores.authorizationCodes.consume(digest(code), client.clientId, context.now())
  if (consumption.outcome === 'consumed') return consumption.code
  if (consumption.outcome === 'reused') {
    const [ended] = await context.stores.revocations.add([consumption.code.authorizationId], context.now() + longestLifetime(context) * 1000)
    // Recorded once: a client may send the same code without end.
    if (ended !== undefined) await recordReuse(consumption.code, client, context)
  }
  throw new OAuthError('invalid_grant', 'The code is invalid, expired or was used before.', consumption.outcome)
}

async function recordReuse({ userId }: AuthorizationCode, { clientId }: Client, context: Context): Promise<void> {
  context.log.warn('authorization_code_reused', { clientId, userId })
  await context.audit({ type: 'authorization_code_reused', clientId, subject: { kind: 'user', id: userId } })
}
