// Ends sessions: their cookie opens nothing any more, and every token that was issued in them is refused at its next use. Before that, the
// user may be asked; the confirmation can only be posted by a page of the provider in the same browser.
// https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout
import type { Context, RequestOrigin } from '../contract/context.ts'
import { digest, equalDigests } from '../crypto/digest.ts'
import { parseParameters } from '../http/parameters.ts'
import type { Parameters, ParsedParameters } from '../http/parameters.ts'
import type { HttpRequest } from '../http/request.ts'
import { csrfToken, readSessionCookie } from '../http/user-agent.ts'
import type { Session } from '../ports/session.ts'
import type { User } from '../ports/user.ts'
import { longestLifetime, ofUser, stillHeldBy } from '../tokens/validity.ts'
import type { VerifiedIdToken } from '../tokens/verify-id-token.ts'

/** A session by its id and its user. */
export type NamedSession = Pick<Session, 'id' | 'userId'>

/** Every session that the browser's cookie opens, also of users who are switched off. */
export async function sessionsOfBrowser(request: HttpRequest, context: Context<'sessions'>): Promise<readonly NamedSession[]> {
  const secret = readSessionCookie(request, context.issuer)
  return secret === undefined ? [] : await context.stores.sessions.list(digest(secret), context.now())
}

/**
 * The sessions that a request ends. With a hint: the sessions of its user in this browser, because the sender may have the hint from
 * another browser. In a browser without a session: the session that the hint names. Without a hint: all sessions of the browser.
 */
export function sessionsToEnd(hint: VerifiedIdToken | undefined, present: readonly NamedSession[]): readonly NamedSession[] {
  if (hint === undefined) return present
  if (present.length > 0) return present.filter(({ userId }) => userId === hint.subject)
  return hint.sessionId === undefined ? [] : [{ id: hint.sessionId, userId: hint.subject }]
}

/** Who ends sessions, and from where. */
export interface EndedBy extends RequestOrigin {
  /** The user who ends sessions of another user; absent where users end their own. */
  readonly administrator?: string
}

/**
 * A session that has ended is not recorded again, because an attacker could fill the trail with an old ID token.
 */
export async function endSessions(
  sessions: readonly NamedSession[],
  context: Context<'revocations' | 'sessions' | 'users'>,
  { remoteAddress, administrator }: EndedBy,
): Promise<void> {
  if (sessions.length === 0) return
  const { stores } = context
  const ended = await stores.revocations.endSessions(
    sessions.map(({ id }) => id),
    context.now() + longestLifetime(context) * 1000,
  )
  const recorded = sessions.filter(({ id }) => ended.includes(id))
  for (const { userId } of recorded) context.log.info('session_ended', { userId })
  const userIds = [...new Set(recorded.map(({ userId }) => userId))]
  const orgs = new Map(await Promise.all(userIds.map(async (id) => [id, (await stores.users.find(id))?.orgId] as const)))
  await context.audit(
    ...recorded.map(({ id, userId }) => ({
      type: 'session_ended' as const,
      // An event about a session is about the user who acted. If another user ended it, the event is about the user of the session.
      ...(administrator === undefined
        ? { actorId: userId, subject: { kind: 'session', id } }
        : { actorId: administrator, subject: { kind: 'user', id: userId }, details: { sessionId: id } }),
      ...orgOf(orgs.get(userId)),
      ...(remoteAddress === undefined ? {} : { remoteAddress }),
    })),
  )
}

/** Sessions that one step ends. */
const endedAtOnce = 500

/**
 * Ends the valid sessions of a user, however many there are.
 * @param except the id of the session that stays
 */
export async function endSessionsOfUser(
  user: User,
  context: Context<'revocations' | 'sessions' | 'users'>,
  endedBy: EndedBy,
  except?: string,
): Promise<void> {
  const now = context.now()
  for (let after: Session | undefined; ;) {
    const page = await context.stores.sessions.listOfUser(user.id, now, { limit: endedAtOnce, ...(after === undefined ? {} : { after }) })
    await endSessions(
      page.filter((session) => session.id !== except && isHeldBy(user, session)),
      context,
      endedBy,
    )
    after = page.at(-1)
    if (page.length < endedAtOnce) return
  }
}

/** Whether the session is still valid: a new password has ended the sessions from before it. */
export function isHeldBy(user: User, { validity, createdAt }: Session): boolean {
  return stillHeldBy(ofUser(user), { validity, issuedAt: createdAt })
}

function orgOf(orgId: string | undefined): { readonly orgId?: string } {
  return orgId === undefined ? {} : { orgId }
}

/**
 * "the OP MUST ask the End-User this question if an id_token_hint was not provided or if the supplied ID Token does not belong to the
 * current OP session with the RP and/or currently logged in End-User." Without a signed-in user there is no question to ask.
 */
export function isInDoubt(hint: VerifiedIdToken | undefined, present: readonly NamedSession[]): boolean {
  return present.length > 0 && !present.some(({ userId }) => userId === hint?.subject)
}

/** The hidden fields of the form: the whole request in one, since a form does not return every text unchanged, and the token. */
export function confirmationFields(parameters: Parameters, request: HttpRequest, issuer: string): Readonly<Record<string, string>> {
  const secret = readSessionCookie(request, issuer)
  return { request: new URLSearchParams(parameters).toString(), csrf: secret === undefined ? '' : csrfToken(secret) }
}

/** An answered question whether to sign out. */
export interface Confirmation {
  /** The request that the question was about. */
  readonly parsed: ParsedParameters
  /** Whether the form comes from a page that this browser was shown in its present session. */
  readonly genuine: boolean
}

/** @returns undefined for every other form @throws OAuthError invalid_request */
export function readConfirmation(
  { parameters, repeated }: ParsedParameters,
  request: HttpRequest,
  issuer: string,
): Confirmation | undefined {
  const { request: asked, csrf } = parameters
  if (asked === undefined || csrf === undefined || repeated.length > 0) return undefined
  const secret = readSessionCookie(request, issuer)
  return { parsed: parseParameters(asked), genuine: secret !== undefined && equalDigests(csrf, csrfToken(secret)) }
}
