// Turns an authorization into tokens. No grant and no endpoint makes an access token, an ID token or a token response by itself.
// https://openid.net/specs/openid-connect-core-1_0.html#TokenResponse, https://www.rfc-editor.org/rfc/rfc6749#section-5.1
import { heldScopes } from '../claims/role-claims.ts'
import { asksForReservedClaims, reservedClaims } from '../claims/reserved-claims.ts'
import type { ReservedClaimsRequest } from '../claims/reserved-claims.ts'
import type { Claims } from '../ports/claims.ts'
import type { Context } from '../contract/context.ts'
import type { Refusal, TokenKind } from '../contract/grant.ts'
import { asksForOwnClaims, ownClaims } from '../claims/define-claims.ts'
import { OAuthError } from '../errors/oauth-error.ts'
import type { Authorization, Holders, RequestedToken, TokenSelection } from '../ports/authorization.ts'
import type { Issuance } from '../ports/issuance.ts'
import type { User } from '../ports/user.ts'
import { admittedScopes } from '../scope/define-scope.ts'
import { belongsTo, demandedOrganization } from '../scope/restricting-scopes.ts'
import { makeAccessToken } from './access-token.ts'
import { withoutForbiddenApi } from './audience.ts'
import { ofClient, ofUser, uniteHolders, validityOf } from './validity.ts'
import { issueIdToken } from './id-token.ts'

/** The stores that `issueTokens` reads and writes. `accessTokens` holds what `issuance` stores, and its expired rows are removed. */
export const issuingStores = ['accessTokens', 'issuance', 'userGrants', 'userMetadata', 'users'] as const
/** A context with the stores of `issueTokens`. */
export type IssuingContext = Context<(typeof issuingStores)[number]>

/** The members of a successful token response, or of an authorization response that carries tokens. */
export interface TokenResponse {
  readonly access_token?: string
  /** `N_A` if the value of `access_token` is not an access token. https://www.rfc-editor.org/rfc/rfc8693#section-2.2.1 */
  readonly token_type?: 'Bearer' | 'N_A'
  readonly issued_token_type?: string
  /** Seconds. */
  readonly expires_in?: number
  readonly id_token?: string
  readonly refresh_token?: string
  readonly scope: string
}

/** What a grant declares as `refuse`, with its context. */
type Refuse = (refusal: Refusal) => Promise<OAuthError>

/**
 * Makes the tokens, and then, in one transaction, redeems what was presented and stores them. So a client that gets no tokens has redeemed
 * nothing, unless the grant says otherwise.
 * @param selection which tokens the answer carries; an ID token is left out unless `openid` was granted
 * @param refuse says what becomes of an authorization that redeems something and gets no tokens
 * @throws OAuthError invalid_grant when the subject may not have tokens any more, or what was presented cannot be redeemed
 */
export async function issueTokens(
  asked: Authorization,
  selection: TokenSelection,
  context: IssuingContext,
  refuse: Refuse = refused,
): Promise<TokenResponse> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const { response, issuance } = await makeTokens(asked, selection, context).catch(async (error: unknown) => {
      throw error instanceof OAuthError && asked.redeems !== undefined ? await refuse({ authorization: asked, reason: error }) : error
    })
    const outcome = await context.stores.issuance.commit(issuance)
    if (outcome === 'issued' || outcome === 'repeated') return response
    // A number is taken if another process drew it in the same millisecond, or this one before its clock was set back.
    if (outcome !== 'taken') throw await refuse({ authorization: asked, reason: outcome })
  }
  throw new Error(`The storage refused ${mostTries} numbers of access tokens in a row.`)
}

/** Numbers are drawn at random, so one that is free is found at once or at the second try. */
const mostTries = 10

const refused: Refuse = async ({ reason }) =>
  reason instanceof OAuthError ? reason : new OAuthError('invalid_grant', 'The grant is invalid, expired or was used before.', reason)

/** Tokens that are signed and not stored yet. */
interface MadeTokens {
  readonly response: TokenResponse
  readonly issuance: Issuance
}

/** @throws OAuthError invalid_grant when the subject may not have tokens any more */
async function makeTokens(asked: Authorization, selection: TokenSelection, context: IssuingContext): Promise<MadeTokens> {
  const { redeems } = asked
  const redeemed: Issuance = redeems === undefined ? {} : { redeems }
  const allowed = withoutForbiddenApi(asked, asked.client, context.vendor)
  const met = withOfflineEnd(withoutUnmetScopes(allowed, selection, context), context)
  const subject = subjectOf(met, context)
  await checkOrganization(met, subject, context)
  const validity = met.validity ?? validityOf(await holdersNow(met, subject, context))
  const held = await heldScopes(met.subject, met, context)
  const authorization = { ...met, validity, scope: await admittedScopes(held, met.client, subject.user, context) }
  const { requestedToken } = authorization
  if (requestedToken?.format === 'id_token')
    return { response: await issueIdTokenAlone(authorization, requestedToken, subject, context), issuance: redeemed }
  const accessToken = selection.includes('access_token') ? await makeAccessToken(authorization, subject, context) : undefined
  const idToken =
    selection.includes('id_token') && authorization.scope.includes('openid')
      ? await issueIdToken(authorization, accessToken?.token, subject, context)
      : undefined
  // A refresh token keeps every requested scope. A role or scope that the user does not have today may be granted later.
  const first =
    selection.includes('refresh_token') && authorization.refreshToken === undefined ? makeByKind({ ...met, validity }, context) : undefined
  const refreshToken = selection.includes('refresh_token') ? (authorization.refreshToken ?? first?.token) : undefined
  const response: TokenResponse = {
    ...(accessToken === undefined ? {} : { access_token: accessToken.token, token_type: 'Bearer', expires_in: accessToken.expiresIn }),
    ...(requestedToken === undefined ? {} : { issued_token_type: requestedToken.type }),
    ...(idToken === undefined ? {} : { id_token: idToken.token }),
    ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
    scope: authorization.scope.join(' '),
  }
  const issuance: Issuance = {
    ...redeemed,
    ...(accessToken?.row === undefined ? {} : { accessToken: accessToken.row }),
    ...(first === undefined ? {} : { refreshToken: first.row }),
  }
  return { response, issuance }
}

