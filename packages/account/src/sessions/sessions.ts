// The section that lists where the user is signed in, and ends sessions. What was issued in a session ends with it.
import { endSessions, ofUser, PageNotFound, stillHeldBy } from '@symbolon/core-protocol'
import type { RequestContext, Session } from '@symbolon/core-protocol'
import { defineAccountSection } from '../visit/section.ts'
import type { AnyAccountSection } from '../visit/section.ts'
import type { SessionRow } from '../ui/sessions.ts'
import { accountPath } from '../ui/ui.ts'
import { done } from '../visit/result.ts'
import type { Visitor } from '../visit/visitor.ts'

const endPath = `${accountPath}/sessions/end`
const endOthersPath = `${accountPath}/sessions/end-others`

/** How many sessions are listed. */
const listed = 20

/** Lists the sessions of the user. */
export function sessionsSection(): AnyAccountSection {
  return defineAccountSection({
    name: 'sessions',
    stores: [],
    async section(visitor, context) {
      const sessions = (await liveSessions(visitor, context)).toSorted((a, b) => rank(b, visitor) - rank(a, visitor))
      return {
        kind: 'sessions',
        sessions: sessions.slice(0, listed).map((session) => rowOf(session, visitor)),
        more: Math.max(0, sessions.length - listed),
        endPath,
        ...(sessions.length > 1 ? { endOthersPath } : {}),
      }
    },
    endpoints: (make) => [
      make.form({
        name: 'account_session_end',
        path: endPath,
        shownOn: accountPath,
        stores: ['revocations'],
        async post(visitor, fields, context) {
          const session = (await liveSessions(visitor, context)).find(({ id }) => id === fields['session'])
          if (session === undefined) throw new PageNotFound()
          await endSessions([session], context, context)
          return done(visitor, 'session_ended')
        },
      }),
      make.form({
        name: 'account_sessions_end_others',
        path: endOthersPath,
        shownOn: accountPath,
        stores: ['revocations'],
        async post(visitor, _fields, context) {
          const others = (await liveSessions(visitor, context)).filter(({ id }) => id !== visitor.session.id)
          await endSessions(others, context, context)
          return done(visitor, 'other_sessions_ended')
        },
      }),
    ],
  })
}

/** The sessions that are still valid: a new password has ended those from before it. */
async function liveSessions({ user, now }: Visitor, { stores }: RequestContext<'sessions'>): Promise<readonly Session[]> {
  const sessions = await stores.sessions.listOfUser(user.id, now)
  return sessions.filter(({ validity, createdAt }) => stillHeldBy(ofUser(user), { validity, issuedAt: createdAt }))
}

function rowOf(session: Session, visitor: Visitor): SessionRow {
  const { id, device = {}, createdAt } = session
  return { id, current: id === visitor.session.id, device, createdAt, lastUsedAt: lastUseOf(session) }
}

/** This session first, then the one that was used last. */
function rank(session: Session, visitor: Visitor): number {
  return session.id === visitor.session.id ? Infinity : lastUseOf(session)
}

function lastUseOf({ authenticatedAt, lastUsedAt = 0 }: Session): number {
  return Math.max(authenticatedAt, lastUsedAt)
}
