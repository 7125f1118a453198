// The section that lists where the user is signed in, and the page that lists the rest.
import type { SessionDevice } from '@symbolon/core-protocol'
import type { AccountPageBase } from './page.ts'

/** A session of the user. */
export interface SessionRow {
  /** The value of the field `session`. */
  readonly id: string
  /** Whether the page is shown in this session. */
  readonly current: boolean
  readonly device: SessionDevice
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** Milliseconds since the epoch. It is updated at most once an hour. */
  readonly lastUsedAt: number
}

/** Lists sessions, each with a form (field `session`) that ends it, and a form that ends all others. */
export interface SessionsSection {
  readonly kind: 'sessions'
  /** This session first, then the one that was used last. */
  readonly sessions: readonly SessionRow[]
  /** The page with all of them; absent when all are listed. */
  readonly morePath?: string
  /** Where the form of a session posts to. */
  readonly endPath: string
  /** Where the form for all others posts to; absent without other sessions. */
  readonly endOthersPath?: string
}

/** A page of the sessions, the one that was authenticated last first. */
export interface SessionListPage extends AccountPageBase {
  readonly kind: 'session_list'
  readonly sessions: readonly SessionRow[]
  readonly endPath: string
  /** The next page; absent on the last one. */
  readonly nextPath?: string
  /** Back to the account page. */
  readonly backPath: string
}
