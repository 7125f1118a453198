// A session of one user in one browser. Its id is the `sid` of ID tokens and never changes. The cookie that opens it is replaced at every
// authentication, and only the cookie's digest is stored.

/**
 * How a user proved who they are.
 * - `pwd`: by a password; `otp`: by a code of an authenticator app
 * - `user`: by a passkey that verified the user; `pop`: by a security key that did not
 * - `ext`: at an identity provider; `recovery`: by a recovery code
 */
export type FactorMethod = 'pwd' | 'otp' | 'user' | 'pop' | 'ext' | 'recovery'

/** https://www.rfc-editor.org/rfc/rfc8176: the methods by which the user proved who they are. */
export interface AuthenticationFactor {
  readonly method: FactorMethod
  /** Milliseconds since the epoch. */
  readonly at: number
  /**
   * Of `ext`: when the user authenticated at the identity provider, where that says so and was not asked for a recent authentication. Such a
   * sign-in opens a session, but does not count as a fresh authentication: a browser that is signed in there responds without the user.
   */
  readonly authenticatedAt?: number
  /** Of `user`: the user removed the last passkey in this session. The proof counts here all the same, and in no other session. */
  readonly passkeyRemoved?: true
}

/** Browsers that a session names. All others are unknown. */
export type BrowserName = 'Chrome' | 'Edge' | 'Firefox' | 'Opera' | 'Safari'
/** Operating systems that a session names. */
export type SystemName = 'Android' | 'ChromeOS' | 'iOS' | 'Linux' | 'macOS' | 'Windows'

/** Lets a user recognize the device of a session. It is coarse on purpose, so that it does not track users. */
export interface SessionDevice {
  readonly browser?: BrowserName
  readonly system?: SystemName
  /** The network of the address, as `coarseNetworkOf` cuts it: a /24 or a /48. */
  readonly network?: string
}

/** A session of one user in one browser. */
export interface Session {
  /** `sid`, https://openid.net/specs/openid-connect-frontchannel-1_0.html#OPLogout */
  readonly id: string
  readonly userId: string
  /** When the user last signed in here, milliseconds. What tokens say is `authenticationTimeOf`. */
  readonly authenticatedAt: number
  readonly factors: readonly AuthenticationFactor[]
  readonly createdAt: number
  readonly expiresAt: number
  /** `validityOf` its user when the last password was proven. */
  readonly validity?: string
  /** Where the user authenticated last; absent in sessions that an earlier release stored. */
  readonly device?: SessionDevice
  /** When an application was last answered from it, milliseconds: written once an hour at most. Absent while there was no such answer. */
  readonly lastUsedAt?: number
}

/** The shortest time between two writes of `lastUsedAt`, milliseconds. */
export const sessionUseInterval = 3_600_000

/** Which part of a list of sessions is read. */
export interface SessionPage {
  readonly limit: number
  /** The last session of the page before. */
  readonly after?: Pick<Session, 'id' | 'expiresAt'>
}

/** Stores sessions. */
export interface SessionStore {
  /** The live sessions of the user agent whose cookie has this digest. */
  list(userAgent: string, now: number): Promise<readonly Session[]>
  /** A live session by its id, independent of the user agent. */
  find(sessionId: string, now: number): Promise<Session | undefined>
  /**
   * Stores a new session under the digest `userAgent`, and moves every session of the digest `previous` there: after it the old
   * cookie opens nothing. One transaction.
   * https://cheatsheetseries.owasp.org/cheatsheets/Session_Management_Cheat_Sheet.html: renew against fixation.
   */
  insert(session: Session, userAgent: string, previous: string | undefined): Promise<void>
  /**
   * Replaces the session of this id and user, and moves as `insert` does.
   * @returns false, with nothing changed, when there is no such session; a session that was ended at the same time stays ended
   */
  renew(session: Session, userAgent: string, previous: string | undefined): Promise<boolean>
  /** A page of the live sessions of a user in all browsers, the one that expires last first: it was authenticated last. */
  listOfUser(userId: string, now: number, page: SessionPage): Promise<readonly Session[]>
  /** Sets `lastUsedAt`, unless it is later. */
  recordUse(sessionId: string, now: number): Promise<void>
  /** Removes sessions. Ids that are not known are ignored. */
  remove(sessionIds: readonly string[]): Promise<void>
  /** Of more than `limit` sessions of the user removes those that end first. */
  keepLatest(userId: string, limit: number): Promise<void>
  /** Removes at most `limit` expired rows. @returns how many */
  deleteExpired(now: number, limit: number): Promise<number>
}
