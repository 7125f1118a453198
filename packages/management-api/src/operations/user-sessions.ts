// The sessions of a user: listed, and ended together with the tokens that were issued in them.
import { endSessions, ofUser, stillHeldBy } from '@symbolon/core-protocol'
import type { RequestContext, Session, User } from '@symbolon/core-protocol'
import type { Management } from './context.ts'
import { unknown } from './read.ts'
import { findUser, requireOnUser } from './user.ts'
import type { UserReference } from './user.ts'

/** The stores of these operations. */
export const userSessionStores = ['revocations', 'sessions', 'users'] as const

type SessionContext = RequestContext<(typeof userSessionStores)[number]>

/**
 * Lists the sessions that are valid now, the one that was authenticated last first.
 * @throws RestError resource_unknown, permission_denied
 */
export async function listUserSessions(
  reference: UserReference,
  management: Management,
  context: SessionContext,
): Promise<readonly Session[]> {
  const user = await findUser(reference, management)
  await requireOnUser(user, ['list', 'session'], management)
  return await liveSessions(user, context)
}

/**
 * Ends one session of the user, or all of them. Every token that was issued in an ended session is refused from now on.
 * @param sessionId undefined: all
 * @throws RestError resource_unknown, also for a session of another user; permission_denied
 */
export async function endUserSessions(
  reference: UserReference,
  sessionId: string | undefined,
  management: Management,
  context: SessionContext,
): Promise<void> {
  const user = await findUser(reference, management)
  await requireOnUser(user, ['remove', 'session'], management)
  const sessions = await liveSessions(user, context)
  const ended = sessionId === undefined ? sessions : sessions.filter(({ id }) => id === sessionId)
  if (sessionId !== undefined && ended.length === 0) throw unknown()
  await endSessions(ended, context, { ...context, administrator: management.caller.id })
}

/** A new password has ended the sessions from before it. */
async function liveSessions(user: User, { stores, now }: SessionContext): Promise<readonly Session[]> {
  const sessions = await stores.sessions.listOfUser(user.id, now())
  return sessions.filter(({ validity, createdAt }) => stillHeldBy(ofUser(user), { validity, issuedAt: createdAt }))
}
