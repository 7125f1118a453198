// What belongs to a user apart from the entries of a document: sessions, factors, and links to set a password.
import { pathOf } from './send.ts'
import type { Send } from './send.ts'

/** The user of a token, with the roles that count now. */
export interface Me {
  readonly userId: string
  readonly kind: 'human' | 'machine'
  readonly orgId: string
  readonly loginName: string
  readonly displayName: string
  readonly memberships: readonly {
    readonly of: 'instance' | 'organization' | 'project' | 'project_grant'
    /** The organization, or the one that the project or the project grant belongs to. */
    readonly orgId?: string
    readonly projectId?: string
    readonly grantId?: string
    /** The organization that the project is granted to. */
    readonly grantedOrgId?: string
    readonly roles: readonly string[]
  }[]
}

/** A session that is valid now. Times are RFC 3339 in UTC. */
export interface UserSession {
  readonly sessionId: string
  readonly createdAt: string
  readonly authenticatedAt: string
  readonly expiresAt: string
  readonly lastUsedAt?: string
  /** The methods of the factors, e.g. `pwd`, `otp`. */
  readonly factors: readonly string[]
  readonly device?: { readonly browser?: string; readonly system?: string; readonly network?: string }
}

/** Which sessions are read. */
export interface SessionQuery {
  /** The number of sessions of a page, 1 to 200; 50 by default. */
  readonly limit?: number
  /** The `next` of the page before. */
  readonly cursor?: string
}

/** A page of sessions. */
export interface SessionPage {
  readonly items: readonly UserSession[]
  /** The `cursor` of the next page; absent at the end. */
  readonly next?: string
}

/** The factors of a user, without secrets. */
export interface UserFactors {
  readonly authenticatorApp?: { readonly enrolledAt?: string }
  readonly recoveryCodes?: { readonly left: number; readonly confirmedAt: string }
  readonly passkeys: readonly {
    readonly credentialId: string
    readonly name: string
    readonly createdAt: string
    readonly lastUsedAt?: string
  }[]
}

/** A factor to remove. */
export type FactorName = 'authenticatorApp' | 'recoveryCodes' | { readonly passkey: string }

/** The outcome of a link: it was mailed, or has to be passed on to the user. It can never be read again. */
export interface UserLink {
  readonly expiresAt: string
  readonly mailedTo?: string
  readonly link?: string
}

/** A user of an organization. */
export interface UserClient {
  readonly sessions: {
    /** Reads a page of the sessions that are valid now, the one that was authenticated last first. */
    list(query?: SessionQuery): Promise<SessionPage>
    /** Reads page after page. */
    pages(query?: SessionQuery): AsyncGenerator<SessionPage, void>
    /** Ends a session, and revokes what was issued in it. */
    end(sessionId: string): Promise<void>
    /** Ends all sessions. */
    endAll(): Promise<void>
  }
  readonly factors: {
    list(): Promise<UserFactors>
    remove(factor: FactorName): Promise<void>
  }
  /** Emails an invitation to a user who has not signed in yet, or returns the link if no mail can be sent. */
  invite(): Promise<UserLink>
  /** Emails a link to set a new password, or returns the link if no mail can be sent. */
  reset(): Promise<UserLink>
}

/** @returns the operations of one user */
export function userClient(send: Send, base: string): UserClient {
  const remove = async (path: string): Promise<void> => void (await send({ method: 'DELETE', path: base + path }))
  // The API responds as its documentation states.
  const ask = async <T>(method: 'GET' | 'POST', path: string, query: SessionQuery = {}): Promise<T> =>
    (await send({ method, path: base + path, query: { ...query } })).body as T
  const listSessions = async (query?: SessionQuery): Promise<SessionPage> => await ask('GET', '/sessions', query)
  return {
    sessions: {
      list: listSessions,
      async *pages(query) {
        for (let page = await listSessions(query); ; page = await listSessions({ ...query, cursor: page.next })) {
          yield page
          if (page.next === undefined) return
        }
      },
      end: async (sessionId) => await remove(`/sessions${pathOf(sessionId)}`),
      endAll: async () => await remove('/sessions'),
    },
    factors: {
      list: async () => await ask('GET', '/factors'),
      remove: async (factor) => await remove(`/factors${typeof factor === 'string' ? pathOf(factor) : pathOf('passkeys', factor.passkey)}`),
    },
    invite: async () => await ask('POST', '/invitation'),
    reset: async () => await ask('POST', '/reset'),
  }
}
