// Sessions of the management console: what the console, as a client of the provider, knows of a user who signed in to it. The roles of the
// user are not part of it. They are read at each request.

/** A session of the console in one browser. */
export interface ConsoleSession {
  /** The digest of the secret in the browser's cookie. */
  readonly id: string
  readonly userId: string
  /** `sid` of the ID token: when that session of the provider ends, this one does too. */
  readonly sessionId: string
  /** `auth_time`, milliseconds since the epoch. */
  readonly authenticatedAt: number
  /** `acr`: `2` after two factors. */
  readonly acr: string
  /** When the user last proved, for a dangerous act, every factor that they have; absent while that never happened. */
  readonly steppedUpAt?: number
  readonly createdAt: number
  readonly lastUsedAt: number
  readonly expiresAt: number
}

/** How long a session may lie unused, milliseconds. */
export const consoleIdleTime = 1_800_000

/** Stores sessions of the console. */
export interface ConsoleSessionStore {
  /** Stores a new session, and removes the one that it replaces, in one transaction: a step-up leaves no earlier secret behind. */
  insert(session: ConsoleSession, replaced: string | undefined): Promise<void>
  /** A session that has neither expired nor lain unused for `consoleIdleTime`. */
  find(id: string, now: number): Promise<ConsoleSession | undefined>
  /** Sets `lastUsedAt`, unless it is later. */
  recordUse(id: string, now: number): Promise<void>
  /** Removes a session. An id that is not known is ignored. */
  remove(id: string): Promise<void>
  /** Removes at most `limit` sessions that are over. @returns how many */
  deleteExpired(now: number, limit: number): Promise<number>
}
