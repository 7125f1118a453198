// What follows a proof: the user's session in this browser, under a new cookie. The `sid` stays, so that what was issued in the
// session stays part of it; the cookie never does, so that one planted before opens nothing after.
// https://cheatsheetseries.owasp.org/cheatsheets/Session_Management_Cheat_Sheet.html#renew-the-session-id-after-any-privilege-level-change
import type { AuthenticationFactor, Session, User } from '@symbolon/core-protocol'
import { digest, sessionCookieHeader } from '@symbolon/core-protocol'
import type { LoginContext } from './authenticator.ts'
import type { Visit } from './visit.ts'

/** @returns the session, and the `Set-Cookie` value that opens it */
export async function establishSession(
  user: User,
  method: AuthenticationFactor['method'],
  visit: Visit,
  context: LoginContext,
): Promise<{ readonly session: Session, readonly setCookie: string }> {
  const now = context.now()
  const known = visit.userAgent.candidates.find((candidate) => candidate.user.id === user.id)?.session
  const session: Session = {
    id: known?.id ?? context.randomToken(),
    userId: user.id,
    authenticatedAt: now,
    factors: [...(known?.factors ?? []).filter((factor) => factor.method !== method), { method, at: now }],
    createdAt: known?.createdAt ?? now,
    expiresAt: now + context.lifetimes.session * 1000,
  }
  const secret = context.randomToken()
  await context.stores.sessions.renew(session, digest(secret), visit.userAgent.digest)
  // The name stays beside the session. When two tabs, or two posts of one form, sign in at once, only one of the two cookies
  // survives in the browser; whoever lost theirs is asked again as the same user, not taken for the one of the other tab.
  await context.stores.authorizationRequests.update(visit.pending.id, { sessionId: session.id, loginName: user.loginName })
  return { session, setCookie: sessionCookieHeader(secret, context.lifetimes.session, context.issuer) }
}
