// What follows a proof: the user's session in this browser, under a new cookie. The `sid` stays, so that what was issued in the
// session stays part of it; the cookie never does, so that one planted before opens nothing after.
// https://cheatsheetseries.owasp.org/cheatsheets/Session_Management_Cheat_Sheet.html#renew-the-session-id-after-any-privilege-level-change
import type { AuthenticationFactor, Session, User } from '@symbolon/core-protocol'
import { digest, ofUser, sessionCookieHeader, sessionsOfUser, validityOf } from '@symbolon/core-protocol'
import type { LoginContext, Visit } from '../visit/visit.ts'

export interface Established {
  readonly session: Session
  /** The `Set-Cookie` value that opens it. */
  readonly setCookie: string
}

/** The user has shown who they are: their session of this browser goes on, else a new one begins. */
export async function establishSession(
  user: User,
  method: AuthenticationFactor['method'],
  visit: Visit,
  context: LoginContext,
): Promise<Established> {
  const now = context.now()
  const authenticatedAt = provenAt(visit, now)
  const proven = { method, at: now }
  const secret = context.randomToken()
  const userAgent = digest(secret)
  const expiresAt = now + context.lifetimes.session * 1000
  // Of the user as they were before the password was compared: one that is changed meanwhile ends the session.
  const validity = validityOf(ofUser(user))
  const known = visit.userAgent.candidates.find((candidate) => candidate.user.id === user.id)?.session
  let session: Session | undefined
  if (known !== undefined) {
    const renewed = { ...known, validity, authenticatedAt, factors: withFactor(known.factors, proven), expiresAt }
    // A session that was ended while the user was typing stays ended: what follows is another one, under another `sid`.
    if (await context.stores.sessions.renew(renewed, userAgent, visit.userAgent.digest)) session = renewed
  }
  if (session === undefined) {
    session = { id: context.randomToken(), userId: user.id, authenticatedAt, factors: [proven], createdAt: now, expiresAt, validity }
    await context.stores.sessions.insert(session, userAgent, visit.userAgent.digest)
    await context.stores.sessions.keepLatest(user.id, sessionsOfUser)
  }
  // The name stays beside the session. When two tabs, or two posts of one form, sign in at once, only one of the two cookies
  // survives in the browser; whoever lost theirs is asked again as the same user, not taken for the one of the other tab.
  await context.stores.authorizationRequests.update(visit.pending.id, { sessionId: session.id, loginName: user.loginName })
  return { session, setCookie: sessionCookieHeader(secret, context.lifetimes.session, context.issuer) }
}

/** Not before the request, whose clock may have been ahead: else what is proven for it would be asked for again and again. */
function provenAt({ pending }: Visit, now: number): number {
  return Math.max(now, pending.createdAt)
}

/**
 * One more proof of the user of a session.
 * @returns undefined when the session was ended meanwhile: a second factor alone makes none
 */
export async function strengthenSession(
  known: Session,
  method: AuthenticationFactor['method'],
  visit: Visit,
  context: LoginContext,
): Promise<Established | undefined> {
  const now = context.now()
  const secret = context.randomToken()
  const session: Session = {
    ...known,
    // Part of the sign-in that the password began. By itself it proves less than the `auth_time` of a password says.
    authenticatedAt: known.authenticatedAt >= visit.pending.createdAt ? provenAt(visit, now) : known.authenticatedAt,
    factors: withFactor(known.factors, { method, at: now }),
    expiresAt: now + context.lifetimes.session * 1000,
  }
  if (!await context.stores.sessions.renew(session, digest(secret), visit.userAgent.digest)) return undefined
  await context.stores.authorizationRequests.update(visit.pending.id, { sessionId: session.id })
  return { session, setCookie: sessionCookieHeader(secret, context.lifetimes.session, context.issuer) }
}

/** Each method once, with its last time, in the order in which they were proven first: that is the order of `amr`. */
function withFactor(factors: readonly AuthenticationFactor[], proven: AuthenticationFactor): readonly AuthenticationFactor[] {
  return factors.some(({ method }) => method === proven.method)
    ? factors.map((factor) => factor.method === proven.method ? proven : factor)
    : [...factors, proven]
}
