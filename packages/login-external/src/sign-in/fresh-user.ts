// The user of this browser who has just authenticated, as strongly as a change on the account page demands.
import type { Candidate } from '@symbolon/core-protocol'
import { isFresh } from '@symbolon/login'
import type { ExternalContext } from './surroundings.ts'

/** Which users count. */
export interface FreshUserChoice {
  /** The only user who counts. */
  readonly userId?: string | undefined
  /** Only first factors that were not proved before this time, milliseconds since the epoch. */
  readonly since?: number
}

/** Finds the user whose first factor was proved last, if everything that a sign-in of this user demands is fresh. */
export async function findFreshUser(
  candidates: readonly Candidate[],
  { userId, since = 0 }: FreshUserChoice,
  context: ExternalContext,
): Promise<Candidate | undefined> {
  const newestFirst = candidates
    .filter(({ session, user }) => (userId === undefined || user.id === userId) && session.authenticatedAt >= since)
    .toSorted((a, b) => b.session.authenticatedAt - a.session.authenticatedAt)
  for (const candidate of newestFirst) if (await isFresh(candidate.session, candidate.user, context)) return candidate
  return undefined
}
