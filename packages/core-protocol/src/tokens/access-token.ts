// Makes access tokens. Opaque ones name their row and carry a secret, see access-token-text.ts; JWTs follow RFC 9068.
import { claimsForProjects } from '../claims/held-scopes.ts'
import { userClaimNames } from '../claims/user-claims.ts'
import type { Claims } from '../ports/claims.ts'
import type { Context } from '../contract/context.ts'
import { ownClaimNames } from '../claims/define-claims.ts'
import { digest } from '../crypto/digest.ts'
import { signJwt } from '../keys/sign-jwt.ts'
import { allKnown } from '../memory/awaitable.ts'
import type { Awaitable } from '../memory/awaitable.ts'
import type { AccessToken } from '../ports/access-token.ts'
import type { Authorization } from '../ports/authorization.ts'
import type { Client } from '../ports/client.ts'
import type { Subject } from './subject.ts'
import { opaqueAccessTokenText } from './access-token-text.ts'
import { shownAudience } from './audience.ts'
import { authenticationClaims, originClaim, tokenId } from './token-claims.ts'

/**
 * `typ` of JWT access tokens: `at+jwt`, https://www.rfc-editor.org/rfc/rfc9068#section-2.1. Some resource servers take `JWT` alone:
 * Spring Security's default is one. In addition to `typ`, `client_id` distinguishes an access token from an ID token, which has none.
 */
export const accessTokenTypes: readonly Client['accessTokenTyp'][] = ['at+jwt', 'JWT']

/** An access token that is to be issued. */
export interface NewAccessToken {
  readonly token: string
  /** Seconds. */
  readonly expiresIn: number
  /** What has to be stored before the token is answered; absent for a JWT. */
  readonly row?: AccessToken
}

/** Makes an access token in the format that the client or the request asks for. */
export function makeAccessToken(authorization: Authorization, subject: Subject, context: Context<'clients'>): Awaitable<NewAccessToken> {
  const expiresIn = lifetimeOf(authorization, context.lifetimes.accessToken, context)
  return (authorization.requestedToken?.format ?? authorization.client.accessTokenFormat) === 'jwt'
    ? signAccessToken(authorization, subject, expiresIn, context).then((token) => ({ token, expiresIn }))
    : makeOpaque(authorization, expiresIn, context)
}

/** @returns how long a token that is issued now may live, in seconds: as long as usual, or until what it was exchanged for ends */
export function lifetimeOf({ endsAt }: Authorization, usual: number, { now }: Pick<Context, 'now'>): number {
  return endsAt === undefined ? usual : Math.min(usual, Math.floor((endsAt - now()) / 1000))
}

function makeOpaque(authorization: Authorization, expiresIn: number, context: Context): NewAccessToken {
  const number = context.accessTokenNumber()
  const secret = context.randomToken()
  const issuedAt = context.now()
  const { authentication, actor, origin, offlineUntil } = authorization
  const userinfoClaims = userinfoClaimNames(authorization, context)
  const row: AccessToken = {
    number,
    digest: digest(secret),
    id: tokenId(authorization, issuedAt, context),
    authorizationId: authorization.id,
    clientId: authorization.client.clientId,
    subject: authorization.subject,
    sessionId: authentication?.sessionId,
    scope: authorization.scope,
    audience: authorization.audience,
    userinfoClaims: userinfoClaims.length === 0 ? undefined : userinfoClaims,
    actor,
    authentication: authentication === undefined ? undefined : { at: authentication.at, amr: authentication.amr, acr: authentication.acr },
    origin,
    offlineUntil,
    issuedAt,
    expiresAt: issuedAt + expiresIn * 1000,
  }
  return { token: opaqueAccessTokenText({ number, secret }), expiresIn, row }
}

/** https://www.rfc-editor.org/rfc/rfc9068#section-2.2 */
async function signAccessToken(
  authorization: Authorization,
  subject: Subject,
  expiresIn: number,
  context: Context<'clients'>,
): Promise<string> {
  const { accessTokenSigningAlg, accessTokenTyp } = authorization.client
  const [claims, audience, key] = await allKnown([
    claimsOf(authorization, subject, context),
    shownAudience(authorization, context),
    context.keys.signingKey(accessTokenSigningAlg),
  ])
  const issuedAtExactly = context.now()
  const issuedAt = Math.floor(issuedAtExactly / 1000)
  const { authentication, offlineUntil } = authorization
  const userinfoClaims = userinfoClaimNames(authorization, context)
  return await signJwt(
    accessTokenTyp,
    {
      // Claims about the user come first, so that none of them can replace a claim of the protocol.
      ...claims,
      iss: context.issuer,
      sub: authorization.subject,
      aud: [...audience],
      client_id: authorization.client.clientId,
      scope: authorization.scope.join(' '),
      jti: tokenId(authorization, issuedAtExactly, context),
      iat: issuedAt,
      nbf: issuedAt,
      exp: issuedAt + expiresIn,
      sid: authentication?.sessionId,
      ...authenticationClaims(authentication),
      act: authorization.actor,
      ...originClaim(authorization.origin, context.vendor),
      [offlineUntilMember(context.vendor)]: offlineUntil === undefined ? undefined : Math.floor(offlineUntil / 1000),
      ...(userinfoClaims.length === 0 ? {} : { [userinfoClaimsMember(context.vendor)]: userinfoClaims }),
    },
    key,
  )
}

async function claimsOf(authorization: Authorization, subject: Subject, context: Context<'clients'>): Promise<Claims> {
  return await claimsForProjects(await subject.reservedClaims(authorization, 'access_token'), authorization, context)
}

/** The private claim by which a JWT access token remembers what the `claims` parameter asked of userinfo. */
export function userinfoClaimsMember(vendor: string): string {
  return `urn:${vendor}:iam:userinfo:claims`
}

/** The private claim by which a JWT access token remembers until when refresh tokens of its authorization live, seconds since the epoch. */
export function offlineUntilMember(vendor: string): string {
  return `urn:${vendor}:iam:offline_until`
}

function userinfoClaimNames(authorization: Authorization, context: Context): readonly string[] {
  if (authorization.claims === undefined) return []
  // Names that mean nothing here would only make the token longer than servers take.
  const names = Object.keys(authorization.claims.userinfo ?? {})
  return [...names.filter((name) => userClaimNames.includes(name)), ...ownClaimNames(names, context)]
}
