// Ends sessions: the browser's cookie opens them no more, and every token that was issued in them is dead at its next use.
// https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout
import { digest } from '../digest.ts'
import { readSessionCookie } from '../http/user-agent.ts'
import type { RequestContext } from '../part.ts'
import type { Session } from '../ports/session.ts'
import { longestLifetime } from '../tokens/longest-lifetime.ts'
import type { VerifiedIdToken } from '../tokens/verify-id-token.ts'

type EndContext = RequestContext<'revocations' | 'sessions'>

export interface EndedSessions {
  /** How many sessions the browser still has: of others than the user of the hint. */
  readonly remaining: number
}

/**
 * With a hint the sessions of its user, and of nobody else: whoever sends it may have it from another browser. A browser without
 * any session ends the one that the hint names. Without a hint all sessions of the browser end.
 */
export async function endSessions(
  hint: VerifiedIdToken | undefined,
  request: Request,
  context: EndContext,
): Promise<EndedSessions> {
  const present = await sessionsOfBrowser(request, context)
  const ended = hint === undefined ? present : present.filter(({ userId }) => userId === hint.subject)
  await end(ended.map(({ id, userId }) => ({ id, userId })), context)
  if (present.length === 0 && hint?.sessionId !== undefined) await end([{ id: hint.sessionId, userId: hint.subject }], context)
  return { remaining: present.length - ended.length }
}

/** Every session that the cookie opens, also of users who are switched off. */
async function sessionsOfBrowser(request: Request, context: RequestContext<'sessions'>): Promise<readonly Session[]> {
  const secret = readSessionCookie(request, context.issuer)
  return secret === undefined ? [] : await context.stores.sessions.list(digest(secret), context.now())
}

/** Revoked first: when the database fails in between, the sessions are still there to be ended by the next try. */
async function end(sessions: readonly Pick<Session, 'id' | 'userId'>[], context: EndContext): Promise<void> {
  if (sessions.length === 0) return
  const { stores, remoteAddress } = context
  await stores.revocations.add(sessions.map(({ id }) => id), context.now() + longestLifetime(context) * 1000)
  for (const { id } of sessions) await stores.sessions.remove(id)
  for (const { userId } of sessions) context.log.info('session_ended', { userId })
  await context.audit(...sessions.map(({ id, userId }) => ({
    type: 'session_ended' as const,
    actorId: userId,
    subject: { kind: 'session', id },
    ...(remoteAddress === undefined ? {} : { remoteAddress }),
  })))
}
