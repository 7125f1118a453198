// The visitor of the console: the session of the console, the session of the provider that it came from, and the rights of the user now.
import { csrfToken, digest, lacksAdministratorFactor, ofUser, readNamedCookie, stillHeldBy } from '@symbolon/core-protocol'
import type { Context, ConsoleSession, HttpRequest, User } from '@symbolon/core-protocol'
import { callerOf } from '@symbolon/permissions'
import type { Caller } from '@symbolon/permissions'
import { freshness } from '../client/client.ts'

/** The name of the cookie. */
export const consoleCookie = 'symbolon-console'

/** The shortest time between two writes of `lastUsedAt`, milliseconds. */
const useInterval = 60_000

/** The stores that identify a visitor. */
export const visitorStores = ['consoleSessions', 'memberships', 'policies', 'sessions', 'users'] as const

/** The stores that identify a visitor. */
export type VisitorStore = (typeof visitorStores)[number]

/** A user who is signed in to the console. */
export interface Visitor {
  readonly user: User
  readonly session: ConsoleSession
  /** The rights of the user, read for this request. */
  readonly caller: Caller
  /** The token of every form. It follows from the cookie, which no other site can read, and ends in whose form it is. */
  readonly csrf: string
}

/** @returns the secret of the cookie */
export function readConsoleSecret(request: HttpRequest, issuer: string): string | undefined {
  return readNamedCookie(request, consoleCookie, issuer)
}

/**
 * Finds the visitor. Every fact is read at each request: a revoked session of the provider, a deactivated user and a removed role take effect at once.
 * @returns undefined for a visitor who has to sign in
 */
export async function findVisitor(request: HttpRequest, context: Context<VisitorStore>): Promise<Visitor | undefined> {
  const { stores, now: clock, issuer } = context
  const secret = readConsoleSecret(request, issuer)
  if (secret === undefined) return undefined
  const now = clock()
  const session = await stores.consoleSessions.find(digest(secret), now)
  if (session === undefined) return undefined
  const ofProvider = await stores.sessions.find(session.sessionId, now)
  const user = await stores.users.findActive(session.userId)
  if (ofProvider === undefined || ofProvider.userId !== session.userId || user === undefined) return undefined
  // A new password revoked the session, or the user was deactivated in between.
  if (!stillHeldBy(ofUser(user), { validity: ofProvider.validity, issuedAt: ofProvider.createdAt })) return undefined
  const memberships = await stores.memberships.list(user.id)
  // A session from before the instance demanded a second factor, or from before the user got a role.
  if (await lacksAdministratorFactor(user, memberships, session.acr, context)) return undefined
  if (now - session.lastUsedAt >= useInterval) await stores.consoleSessions.recordUse(session.id, now)
  return {
    user,
    session,
    caller: callerOf(user, memberships),
    csrf: `${csrfToken(secret)}.${formHolder(user.id, context)}`,
  }
}

/** @returns whose form it is. It is for what was typed: it says nothing about whether the form was sent by the user. */
export function formHolder(userId: string, { sealing }: Pick<Context, 'sealing'>): string {
  return sealing.derive('console form', userId).slice(0, 22)
}

/** Whether the user proved every factor in the last minutes, as a dangerous act demands. */
export function isSteppedUp({ session: { steppedUpAt } }: Visitor, now: number): boolean {
  return steppedUpAt !== undefined && Math.abs(now - steppedUpAt) < freshness * 1000
}
