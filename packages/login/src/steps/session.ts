// Establishes the session after a user has authenticated, under a new cookie. The session keeps its `sid`, so that tokens issued in it stay
// part of it. The cookie is always new, so that a cookie planted before the sign-in opens nothing afterwards (session fixation).
// https://cheatsheetseries.owasp.org/cheatsheets/Session_Management_Cheat_Sheet.html#renew-the-session-id-after-any-privilege-level-change
import type { AuthenticationFactor, RequestContext, Session, User } from '@symbolon/core-protocol'
import { digest, ofUser, sessionCookieHeader, stillHeldBy, validityOf } from '@symbolon/core-protocol'
import type { LoginContext, Visit } from '../visit/visit.ts'
import { sessionDevice } from './session-device.ts'

/** The number of sessions of one user that are kept. When a new one exceeds it, the session that expires first is removed. */
export const sessionsOfUser = 1000

/** A session that was established or renewed by this request. */
export interface EstablishedSession {
  readonly session: Session
  /** The `Set-Cookie` value of its cookie. */
  readonly setCookie: string
}

/**
 * Establishes the session of a user who has authenticated with a first factor. The user's session in this browser is renewed; without one,
 * a new session begins.
 *
 * @param user as read before the factor was verified: a password that is changed meanwhile ends the session
 * @param proven `authenticatedAt` of the factor
 */
export async function establishSession(
  user: User,
  method: AuthenticationFactor['method'],
  visit: Visit,
  context: LoginContext,
  proven: Pick<AuthenticationFactor, 'authenticatedAt'> = {},
): Promise<EstablishedSession> {
  const now = context.now()
  const authenticatedAt = authenticationTime(visit, now)
  const factor = { method, at: now, ...proven }
  const secret = context.randomToken()
  const userAgent = digest(secret)
  const expiresAt = now + context.lifetimes.session * 1000
  const validity = validityOf(ofUser(user))
  const device = sessionDevice(visit.request, context)
  const existing = sessionOf(user, visit)
  let session: Session | undefined
  if (existing !== undefined) {
    const renewed = { ...existing, device, validity, authenticatedAt, factors: withFactor(existing.factors, factor), expiresAt }
    // A session that ended while the user was typing stays ended. A new one with another `sid` follows.
    if (await context.stores.sessions.renew(renewed, userAgent, visit.userAgent.digest)) session = renewed
  }
  if (session === undefined) {
    const id = context.randomToken()
    session = { id, userId: user.id, device, authenticatedAt, factors: [factor], createdAt: now, expiresAt, validity }
    await context.stores.sessions.insert(session, userAgent, visit.userAgent.digest)
    await context.stores.sessions.keepLatest(user.id, sessionsOfUser)
  }
  // The login name is stored next to the session. When two tabs sign in at once, only one of the two cookies survives in the browser. The tab
  // that lost its cookie asks the same user again, instead of taking the user of the other tab.
  await context.stores.authorizationRequests.update(visit.pending.id, { sessionId: session.id, loginName: user.loginName })
  return { session, setCookie: sessionCookieHeader(secret, context.lifetimes.session, context.issuer) }
}

/**
 * The session of the user in this browser, if it still is one. The visit was read before the factor was verified, which may take as long as
 * another provider takes to respond. A session that was revoked meanwhile must not be restored, with the second factor of its former user.
 */
function sessionOf(user: User, { userAgent }: Visit): Session | undefined {
  const session = userAgent.candidates.find((candidate) => candidate.user.id === user.id)?.session
  if (session === undefined) return undefined
  return stillHeldBy(ofUser(user), { validity: session.validity, issuedAt: session.createdAt }) ? session : undefined
}

/**
 * Adds a second factor to a session.
 *
 * @returns undefined when the session has ended meanwhile: a second factor alone establishes none
 */
export async function strengthenSession(
  existing: Session,
  method: AuthenticationFactor['method'],
  visit: Visit,
  context: LoginContext,
): Promise<EstablishedSession | undefined> {
  const now = context.now()
  const secret = context.randomToken()
  const session: Session = {
    ...existing,
    device: sessionDevice(visit.request, context),
    // `auth_time` moves only when the password was given for this authorization request too: a second factor alone proves less.
    authenticatedAt: existing.authenticatedAt >= visit.pending.createdAt ? authenticationTime(visit, now) : existing.authenticatedAt,
    factors: withFactor(existing.factors, { method, at: now }),
    expiresAt: now + context.lifetimes.session * 1000,
  }
  if (!(await context.stores.sessions.renew(session, digest(secret), visit.userAgent.digest))) return undefined
  await context.stores.authorizationRequests.update(visit.pending.id, { sessionId: session.id })
  return { session, setCookie: sessionCookieHeader(secret, context.lifetimes.session, context.issuer) }
}

/**
 * Keeps a session after an act of its user, such as a new password, revoked all sessions and tokens of the user.
 *
 * @param user as of that act
 * @param previous the digest of the browser's cookie
 * @returns undefined when the session has ended meanwhile
 */
export async function keepSession(
  existing: Session,
  user: User,
  previous: string | undefined,
  context: RequestContext<'sessions'>,
): Promise<EstablishedSession | undefined> {
  const secret = context.randomToken()
  const session: Session = { ...existing, validity: validityOf(ofUser(user)) }
  if (!(await context.stores.sessions.renew(session, digest(secret), previous))) return undefined
  return { session, setCookie: sessionCookieHeader(secret, context.lifetimes.session, context.issuer) }
}

/**
 * Keeps a session that a passkey opened after its user removed the last passkey there. The sessions in other browsers end.
 *
 * @param userAgent the digest of the browser's cookie, which stays
 * @returns false when the session has ended meanwhile
 */
export async function keepPasskeySession(existing: Session, userAgent: string, { stores }: RequestContext<'sessions'>): Promise<boolean> {
  const factors = existing.factors.map((factor) => (factor.method === 'user' ? { ...factor, passkeyRemoved: true as const } : factor))
  return await stores.sessions.renew({ ...existing, factors }, userAgent, undefined)
}

/**
 * The time of the authentication. It is never before the authorization request was stored, even if that clock was ahead of this one.
 * Otherwise `prompt=login` would ask the user again and again.
 */
function authenticationTime({ pending }: Visit, now: number): number {
  return Math.max(now, pending.createdAt)
}

/** Replaces or appends the factor. Each method occurs once, in the order of its first use, which is the order of the `amr` claim. */
function withFactor(factors: readonly AuthenticationFactor[], added: AuthenticationFactor): readonly AuthenticationFactor[] {
  return factors.some(({ method }) => method === added.method)
    ? factors.map((factor) => (factor.method === added.method ? added : factor))
    : [...factors, added]
}
