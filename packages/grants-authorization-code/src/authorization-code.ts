// The authorization code grant with PKCE (S256), and the response type `code` that it redeems. https://www.rfc-editor.org/rfc/rfc6749#section-4.1,
// https://www.rfc-editor.org/rfc/rfc7636, https://openid.net/specs/openid-connect-core-1_0.html#CodeFlowAuth
import {
  authenticationTimeOf,
  checkNoOptions,
  checkStillGranted,
  define,
  digest,
  equalDigests,
  longestLifetime,
  OAuthError,
  ofUserAndClient,
  projectAudience,
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
  NoOptions,
  Refusal,
} from '@symbolon/core-protocol'
import * as v from 'valibot'

const grantType = 'authorization_code'

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
export function authorizationCode(...none: NoOptions): AnyGrant {
  checkNoOptions('authorizationCode', none)
  return define({
    kind: 'grant',
    name: 'authorization code grant',
    stores: redemptionStores,
    grantType,
    clientAuthenticationMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    metadata: { code_challenge_methods_supported: ['S256'] },
    parameters,
    authorize: async ({ parameters: redemption, client }, context) => await redeemAuthorizationCode(redemption, client, context),
    refuse: refuseRedemption,
    responseTypes: [
      {
        responseType: 'code',
        defaultResponseMode: 'query',
        check: checkCodeRequest,
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
    authenticatedAt: authenticationTimeOf(session),
    amr,
    acr,
    issuedAt,
    validity: validityOf(ofUserAndClient(user, client)),
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
const redemptionStores = ['authorizationCodes', 'clients', 'issuance', 'revocations', 'users'] as const
/** A context with the stores of the authorization code grant. */
export type RedemptionContext = Context<(typeof redemptionStores)[number]>

/**
 * Decides whether the code may be redeemed. Core redeems it in the transaction that stores the tokens. A refused request redeems the code as
 * well, whatever the reason, so that an attacker cannot guess twice. https://www.rfc-editor.org/rfc/rfc9700#section-4.5
 * @throws OAuthError invalid_grant
 */
export async function redeemAuthorizationCode(
  redemption: CodeRedemption,
  client: Client,
  context: RedemptionContext,
): Promise<Authorization> {
  const redeems = { kind: 'code', digest: digest(redemption.code), clientId: client.clientId, now: context.now() } as const
  const found = await context.stores.authorizationCodes.find(redeems)
  if (found === undefined) throw unredeemable('invalid')
  const { code } = found
  const authorization = { id: code.authorizationId, client, subject: code.userId, redeems }
  if (found.redeemed) throw await refuseRedemption({ authorization, reason: 'reused' }, context)
  try {
    return { ...authorization, ...(await checkRedemption(redemption, code, client, context)), code: redemption.code }
  } catch (error) {
    throw error instanceof OAuthError ? await refuseRedemption({ authorization, reason: error }, context) : error
  }
}

/** @throws OAuthError invalid_grant */
async function checkRedemption(
  redemption: CodeRedemption,
  code: AuthorizationCode,
  client: Client,
  context: RedemptionContext,
): Promise<Pick<Authorization, 'scope' | 'audience' | 'authentication' | 'nonce' | 'claims' | 'validity'>> {
  if (redemption.redirectUri !== code.redirectUri)
    throw new OAuthError('invalid_grant', 'The redirect_uri is not that of the authorization request.')
  verifyCodeVerifier(redemption.codeVerifier, code.codeChallenge)
  // Not ended by the authorization's own id: of several redemptions at once exactly one responds with tokens, which are already invalid.
  await checkStillGranted(
    { subject: code.userId, issuedAt: code.issuedAt, validity: code.validity, endedBy: [code.sessionId] },
    client,
    context,
  )
  return {
    scope: code.scope,
    audience: projectAudience(client, code.scope, context),
    authentication: { at: code.authenticatedAt, amr: code.amr, acr: code.acr, sessionId: code.sessionId },
    nonce: code.nonce,
    claims: code.claims,
    validity: code.validity,
  }
}

/**
 * Redeems a code without tokens, or ends what was issued from a code that was redeemed before.
 * "If an authorization code is used more than once, the authorization server MUST deny the request and SHOULD revoke (when
 * possible) all tokens previously issued based on that authorization code." https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2
 */
async function refuseRedemption({ authorization, reason }: Refusal, context: RedemptionContext): Promise<OAuthError> {
  const { redeems } = authorization
  const burnt = reason instanceof OAuthError && redeems !== undefined ? await context.stores.issuance.commit({ redeems }) : reason
  if (burnt === 'reused') await endAuthorization(authorization, context)
  return burnt === 'issued' && reason instanceof OAuthError ? reason : unredeemable(String(burnt))
}

/** The id is revoked rather than the tokens, so that everything that was issued from the code ends. */
async function endAuthorization({ id, client, subject }: Refusal['authorization'], context: RedemptionContext): Promise<void> {
  const [ended] = await context.stores.revocations.add([id], context.now() + longestLifetime(context) * 1000)
  // Recorded once: a client may send the same code without end.
  if (ended !== undefined) await recordReuse(subject, client, context)
}

function unredeemable(reason: string): OAuthError {
  return new OAuthError('invalid_grant', 'The code is invalid, expired or was used before.', reason)
}

async function recordReuse(userId: string, { clientId }: Client, context: Context): Promise<void> {
  context.log.warn('authorization_code_reused', { clientId, userId })
  await context.audit({ type: 'authorization_code_reused', clientId, subject: { kind: 'user', id: userId } })
}

/**
 * A client that may not redeem codes learns it before its user signs in (https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1). A client that
 * cannot authenticate has nothing but the challenge that ties the code to it (https://www.rfc-editor.org/rfc/rfc9700#section-2.1.1).
 * @throws OAuthError unauthorized_client, invalid_request
 */
export function checkCodeRequest(request: AuthorizationRequest, client: Client): void {
  if (!client.grantTypes.includes(grantType))
    throw new OAuthError('unauthorized_client', 'The client may not use the authorization code grant.')
  if (client.authenticationMethod === 'none' && request.codeChallenge === undefined) {
    throw new OAuthError('invalid_request', 'A public client must send a code_challenge.')
  }
}

/**
 * https://www.rfc-editor.org/rfc/rfc7636#section-4.6. A verifier without a challenge is rejected too: an attacker has removed the
 * challenge from the request. https://www.rfc-editor.org/rfc/rfc9700#section-4.8.2
 * @throws OAuthError invalid_grant
 */
export function verifyCodeVerifier(codeVerifier: string | undefined, codeChallenge: string | undefined): void {
  if (codeVerifier === undefined && codeChallenge === undefined) return
  if (codeVerifier === undefined) throw new OAuthError('invalid_grant', 'The code_verifier is missing.')
  if (codeChallenge === undefined) throw new OAuthError('invalid_grant', 'No code_challenge was sent with the authorization request.')
  if (!equalDigests(digest(codeVerifier), codeChallenge)) throw new OAuthError('invalid_grant', 'The code_verifier does not match.')
}
