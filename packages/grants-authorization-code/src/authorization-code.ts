// The authorization code grant with PKCE (S256), and the response type `code` that it redeems. https://www.rfc-editor.org/rfc/rfc6749#section-4.1,
// https://www.rfc-editor.org/rfc/rfc7636, https://openid.net/specs/openid-connect-core-1_0.html#CodeFlowAuth
import {
  checkStillGranted,
  define,
  digest,
  equalDigests,
  longestLifetime,
  OAuthError,
  ofClient,
  ofUser,
  projectAudience,
  uniteHolders,
  validityOf,
} from '@symbolon/core-protocol'
import type {
  AnyGrant,
  Authorization,
  AuthorizationAnswer,
  AuthorizationCode,
  AuthorizationRequest,
  Client,
  Context,
  GrantedRequest,
} from '@symbolon/core-protocol'
import * as v from 'valibot'

const parameters = v.pipe(
  v.object({
    code: v.pipe(v.string(), v.nonEmpty()),
    redirect_uri: v.pipe(v.string(), v.nonEmpty()),
    // https://www.rfc-editor.org/rfc/rfc7636#section-4.1
    code_verifier: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9\-._~]{43,128}$/))),
  }),
  v.transform((wire) => ({ code: wire.code, redirectUri: wire.redirect_uri, codeVerifier: wire.code_verifier })),
)

/** @returns the grant `authorization_code` with the response type `code`, PKCE with S256 included */
export function authorizationCode(): AnyGrant {
  return define({
    kind: 'grant',
    name: 'authorization code grant',
    stores: redemptionStores,
    grantType: 'authorization_code',
    clientAuthenticationMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    metadata: { code_challenge_methods_supported: ['S256'] },
    parameters,
    authorize: async ({ parameters: redemption, client }, context) => await redeemAuthorizationCode(redemption, client, context),
    responseTypes: [
      {
        responseType: 'code',
        defaultResponseMode: 'query',
        check: demandCodeChallenge,
        respond: issueAuthorizationCode,
      },
    ],
  })
}

/** @returns the response parameter `code`; the code itself is not stored, its digest is */
export async function issueAuthorizationCode(
  granted: GrantedRequest,
  context: Context<'authorizationCodes'>,
): Promise<AuthorizationAnswer> {
  const { request, client, session, user, acr, amr } = granted
  const code = context.randomToken()
  const issuedAt = context.now()
  await context.stores.authorizationCodes.insert({
    digest: digest(code),
    authorizationId: context.randomToken().slice(0, 22),
    clientId: client.clientId,
    redirectUri: request.redirectUri,
    userId: session.userId,
    sessionId: session.id,
    scope: request.scope,
    ...(request.nonce === undefined ? {} : { nonce: request.nonce }),
    ...(request.codeChallenge === undefined ? {} : { codeChallenge: request.codeChallenge }),
    ...(request.claims === undefined ? {} : { claims: request.claims }),
    authenticatedAt: session.authenticatedAt,
    amr,
    acr,
    issuedAt,
    validity: validityOf(uniteHolders(ofUser(user), ofClient(client))),
    expiresAt: issuedAt + context.lifetimes.authorizationCode * 1000,
    // A reuse is recognised for as long as anything that the code gave out could live.
    rememberedUntil: issuedAt + longestLifetime(context) * 1000,
  })
  return { parameters: { code } }
}

/** The parameters of a redemption. */
export interface CodeRedemption {
  readonly code: string
  readonly redirectUri: string
  readonly codeVerifier: string | undefined
}

/** The stores that the grant reads and writes. */
export const redemptionStores = ['authorizationCodes', 'clients', 'revocations', 'users'] as const
/** A context with the stores of the authorization code grant. */
export type RedemptionContext = Context<(typeof redemptionStores)[number]>

/** @throws OAuthError invalid_grant */
export async function redeemAuthorizationCode(
  redemption: CodeRedemption,
  client: Client,
  context: RedemptionContext,
): Promise<Authorization> {
  const code = await consume(redemption.code, client, context)
  // From here on the code is burnt, whatever else is wrong: nobody gets a second guess. https://www.rfc-editor.org/rfc/rfc9700#section-4.5
  if (redemption.redirectUri !== code.redirectUri)
    throw new OAuthError('invalid_grant', 'The redirect_uri is not that of the authorization request.')
  verifyCodeVerifier(redemption.codeVerifier, code.codeChallenge)
  // Not ended by the authorization's own id: of several redemptions at once exactly one is answered with tokens, dead as they are.
  await checkStillGranted(
    { subject: code.userId, issuedAt: code.issuedAt, validity: code.validity, endedBy: [code.sessionId] },
    client,
    context,
  )
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
    const [ended] = await context.stores.revocations.add(
      [consumption.code.authorizationId],
      context.now() + longestLifetime(context) * 1000,
    )
    // Recorded once: a client may send the same code without end.
    if (ended !== undefined) await recordReuse(consumption.code, client, context)
  }
  throw new OAuthError('invalid_grant', 'The code is invalid, expired or was used before.', consumption.outcome)
}

async function recordReuse({ userId }: AuthorizationCode, { clientId }: Client, context: Context): Promise<void> {
  context.log.warn('authorization_code_reused', { clientId, userId })
  await context.audit({ type: 'authorization_code_reused', clientId, subject: { kind: 'user', id: userId } })
}

/**
 * A client that cannot authenticate has nothing else that ties the code to it.
 * https://www.rfc-editor.org/rfc/rfc9700#section-2.1.1
 * @throws OAuthError invalid_request
 */
export function demandCodeChallenge(request: AuthorizationRequest, client: Client): void {
  if (client.authenticationMethod === 'none' && request.codeChallenge === undefined) {
    throw new OAuthError('invalid_request', 'A public client must send a code_challenge.')
  }
}

/**
 * https://www.rfc-editor.org/rfc/rfc7636#section-4.6. A verifier without a challenge is refused too: somebody took the
 * challenge out of the request. https://www.rfc-editor.org/rfc/rfc9700#section-4.8.2
 * @throws OAuthError invalid_grant
 */
export function verifyCodeVerifier(codeVerifier: string | undefined, codeChallenge: string | undefined): void {
  if (codeVerifier === undefined && codeChallenge === undefined) return
  if (codeVerifier === undefined) throw new OAuthError('invalid_grant', 'The code_verifier is missing.')
  if (codeChallenge === undefined) throw new OAuthError('invalid_grant', 'No code_challenge was sent with the authorization request.')
  if (!equalDigests(digest(codeVerifier), codeChallenge)) throw new OAuthError('invalid_grant', 'The code_verifier does not match.')
}
