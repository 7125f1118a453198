// Access tokens. Opaque ones are 256 random bits behind a prefix that secret scanners recognise; JWTs follow RFC 9068.
import { SignJWT } from 'jose'
import { userClaimNames } from '../claims/user-claims.ts'
import { digest } from '../digest.ts'
import type { Context } from '../part.ts'
import type { Authorization } from './authorization.ts'
import type { Subject } from './subject.ts'

export const opaqueAccessTokenPrefix = 'symbolon_at_'
/** https://www.rfc-editor.org/rfc/rfc9068#section-2.1 */
export const accessTokenType = 'at+jwt'

/** @returns the token and its lifetime in seconds */
export async function issueAccessToken(
  authorization: Authorization,
  subject: Subject,
  context: Context<'accessTokens'>,
): Promise<{ readonly token: string, readonly expiresIn: number }> {
  const expiresIn = context.lifetimes.accessToken
  const token = authorization.client.accessTokenFormat === 'jwt'
    ? await issueJwt(authorization, subject, expiresIn, context)
    : await issueOpaque(authorization, expiresIn, context)
  return { token, expiresIn }
}

/**
 * The token's id holds the id of its authorization, so that a JWT dies with it without having a row, and the millisecond of
 * its issue: the second that `iat` tells is too coarse to set it apart from tokens of a client that was made again under its id.
 */
function tokenId(authorization: Authorization, issuedAt: number, context: Context): string {
  return `${authorization.id}.${issuedAt}.${context.randomToken()}`
}

/** @returns what the id of a token says about it; undefined when it is not of the form of ours */
export function readTokenId(tokenId: string): { readonly authorizationId: string, readonly issuedAt: number } | undefined {
  const [, authorizationId, issuedAt] = /^([^.]+)\.([0-9]{1,16})\.[^.]+$/.exec(tokenId) ?? []
  return authorizationId === undefined ? undefined : { authorizationId, issuedAt: Number(issuedAt) }
}

async function issueOpaque(authorization: Authorization, expiresIn: number, context: Context<'accessTokens'>): Promise<string> {
  const token = opaqueAccessTokenPrefix + context.randomToken()
  const issuedAt = context.now()
  const sessionId = authorization.authentication?.sessionId
  const userinfoClaims = userinfoClaimNames(authorization)
  await context.stores.accessTokens.insert({
    id: tokenId(authorization, issuedAt, context),
    digest: digest(token),
    authorizationId: authorization.id,
    clientId: authorization.client.clientId,
    subject: authorization.subject,
    scope: authorization.scope,
    audience: authorization.audience,
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(userinfoClaims.length === 0 ? {} : { userinfoClaims }),
    ...(authorization.actor === undefined ? {} : { actor: authorization.actor }),
    issuedAt,
    expiresAt: issuedAt + expiresIn * 1000,
  })
  return token
}

/** https://www.rfc-editor.org/rfc/rfc9068#section-2.2 */
async function issueJwt(authorization: Authorization, subject: Subject, expiresIn: number, context: Context): Promise<string> {
  const { kid, algorithm, key } = await context.keys.signingKey(authorization.client.accessTokenSigningAlg)
  const issuedAtExactly = context.now()
  const issuedAt = Math.floor(issuedAtExactly / 1000)
  const userinfoClaims = userinfoClaimNames(authorization)
  return await new SignJWT({
    // Claims about the user first: none of them can take the place of a claim of the protocol.
    ...await subject.reservedClaims(authorization, 'access_token'),
    iss: context.issuer,
    sub: authorization.subject,
    aud: [...authorization.audience],
    client_id: authorization.client.clientId,
    scope: authorization.scope.join(' '),
    jti: tokenId(authorization, issuedAtExactly, context),
    iat: issuedAt,
    nbf: issuedAt,
    exp: issuedAt + expiresIn,
    sid: authorization.authentication?.sessionId,
    act: authorization.actor,
    ...(userinfoClaims.length === 0 ? {} : { [userinfoClaimsMember(context.vendor)]: userinfoClaims }),
  }).setProtectedHeader({ alg: algorithm, kid, typ: accessTokenType }).sign(key)
}

/** The private claim by which a JWT access token remembers what the `claims` parameter asked of userinfo. */
export function userinfoClaimsMember(vendor: string): string {
  return `urn:${vendor}:iam:userinfo:claims`
}

function userinfoClaimNames(authorization: Authorization): readonly string[] {
  // Names that mean nothing here would only make the token longer than servers take.
  return Object.keys(authorization.claims?.userinfo ?? {}).filter((name) => userClaimNames.includes(name))
}
