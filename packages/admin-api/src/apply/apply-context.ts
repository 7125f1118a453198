// What applying needs from outside. Time and randomness come from here, so that a run can be repeated in a test.
import type { DirectoryStore, SecretHashing, Sealing } from '@symbolon/core-protocol'

export interface ApplyContext {
  readonly directory: DirectoryStore
  readonly hashing: SecretHashing
  /** Seals TOTP secrets. */
  readonly sealing: Sealing
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** At least 256 random bits as base64url. */
  readonly randomToken: () => string
  /** Host of the issuer: organizations without a domain get one below it. */
  readonly issuerHost: string
  readonly progress?: (done: number, total: number) => void
  /** The storage failed for an organization, or for what belongs to none: for a log. The run goes on with the next one. */
  readonly failed?: (error: unknown, orgId: string | undefined) => void
}

export interface ApplyOptions {
  /** Reports what would happen, changes nothing and generates nothing. */
  readonly dryRun?: boolean
  /** False leaves objects that exist as they are, and reports what differs. Default: true. */
  readonly update?: boolean
}
