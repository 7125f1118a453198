// The section of the last events, and the page that shows more of them.
import type { AccountPageBase } from './page.ts'

/** The kinds of events of an account. */
export type ActivityKind =
  | 'signed_in'
  | 'sign_in_failed'
  | 'second_step_failed'
  | 'signed_out'
  | 'password_changed'
  | 'recovery_started'
  | 'change_reported'
  | 'link_issued'
  | 'app_added'
  | 'app_removed'
  | 'recovery_codes_made'
  | 'passkey_added'
  | 'passkey_removed'
  | 'factors_removed'
  | 'account_connected'
  | 'account_disconnected'
  | 'access_removed'
  | 'token_reused'
  | 'impersonated'
  | 'account_created'
  | 'account_changed'

/** One event, or several of the same kind that followed one another. */
export interface ActivityRow {
  readonly kind: ActivityKind
  /** When it happened last, milliseconds since the epoch. */
  readonly at: number
  /** How often. */
  readonly count: number
  /** Whether an administrator did it. */
  readonly byAdministrator: boolean
  /** Where the user was: a /24 or a /48. Absent for what others did. */
  readonly network?: string
}

/** The newest events, the newest first, and a link to more. */
export interface ActivitySection {
  readonly kind: 'activity'
  readonly events: readonly ActivityRow[]
  /** Absent when all are shown. */
  readonly morePath?: string
}

/** Lists the events, the newest first. */
export interface ActivityPage extends AccountPageBase {
  readonly kind: 'activity_list'
  readonly events: readonly ActivityRow[]
  /** Back to the account page. */
  readonly backPath: string
}
