// Turns an authorization into tokens. No grant and no endpoint makes an access token, an ID token or a token response by itself.
// https://openid.net/specs/openid-connect-core-1_0.html#TokenResponse, https://www.rfc-editor.org/rfc/rfc6749#section-5.1
import { heldScopes } from '../claims/held-scopes.ts'
import { assertionReplayed } from '../client-authentication/authenticate-client.ts'
import type { Context } from '../contract/context.ts'
import type { Refusal, TokenKind } from '../contract/grant.ts'
import { OAuthError } from '../errors/oauth-error.ts'
import type { Authorization, Holders, RequestedToken, TokenSelection } from '../ports/authorization.ts'
import type { Issuance } from '../ports/issuance.ts'
import { admittedScopes } from '../scope/define-scope.ts'
import { belongsTo, demandedOrganization } from '../scope/restricting-scopes.ts'
import { makeAccessToken } from './access-token.ts'
import type { NewAccessToken } from './access-token.ts'
import { withinBoundary } from './boundary.ts'
import { ofUser, ofUserAndClient, uniteHolders, validityOf } from './validity.ts'
import { issueIdToken } from './id-token.ts'
import { subjectOf } from './subject.ts'
import type { Subject, SubjectContext } from './subject.ts'

/** The stores that `issueTokens` reads and writes. `accessTokens` holds what `issuance` stores, and its expired rows are removed. */
export const issuingStores = ['accessTokens', 'clients', 'issuance', 'userGrants', 'userMetadata', 'users'] as const
/** A context with the stores of `issueTokens`. */
export type IssuingContext = Context<(typeof issuingStores)[number]>

/** The members of a successful token response, or of an authorization response that carries tokens. Undefined ones are left out. */
export interface TokenResponse {
  readonly access_token?: string | undefined
  /** `N_A` if the value of `access_token` is not an access token. https://www.rfc-editor.org/rfc/rfc8693#section-2.2.1 */
  readonly token_type?: 'Bearer' | 'N_A' | undefined
  readonly issued_token_type?: string | undefined
  /** Seconds. */
  readonly expires_in?: number | undefined
  readonly id_token?: string | undefined
  readonly refresh_token?: string | undefined
  readonly scope: string
}

/** What a grant declares as `refuse`, with its context. */
type Refuse = (refusal: Refusal) => Promise<OAuthError>

/**
 * Makes the tokens, and then, in one transaction, redeems what was presented and stores them. So a client that gets no tokens has redeemed
 * nothing, unless the grant says otherwise.
 * @param selection which tokens the answer carries; an ID token is left out unless `openid` was granted
 * @param refuse says what becomes of an authorization that redeems something and gets no tokens
 * @throws OAuthError invalid_grant when the subject may not have tokens any more, or what was presented cannot be redeemed; invalid_client when
 *   the assertion authenticated the client before
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
    if (outcome === `replayed ${asked.clientAssertion?.id}`) throw assertionReplayed()
    // A number is taken if another process drew it in the same millisecond, or this one before its clock was set back.
    if (outcome !== 'taken') throw await refuse({ authorization: asked, reason: outcome })
  }
  throw new Error(`The storage refused ${mostTries} numbers of access tokens in a row.`)
}

/** Numbers are drawn at random, so one that is free is found at once or at the second try. */
const mostTries = 10

const refused: Refuse = async ({ reason }) =>
  reason instanceof OAuthError ? reason : new OAuthError('invalid_grant', 'The grant is invalid, expired or was used before.', reason)

/** The refresh token of a response. It has a row only if it is the first of its family. */
type AnsweredRefreshToken = Omit<ReturnType<TokenKind['make']>, 'row'> & Partial<ReturnType<TokenKind['make']>>

/** Tokens that are signed and not stored yet. */
interface MadeTokens {
  readonly response: TokenResponse
  readonly issuance: Issuance
}

/** @throws OAuthError invalid_grant when the subject may not have tokens any more */
async function makeTokens(asked: Authorization, selection: TokenSelection, context: IssuingContext): Promise<MadeTokens> {
  const subject = subjectOf(asked, context)
  const allowed = await withinBoundary(asked, asked.client, subject.user, context)
  const offered = withOfflineEnd(withoutUnmetScopes(allowed, selection, context), context)
  const authorization = await withValidity(offered, subject, context)
  const { scope, ofClient } = await scopesNow(authorization, subject, context)
  const granted = { ...authorization, scope }
  if (granted.requestedToken?.format === 'id_token') return await issueIdTokenAlone(granted, granted.requestedToken, subject, context)
  // A refresh token keeps every requested scope. A role or scope that the user does not have today may be granted later.
  const refreshToken = selection.includes('refresh_token') ? refreshTokenOf(authorization, context) : undefined
  const accessToken = selection.includes('access_token') ? await makeAccessToken(granted, subject, context) : undefined
  const idToken =
    selection.includes('id_token') && scope.includes('openid')
      ? await issueIdToken(ofClient === scope ? granted : { ...authorization, scope: ofClient }, accessToken?.token, subject, context)
      : undefined
  return answeredWith(granted, accessToken, idToken?.token, refreshToken)
}