/**
 * "The security token issued by the authorization server in response to the token exchange request. The access_token parameter
 * from Section 5.1 of RFC 6749 is used here to carry the requested token". https://www.rfc-editor.org/rfc/rfc8693#section-2.2.1
 */
async function issueIdTokenAlone(
  authorization: Authorization,
  { type }: RequestedToken,
  subject: Subject,
  context: SubjectContext,
): Promise<TokenResponse> {
  const { token, expiresIn } = await issueIdToken(authorization, undefined, subject, context)
  return { access_token: token, token_type: 'N_A', issued_token_type: type, expires_in: expiresIn, scope: authorization.scope.join(' ') }
}

/**
 * A scope that asks for a token which the client does not get is not granted, and the answer says so.
 * https://openid.net/specs/openid-connect-core-1_0.html#OfflineAccess: it is ignored where no code is returned.
 */
function withoutUnmetScopes(authorization: Authorization, selection: TokenSelection, { registry }: Context): Authorization {
  const unmet = [...registry.tokenKinds.values()].filter(
    ({ member, admits }) => !selection.includes(member) || !admits(authorization.client),
  )
  return { ...authorization, scope: authorization.scope.filter((scope) => !unmet.some((kind) => kind.scope === scope)) }
}

/** How long the refresh tokens of the authorization live: known from its beginning, and never longer for what comes of it. */
function withOfflineEnd(authorization: Authorization, { lifetimes, now, registry }: Context): Authorization {
  const isOffline = [...registry.tokenKinds.values()].some(({ scope }) => authorization.scope.includes(scope))
  if (!isOffline) return authorization
  return { ...authorization, offlineUntil: authorization.offlineUntil ?? now() + lifetimes.refreshToken * 1000 }
}

async function holdersNow({ client, actor }: Authorization, subject: Subject, { stores }: Context<'users'>): Promise<Holders> {
  const acting = actor === undefined ? undefined : await stores.users.findActive(actor.sub)
  return uniteHolders(ofUser(await subject.user()), ofClient(client), acting === undefined ? {} : ofUser(acting))
}

/**
 * Checked for every grant, at the end of the flow: a token about a user of another organization is never issued. GHSA-g2pf-ww5m-2r9m
 * describes a flow that checked too early.
 */
async function checkOrganization({ scope }: Authorization, subject: Subject, { vendor }: Context): Promise<void> {
  const demanded = demandedOrganization(scope, vendor)
  if (demanded === undefined || belongsTo(await subject.user(), demanded)) return
  throw new OAuthError('invalid_grant', 'The user is not of the organization that the scope demands.')
}

/** Refresh tokens are the business of whichever part declares the kind; without one there are none. */
function makeByKind(authorization: Authorization, context: Context): ReturnType<TokenKind['make']> | undefined {
  const kind = context.registry.tokenKinds.get('refresh_token')
  return kind !== undefined && authorization.scope.includes(kind.scope) ? kind.make(authorization) : undefined
}

/** A context with the stores that claims about a user are read from. */
export type SubjectContext = Context<'userGrants' | 'userMetadata' | 'users'>

/** The user that the tokens are about. Read at most once, and only if more than the id is needed. */
export interface Subject {
  /** @throws OAuthError invalid_grant when the user no longer exists */
  user(): Promise<User>
  /** The claims of a token of the authorization beyond the standard ones. */
  reservedClaims(authorization: Authorization, place: ReservedClaimsRequest['place']): Promise<Claims>
}

/** @returns the subject of the authorization, which is read when it is first asked for */
export function subjectOf({ subject }: Authorization, context: SubjectContext): Subject {
  let reading: Promise<User> | undefined
  const user = (): Promise<User> => (reading ??= findUser(subject, context))
  return {
    user,
    async reservedClaims({ scope, audience, client, claims }, place) {
      const request = { place, scope, audience, client }
      const own = { ...request, names: place === 'id_token' ? Object.keys(claims?.id_token ?? {}) : [] }
      const reserved = asksForReservedClaims(request, context.vendor) ? await reservedClaims(await user(), request, context) : {}
      return asksForOwnClaims(own, context) ? { ...(await ownClaims(await user(), own, context)), ...reserved } : reserved
    },
  }
}

async function findUser(id: string, { stores }: Context<'users'>): Promise<User> {
  const user = await stores.users.findActive(id)
  if (user === undefined) throw new OAuthError('invalid_grant', 'The user is not active.')
  return user
}
