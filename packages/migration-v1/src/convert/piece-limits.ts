// How large a piece of an organization gets: small enough for one transaction of an import, large enough not to be many.

export interface PieceLimits {
  readonly entries: number
  /** Of the input. */
  readonly bytes: number
}

export const defaultPieceLimits: PieceLimits = { entries: 500, bytes: 4 * 1024 * 1024 }
