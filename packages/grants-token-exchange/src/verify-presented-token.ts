// Verifies subject and actor tokens by their types. Each type has a verification of its own, so that a token presented as another type is
// refused. https://www.rfc-editor.org/rfc/rfc8725#section-3.12
import {
  InvalidJwt,
  ofClient,
  ofUser,
  readReservedScope,
  restrictingScopes,
  stillHeldBy,
  uniteHolders,
  verifyAccessToken,
  verifyAssertion,
  verifyIdToken,
} from '@symbolon/core-protocol'
import type { Actor, Authorization, Client, Holders, User, VerifiedAccessToken } from '@symbolon/core-protocol'
import type { ExchangeContext } from './authorize-exchange.ts'
import { exchangeHolders, noOrigin, uniteOrigins } from './origin.ts'
import type { ExchangeOrigin } from './origin.ts'
import type { SubjectTokenType } from './token-types.ts'

/** The role in which a token is presented. */
export type PresentedAs = 'subject' | 'actor'

/** @returns undefined for a token that does not count, or that the client is not entitled to */
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
      return named(await signedSubject(token, client, context))
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
  const { user, audience, actor, authentication, expiresAt, offlineUntil, origin, holders } = verified
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
    // A personal access token is issued for no client: any API of the instance may take it, and so may the one that asks here.
    // It proves as much as was proven when it was made.
    return {
      ...shared,
      audience: [...audience, ...namesOf(client)],
      authentication: { at: verified.issuedAt, amr: [], acr: '1' },
      origin: { ...noOrigin, personalAccessTokens: [verified.id] },
    }
  }
  if (!isEntitled(client, verified, as)) return undefined
  const sessions = verified.sessionId === undefined ? [] : [verified.sessionId]
  const own = { ...noOrigin, tokens: [verified.id], sessions, clients: [verified.client.clientId] }
  return { ...shared, audience, ...(authentication === undefined ? {} : { authentication }), origin: uniteOrigins(own, origin) }
}

/**
 * A client may exchange what is meant for it: else a token that leaks at one application opens all others.
 * https://www.rfc-editor.org/rfc/rfc8693#section-5, https://github.com/advisories/GHSA-vrh8-c9cm-wh8v
 * A service user that acts may do so with a token that is meant for nobody but itself.
 */
function isEntitled(client: Client, { audience, issuedAt, client: issuedTo, user }: VerifiedAccessToken, as: PresentedAs): boolean {
  // A client that was created again under an id in the audience is a different one.
  if (client.clientId !== issuedTo?.clientId && client.createdAt > issuedAt) return false
  if (namesOf(client).some((name) => audience.includes(name))) return true
  return as === 'actor' && issuedTo?.kind === 'service_user' && audience.every((each) => each === user.id)
}

function namesOf({ clientId, projectId }: Client): readonly string[] {
  return projectId === undefined ? [clientId] : [clientId, projectId]
}

/**
 * An ID token of ours for this client, whose user and session are still there.
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
  const further = await exchangeHolders({ origin, actor, subject: user }, context)
  if (further === undefined) return undefined
  const holders = uniteHolders(ofUser(user), ofClient(client), further)
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

/** "JWT signed by the client": the user in `sub`. Its other claims, `act` included, are only asserted by the client. */
async function signedSubject(token: string, client: Client, context: ExchangeContext): Promise<User | undefined> {
  const assertion = await unlessInvalid(verifyAssertion(token, client, 'subject', context))
  return assertion === undefined ? undefined : await context.stores.users.findActive(assertion.subject)
}

/** A user who is only named, without proof: the actor needs the right to act for the user. */
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

/** A verified subject or actor token, whatever its type. */
export interface PresentedToken {
  /** The user whom the token is about. */
  readonly user: User
  /** What it was granted; empty for types that are granted nothing. */
  readonly scope: readonly string[]
  /** Scopes that restrict it to an organization. They go with it wherever it goes. */
  readonly restrictions: readonly string[]
  readonly audience: readonly string[]
  /** The actor that it already has. */
  readonly actor?: Actor
  readonly authentication?: Omit<NonNullable<Authorization['authentication']>, 'sessionId'>
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number
  /** Until when refresh tokens of its authorization live, milliseconds since the epoch. */
  readonly offlineUntil?: number
  /** Itself, and what it was exchanged for before. */
  readonly origin: ExchangeOrigin
  /** What it depends on. */
  readonly holders: Holders
}

/**
 * A scope that names a role means a role of the project of the app that the token was issued to. At an app of another project it
 * would name a role of that one, which nobody has granted. https://github.com/advisories/GHSA-vrh8-c9cm-wh8v
 */
export function carriedScope({ scope, client: issuedTo }: VerifiedAccessToken, client: Client, vendor: string): readonly string[] {
  if (issuedTo?.projectId === undefined || issuedTo.projectId === client.projectId) return scope
  return scope.filter((each) => readReservedScope(each, vendor)?.kind !== 'role')
}
