// The visitor of the account page: the sessions of the browser decide. A session that lacks a step of its sign-in, such as a second factor,
// does not count here.
import { csrfToken, identifyUserAgent, readSessionCookie } from '@symbolon/core-protocol'
import type { BoundLogin, Candidate, HttpRequest, RequestContext, Session, User } from '@symbolon/core-protocol'
import { accountPath } from '../ui/ui.ts'

/** The stores that every page uses. */
export const visitorStores = ['policies', 'sessions', 'users'] as const

/** The name of a store that every page uses. */
export type VisitorStore = (typeof visitorStores)[number]

/** The context of a request to a page of the account. */
export type AccountContext = RequestContext<VisitorStore>

/** A signed-in user at a page of the account. */
export interface Visitor {
  readonly request: HttpRequest
  readonly user: User
  readonly session: Session
  /** Follows from the cookie of the session, so no other site knows it. */
  readonly csrf: string
  /** Whether other users are signed in to this browser too: then paths name the user. */
  readonly isOneOfSeveral: boolean
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** The visitor of the page, or the missing step to identify them. */
export type Visiting =
  | { readonly kind: 'visitor'; readonly visitor: Visitor }
  /** The user has to sign in; `subject` is the only user who may. */
  | { readonly kind: 'sign_in'; readonly subject: string | undefined }
  /** Several users are signed in, and the request does not name one of them. */
  | { readonly kind: 'choose'; readonly accounts: readonly Candidate[] }

/**
 * Identifies the visitor of the page.
 *
 * @param account the id of the user whose account is asked for; undefined when the request names none
 */
export async function findVisitor(
  request: HttpRequest,
  account: string | undefined,
  login: BoundLogin,
  context: AccountContext,
): Promise<Visiting> {
  const secret = readSessionCookie(request, context.issuer)
  if (secret === undefined) return { kind: 'sign_in', subject: account }
  const { candidates } = await identifyUserAgent(request, context, (session, user) => login.due(session, user, undefined))
  const accounts = onePerUser(candidates)
  const named = account === undefined ? accounts : accounts.filter(({ user }) => user.id === account)
  const [only, ...others] = named
  if (only === undefined) return { kind: 'sign_in', subject: account }
  if (others.length > 0) return { kind: 'choose', accounts }
  const { user, session, due } = only
  if (due !== undefined) return { kind: 'sign_in', subject: user.id }
  const isOneOfSeveral = accounts.length > 1
  return { kind: 'visitor', visitor: { request, user, session, csrf: csrfToken(secret), isOneOfSeveral, now: context.now() } }
}

/** The session of each user that was authenticated last. @param candidates in this order */
function onePerUser(candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.filter(({ user }, index) => candidates.findIndex((other) => other.user.id === user.id) === index)
}

/** A path of the account that leads to the same user again. */
export function pathFor({ user, isOneOfSeveral }: Pick<Visitor, 'user' | 'isOneOfSeveral'>, path: string = accountPath): string {
  return isOneOfSeveral ? withAccount(path, user.id) : path
}

/** The path with the id of the user whose account is meant. */
export function withAccount(path: string, userId: string | undefined): string {
  if (userId === undefined) return path
  // What `encodeURIComponent` leaves as it is would not pass as a path to return to after a sign-in.
  const encoded = encodeURIComponent(userId).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${path}?account=${encoded}`
}