/** Undefined members of the response are left out of the JSON. */
function answeredWith(
  { redeems, requestedToken, scope, ...presented }: Authorization,
  accessToken: NewAccessToken | undefined,
  idToken: string | undefined,
  refreshToken: AnsweredRefreshToken | undefined,
): MadeTokens {
  return {
    response: {
      access_token: accessToken?.token,
      token_type: accessToken === undefined ? undefined : 'Bearer',
      issued_token_type: requestedToken?.type,
      expires_in: accessToken?.expiresIn,
      id_token: idToken,
      refresh_token: refreshToken?.token,
      scope: scope.join(' '),
    },
    issuance: { redeems, uses: usesOf(presented), accessToken: accessToken?.row, refreshToken: refreshToken?.row },
  }
}

/** @throws TypeError for a grant that returns what the storage would refuse as a use that happened before */
function usesOf({ uses = [], clientAssertion }: Pick<Authorization, 'uses' | 'clientAssertion'>): Issuance['uses'] {
  const all = clientAssertion === undefined ? uses : [clientAssertion, ...uses]
  const isSound = new Set(all.map(({ id }) => id)).size === all.length && all.every(({ expiresAt }) => Number.isSafeInteger(expiresAt))
  if (!isSound) throw new TypeError('A grant returned a use twice, or with a time that is not a whole number of milliseconds.')
  return all
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
): Promise<MadeTokens> {
  const { token, expiresIn } = await issueIdToken(authorization, undefined, subject, context)
  const scope = authorization.scope.join(' ')
  const response = { access_token: token, token_type: 'N_A', issued_token_type: type, expires_in: expiresIn, scope } as const
  return { response, issuance: { redeems: authorization.redeems, uses: usesOf(authorization) } }
}

/**
 * A scope that asks for a token which the client does not get is not granted, and the answer says so.
 * https://openid.net/specs/openid-connect-core-1_0.html#OfflineAccess: it is ignored where no code is returned.
 */
function withoutUnmetScopes(authorization: Authorization, selection: TokenSelection, { registry }: Context): Authorization {
  const { client, scope } = authorization
  const asked = [...registry.tokenKinds.values()].filter((kind) => scope.includes(kind.scope))
  const unmet = asked.filter(({ member, admits }) => !selection.includes(member) || !admits(client))
  if (unmet.length === 0) return authorization
  return { ...authorization, scope: scope.filter((each) => !unmet.some((kind) => kind.scope === each)) }
}

/** How long the refresh tokens of the authorization live: known from its beginning, and never longer for what comes of it. */
function withOfflineEnd(authorization: Authorization, { lifetimes, now, registry }: Context): Authorization {
  const isOffline = [...registry.tokenKinds.values()].some(({ scope }) => authorization.scope.includes(scope))
  if (!isOffline) return authorization
  return { ...authorization, offlineUntil: authorization.offlineUntil ?? now() + lifetimes.refreshToken * 1000 }
}

/**
 * @returns the authorization of a subject that may have tokens, with what ends them
 * @throws OAuthError invalid_grant
 */
async function withValidity(authorization: Authorization, subject: Subject, context: Context<'users'>): Promise<Authorization> {
  await checkOrganization(authorization, subject, context)
  if (authorization.validity !== undefined) return authorization
  return { ...authorization, validity: validityOf(await holdersNow(authorization, subject, context)) }
}

async function holdersNow({ client, actor }: Authorization, subject: Subject, { stores }: Context<'users'>): Promise<Holders> {
  const [user, acting] = await Promise.all([subject.user(), actor === undefined ? undefined : stores.users.findActive(actor.sub)])
  return uniteHolders(ofUserAndClient(user, client), acting === undefined ? undefined : ofUser(acting))
}

/** What is granted now. */
interface ScopesNow {
  /** The scope without what the subject does not have: roles, and scopes of the host that do not admit it. */
  readonly scope: readonly string[]
  /** As the ID token needs it, which is for the client alone: a role that another project in the audience does not know is a role there. */
  readonly ofClient: readonly string[]
}

async function scopesNow(authorization: Authorization, subject: Subject, context: Context<'clients' | 'userGrants'>): Promise<ScopesNow> {
  const ofClient = await admittedScopes(authorization.scope, authorization.client, subject.user, context)
  const scope = await heldScopes(authorization.subject, { ...authorization, scope: ofClient }, context)
  return { scope, ofClient }
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

/**
 * Refresh tokens are the business of whichever part declares the kind; without one there are none.
 * @returns the one that is answered
 */
function refreshTokenOf(authorization: Authorization, { registry }: Context): AnsweredRefreshToken | undefined {
  if (authorization.refreshToken !== undefined) return { token: authorization.refreshToken }
  const kind = registry.tokenKinds.get('refresh_token')
  return kind !== undefined && authorization.scope.includes(kind.scope) ? kind.make(authorization) : undefined
}
