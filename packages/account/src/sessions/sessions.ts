// The section that lists where the user is signed in, the page that lists the rest, and the forms that end sessions. What was issued in a session
// ends with it.
import { checkNoOptions, endSessions, endSessionsOfUser, isHeldBy, PageNotFound, readQuery } from '@symbolon/core-protocol'
import type { NoOptions, RequestContext, Session } from '@symbolon/core-protocol'
import { hiddenFields } from '../visit/endpoints.ts'
import { defineAccountSection } from '../visit/section.ts'
import type { AnyAccountSection } from '../visit/section.ts'
import type { SessionRow } from '../ui/sessions.ts'
import { accountPath } from '../ui/ui.ts'
import { done } from '../visit/result.ts'
import { pathFor } from '../visit/visitor.ts'
import type { Visitor } from '../visit/visitor.ts'

const listPath = `${accountPath}/sessions`
const endPath = `${accountPath}/sessions/end`
const endOthersPath = `${accountPath}/sessions/end-others`

/** How many sessions the section has, and how many a page. */
const [few, many] = [20, 50]

/** Lists the sessions of the user. */
export function sessionsSection(...none: NoOptions): AnyAccountSection {
  checkNoOptions('sessionsSection', none)
  return defineAccountSection({
    name: 'sessions',
    stores: [],
    async section(visitor, context) {
      const { sessions, next } = await pageOf(visitor, few, undefined, context)
      const others = sessions.filter(({ id }) => id !== visitor.session.id)
      return {
        kind: 'sessions',
        sessions: [visitor.session, ...others.toSorted((a, b) => lastUseOf(b) - lastUseOf(a))].map((session) => rowOf(session, visitor)),
        endPath,
        ...(next === undefined ? {} : { morePath: pathFor(visitor, listPath) }),
        ...(others.length > 0 || next !== undefined ? { endOthersPath } : {}),
      }
    },
    endpoints: (make) => [
      make.page({
        name: 'account_sessions',
        path: listPath,
        async page(visitor, context) {
          const { sessions, next } = await pageOf(visitor, many, readPosition(visitor), context)
          return {
            kind: 'session_list',
            fields: hiddenFields(visitor),
            sessions: sessions.map((session) => rowOf(session, visitor)),
            endPath,
            backPath: pathFor(visitor),
            ...(next === undefined ? {} : { nextPath: withPosition(pathFor(visitor, listPath), next) }),
          }
        },
      }),
      make.form({
        name: 'account_session_end',
        path: endPath,
        shownOn: accountPath,
        stores: ['revocations'],
        async post(visitor, fields, context) {
          const session = await context.stores.sessions.find(fields['session'] ?? '', visitor.now)
          if (session?.userId !== visitor.user.id || !isHeldBy(visitor.user, session)) throw new PageNotFound()
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
          await endSessionsOfUser(visitor.user, context, context, visitor.session.id)
          return done(visitor, 'other_sessions_ended')
        },
      }),
    ],
  })
}

type Position = Pick<Session, 'id' | 'expiresAt'>

/** The sessions of a page that are still valid, and where the next page begins. */
async function pageOf(
  { user, now }: Visitor,
  limit: number,
  after: Position | undefined,
  { stores }: RequestContext<'sessions'>,
): Promise<{ readonly sessions: readonly Session[]; readonly next: Position | undefined }> {
  const found = await stores.sessions.listOfUser(user.id, now, { limit: limit + 1, ...(after === undefined ? {} : { after }) })
  const page = found.slice(0, limit)
  return { sessions: page.filter((session) => isHeldBy(user, session)), next: found.length > limit ? page.at(-1) : undefined }
}

/** The position is not secret, and leads to no session of another user. */
function withPosition(path: string, { id, expiresAt }: Position): string {
  return `${path}${path.includes('?') ? '&' : '?'}after=${expiresAt}.${encodeURIComponent(id)}`
}

/** @returns undefined for the first page, and for a position that is malformed */
function readPosition({ request }: Visitor): Position | undefined {
  const [, expiresAt, id] = /^([0-9]{1,15})\.(.{1,200})$/.exec(readQuery(request).parameters['after'] ?? '') ?? []
  return expiresAt === undefined || id === undefined ? undefined : { expiresAt: Number(expiresAt), id }
}

function rowOf(session: Session, visitor: Visitor): SessionRow {
  const { id, device = {}, createdAt } = session
  return { id, current: id === visitor.session.id, device, createdAt, lastUsedAt: lastUseOf(session) }
}

function lastUseOf({ authenticatedAt, lastUsedAt = 0 }: Session): number {
  return Math.max(authenticatedAt, lastUsedAt)
}
