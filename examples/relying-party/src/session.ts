// Browser sessions in memory, limited in number and lifetime, with ids that cannot be guessed. Each login is stored under its own `state`, so
// that two tabs do not disturb each other, and can be taken only once.
import type { SignedIn } from './login.ts'

/** The values of the authorization request that the callback has to match. */
export interface PendingLogin {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  readonly prompt: string | undefined
  readonly maxAge: number | undefined
}

export interface Session {
  readonly id: string
  readonly signedIn: SignedIn | undefined
}

export interface Sessions {
  find(id: string | undefined): Session | undefined
  /** Stores a login in the session. Opens a session when the browser has none. */
  keepPendingLogin(id: string | undefined, login: PendingLogin): Session
  /** Takes the login of a `state`. A second response with the same state finds none. */
  takePendingLogin(id: string | undefined, state: string | null): PendingLogin | undefined
  /** Signs in under a new session id, so that an id planted before the login opens nothing (session fixation). */
  signIn(id: string, signedIn: SignedIn): Session
  end(id: string): void
}

export interface SessionLimits {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly randomId: () => string
  readonly lifetime: number
  readonly capacity: number
  readonly pendingLogins: number
}

interface StoredSession extends Session {
  readonly expiresAt: number
  readonly pending: Map<string, PendingLogin>
}

export function createSessions(limits: SessionLimits): Sessions {
  // All sessions have the same lifetime, so they expire in the order of insertion.
  const sessions = new Map<string, StoredSession>()

  function live(id: string | undefined): StoredSession | undefined {
    if (id === undefined) return undefined
    const session = sessions.get(id)
    if (session === undefined || session.expiresAt > limits.now()) return session
    sessions.delete(id)
    return undefined
  }

  function open(signedIn: SignedIn | undefined, pending: Map<string, PendingLogin>): StoredSession {
    for (const [id, session] of sessions) {
      if (session.expiresAt > limits.now() && sessions.size < limits.capacity) break
      sessions.delete(id)
    }
    const session = { id: limits.randomId(), signedIn, pending, expiresAt: limits.now() + limits.lifetime }
    sessions.set(session.id, session)
    return session
  }

  return {
    find: live,
    keepPendingLogin(id, login) {
      const session = live(id) ?? open(undefined, new Map())
      session.pending.set(login.state, login)
      for (const state of session.pending.keys()) {
        if (session.pending.size <= limits.pendingLogins) break
        session.pending.delete(state)
      }
      return session
    },
    takePendingLogin(id, state) {
      if (state === null) return undefined
      const pending = live(id)?.pending
      const login = pending?.get(state)
      pending?.delete(state)
      return login
    },
    signIn(id, signedIn) {
      const pending = live(id)?.pending ?? new Map<string, PendingLogin>()
      sessions.delete(id)
      return open(signedIn, pending)
    },
    end(id) {
      sessions.delete(id)
    },
  }
}
