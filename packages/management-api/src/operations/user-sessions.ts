// The sessions of a user: listed page by page, and ended together with the tokens that were issued in them.
import { digest, endSessions, endSessionsOfUser, isHeldBy } from '@symbolon/core-protocol'
import type { RequestContext, Session } from '@symbolon/core-protocol'
import type { Management } from './context.ts'
import { openCursor, unknown } from './read.ts'
import { findUser, requireOnUser } from './user.ts'
import type { UserReference } from './user.ts'

/** The stores of these operations. */
export const userSessionStores = ['revocations', 'sessions', 'users'] as const

type SessionContext = RequestContext<(typeof userSessionStores)[number]>

/** Which page of a list is read. */
export interface PageQuery {
  readonly limit: number
  /** The member `next` of the page before. */
  readonly cursor?: string
}

/** One page of the sessions of a user. */
export interface UserSessionPage {
  /** Fewer than asked for, or none, where a new password has ended some. */
  readonly items: readonly Session[]
  /** What the next call gives as `cursor`; absent at the end. */
  readonly next?: string
}

/**
 * Lists the sessions that are valid now, the one that expires last first: it was authenticated last.
 * @throws RestError resource_unknown, permission_denied; query_malformed for a cursor of another list, or that was altered
 */
export async function listUserSessions(
  reference: UserReference,
  { limit, cursor }: PageQuery,
  management: Management,
  { stores, now }: SessionContext,
): Promise<UserSessionPage> {
  const user = await findUser(reference, management)
  await requireOnUser(user, ['list', 'session'], management)
  const purpose = `cursor:${digest(JSON.stringify(['sessions', user.id]))}`
  const [expiresAt, id] = cursor === undefined ? [] : await openCursor(cursor, purpose, management.context)
  const after = expiresAt === undefined || id === undefined ? {} : { after: { expiresAt: Number(expiresAt), id } }
  const found = await stores.sessions.listOfUser(user.id, now(), { limit: limit + 1, ...after })
  const items = found.slice(0, limit).filter((session) => isHeldBy(user, session))
  const last = found[limit - 1]
  if (found.length <= limit || last === undefined) return { items }
  return { items, next: await management.context.sealing.seal(JSON.stringify([String(last.expiresAt), last.id]), purpose) }
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
  const endedBy = { ...context, administrator: management.caller.id }
  if (sessionId === undefined) return await endSessionsOfUser(user, context, endedBy)
  const session = await context.stores.sessions.find(sessionId, context.now())
  if (session?.userId !== user.id || !isHeldBy(user, session)) throw unknown()
  await endSessions([session], context, endedBy)
}
