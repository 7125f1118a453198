// Verifies subject and actor tokens by their types. Each type has its own verification, so that a token that is presented as another type
// is refused. https://www.rfc-editor.org/rfc/rfc8725#section-3.12
import {
  InvalidJwt,
  ofUser,
  readReservedScope,
  restrictingScopes,
  shownAudience,
  stillHeldBy,
  uniteHolders,
  verifyAccessToken,
  verifyAssertion,
  verifyIdToken,
  ofUserAndClient,
} from '@symbolon/core-protocol'
import type { Client, User, VerifiedAccessToken } from '@symbolon/core-protocol'
import type { ExchangeContext } from './exchange-context.ts'
import { noOrigin, uniteOrigins } from './origin.ts'
import { exchangeHolders } from './exchange-holders.ts'
import type { PresentedToken } from './presented-token.ts'
import type { SubjectTokenType } from './token-types.ts'

/** The role in which a token is presented. */
export type PresentedAs = 'subject' | 'actor'

/** @returns undefined for an invalid token, and for a token that the client may not exchange */
export async function verifyPresentedToken(
  token: string,
  type: SubjectTokenType,
  as: PresentedAs,
  client: Client,
  context: ExchangeContext,
): Promise<PresentedToken | undefined> {
  switch (type) {
    case 'access_token':
      return await presentedAccessToken(token, as, client, context)
    case 'id_token':
      return await presentedIdToken(token, client, context)
    case 'jwt':
      return await signedSubject(token, client, context)
    case 'user_id':
      return named(await context.stores.users.findActive(token))
  }
}

async function presentedAccessToken(
  token: string,
  as: PresentedAs,
  client: Client,
  context: ExchangeContext,
): Promise<PresentedToken | undefined> {
  const verified = await verifyAccessToken(token, context)
  if (verified === undefined) return undefined
  const { user, actor, authentication, expiresAt, offlineUntil, origin, holders } = verified
  const shared = {
    user,
    holders,
    scope: carriedScope(verified, client, context.vendor),
    restrictions: restrictingScopes(verified.scope, context.vendor),
    ...(actor === undefined ? {} : { actor }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(offlineUntil === undefined ? {} : { offlineUntil }),
  }
  if (verified.client === undefined) {
    // A personal access token is not issued to a client. Any API of the instance may accept it, so any client may exchange it. Its
    // authentication is that of its creation.
    return {
      ...shared,
      audience: [...verified.audience, ...namesOf(client)],
      authentication: { at: verified.issuedAt, amr: [], acr: '1' },
      origin: { ...noOrigin, personalAccessTokens: [verified.id] },
    }
  }
  if (!isEntitled(client, verified, as)) return undefined
  const sessions = verified.sessionId === undefined ? [] : [verified.sessionId]
  // An exchange may ask for one client of the project, so it needs their ids.
  const audience = await shownAudience({ ...verified, client: verified.client }, context)
  const own = { ...noOrigin, tokens: [verified.id], sessions, clients: [verified.client.clientId] }
  return { ...shared, audience, ...(authentication === undefined ? {} : { authentication }), origin: uniteOrigins(own, origin) }
}

/**
 * A client may exchange only tokens that are intended for it. Otherwise a token that leaks from one application grants access to all others.
 * https://www.rfc-editor.org/rfc/rfc8693#section-5, https://github.com/advisories/GHSA-vrh8-c9cm-wh8v A service user that acts may present
 * a token that is intended only for itself.
 */
function isEntitled(client: Client, { audience, issuedAt, client: issuedTo, user }: VerifiedAccessToken, as: PresentedAs): boolean {
  // A client that was created again under an id in the audience is a different client.
  if (client.clientId !== issuedTo?.clientId && client.createdAt > issuedAt) return false
  if (namesOf(client).some((name) => audience.includes(name))) return true
  return as === 'actor' && issuedTo?.kind === 'service_user' && audience.every((each) => each === user.id)
}

function namesOf({ clientId, projectId }: Client): readonly string[] {
  return projectId === undefined ? [clientId] : [clientId, projectId]
}

/**
 * An ID token of this issuer for this client. Its user is active, and its session has not ended.
 * https://openid.net/specs/openid-connect-core-1_0.html#IDToken
 */
async function presentedIdToken(token: string, client: Client, context: ExchangeContext): Promise<PresentedToken | undefined> {
  const verified = await unlessInvalid(verifyIdToken(token, 'enforced', context))
  if (verified === undefined || verified.clientId !== client.clientId) return undefined
  const { id, issuedAt, validity, subject, sessionId, actor, authentication, origin: earlier, expiresAt, restrictions } = verified
  if (id === undefined || issuedAt === undefined) return undefined
  const user = await context.stores.users.findActive(subject)
  if (user === undefined) return undefined
  const own = { ...noOrigin, tokens: [id], sessions: sessionId === undefined ? [] : [sessionId] }
  const origin = uniteOrigins(own, earlier)
  const further = await exchangeHolders({ origin, actor, authentication, subject: user }, context)
  if (further === undefined) return undefined
  const holders = uniteHolders(ofUserAndClient(user, client), further)
  if (!stillHeldBy(holders, { validity, issuedAt })) return undefined
  return {
    user,
    holders,
    scope: [],
    restrictions,
    audience: [client.clientId],
    ...(actor === undefined ? {} : { actor }),
    ...(authentication === undefined ? {} : { authentication }),
    expiresAt,
    origin,
  }
}

/** "JWT signed by the client": the user in `sub`. Only the client asserts its other claims, `act` included. */
async function signedSubject(token: string, client: Client, context: ExchangeContext): Promise<PresentedToken | undefined> {
  const assertion = await unlessInvalid(verifyAssertion(token, client, 'subject', context))
  if (assertion === undefined) return undefined
  const presented = named(await context.stores.users.findActive(assertion.subject))
  return presented === undefined || assertion.use === undefined ? presented : { ...presented, use: assertion.use }
}

/** A user that an id identifies, without proof. The actor needs the right to act for the user. */
function named(user: User | undefined): PresentedToken | undefined {
  return user === undefined ? undefined : { user, holders: ofUser(user), scope: [], restrictions: [], audience: [], origin: noOrigin }
}

async function unlessInvalid<T>(verification: Promise<T>): Promise<T | undefined> {
  try {
    return await verification
  } catch (error) {
    if (error instanceof InvalidJwt) return undefined
    throw error
  }
}

/**
 * A scope that names a role means a role of the project of the app that the token was issued to. For an app of another project it would
 * name a role of that project, which was not granted. https://github.com/advisories/GHSA-vrh8-c9cm-wh8v
 */
function carriedScope({ scope, client: issuedTo }: VerifiedAccessToken, client: Client, vendor: string): readonly string[] {
  if (issuedTo?.projectId === undefined || issuedTo.projectId === client.projectId) return scope
  return scope.filter((each) => readReservedScope(each, vendor)?.kind !== 'role')
}
