// The section that lists where the user is signed in.
import type { SessionDevice } from '@symbolon/core-protocol'

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

/** Lists the sessions, each with a form (field `session`) that ends it, and a form that ends all others. */
export interface SessionsSection {
  readonly kind: 'sessions'
  /** This session first, then the one that was used last. */
  readonly sessions: readonly SessionRow[]
  /** How many further sessions are not listed. */
  readonly more: number
  /** Where the form of a session posts to. */
  readonly endPath: string
  /** Where the form for all others posts to; absent when there are none. */
  readonly endOthersPath?: string
}
