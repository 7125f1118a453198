// The user and the browser that a draft of a second factor is bound to.
import type { User } from '@symbolon/core-protocol'

/** A user in a browser. */
export interface UserInBrowser {
  readonly user: User
  /** Digest of a secret of the browser: of the cookie of its request or of its session. */
  readonly browser: string
}

/** How long a draft of a second factor is kept, milliseconds. */
export const draftLifetime = 600_000
