// The sessions of a browser that could answer a request: not expired, of active users, and not ended by a password change.
import { digest } from '../crypto/digest.ts'
import type { HttpRequest } from '../http/request.ts'
import { readSessionCookie } from '../http/user-agent.ts'
import type { DueSteps } from '../contract/login.ts'
import type { Awaitable } from '../memory/awaitable.ts'
import type { Session } from '../ports/session.ts'
import type { Stores } from '../ports/stores.ts'
import type { User } from '../ports/user.ts'
import { ofUser, stillHeldBy } from '../tokens/validity.ts'
import type { Candidate } from './interaction.ts'

/** A browser, known by its session cookie. */
export interface UserAgent {
  /** Digest of the session cookie; absent when the browser has none. */
  readonly digest: string | undefined
  readonly candidates: readonly Candidate[]
}

/**
 * @param due what a session lacks and proves, by the rules of the login that is composed
 * @param mayBeSilent whether the request may be answered for the user without a page, see `mayAnswerSilently`; default: for every user
 */
export async function identifyUserAgent(
  request: HttpRequest,
  context: { readonly issuer: string; readonly now: () => number; readonly stores: Pick<Stores, 'sessions' | 'users'> },
  due: (session: Session, user: User) => Promise<DueSteps>,
  mayBeSilent: (user: User) => Awaitable<boolean> = () => true,
): Promise<UserAgent> {
  const secret = readSessionCookie(request, context.issuer)
  if (secret === undefined) return { digest: undefined, candidates: [] }
  const userAgent = digest(secret)
  const sessions = await context.stores.sessions.list(userAgent, context.now())
  const candidates: Candidate[] = []
  for (const session of sessions) {
    const user = await context.stores.users.findActive(session.userId)
    if (user === undefined || !stillHeldBy(ofUser(user), { validity: session.validity, issuedAt: session.createdAt })) continue
    const { required, ...rest } = await due(session, user)
    const unseen = !(await mayBeSilent(user))
    candidates.push({ session, user, due: required, ...rest, ...(unseen ? { unseen } : {}) })
  }
  return { digest: userAgent, candidates }
}
