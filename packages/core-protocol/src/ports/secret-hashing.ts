// The port for secrets that people choose: passwords and imported client secrets. An implementation never blocks the event loop, and refuses
// work that it cannot do in time instead of queueing it without bound.

/** The result of verifying a secret. */
export interface SecretVerification {
  readonly valid: boolean
  /** The hash is valid but not of today's algorithm or parameters. Never true when `valid` is false. */
  readonly rehash: boolean
  /** The scheme compared the beginning of the secret alone. No hash or digest of the whole secret may replace the stored one. */
  readonly partial?: true
}

/** Whether a hash string can be verified here, and within the cost caps. */
export type SecretHashInspection =
  /** `milliseconds`: about how long one verification takes. */
  | { readonly supported: true; readonly scheme: string; readonly milliseconds: number }
  | { readonly supported: false; readonly reason: 'unknown_scheme' | 'malformed' | 'cost_out_of_bounds' }

/** How a verification takes its time, and counts its attempt. */
export interface VerificationOptions {
  /**
   * About how many milliseconds the slowest hash takes that any user has. A refusal then takes as long as one of that hash would, so that
   * its time does not reveal which users exist or have an old hash.
   */
  readonly slowest?: number
  /**
   * Called when the queue has let the work begin and before anything is compared: here a try is counted, and none that was refused as busy.
   * With `false` nothing is compared, and the secret counts as wrong.
   */
  readonly begin?: () => Promise<boolean>
}

/** Hashes and verifies secrets that people choose, exactly as given: normalisation is the caller's. */
export interface SecretHashing {
  /** Answers with a PHC string. Rejects with {@link SecretHashingBusy} when the queue is full or the wait too long. */
  hash(secret: string): Promise<string>
  /** Rejects with {@link SecretHashingBusy} when the queue is full or the wait too long. */
  verify(secret: string, hash: string, options?: VerificationOptions): Promise<SecretVerification>
  /** Costs what `verify` costs and is never valid: for users that do not exist or have no password. */
  verifyAbsent(secret: string, options?: VerificationOptions): Promise<void>
  /** Total: any string has an answer, none throws. */
  inspect(hash: string): SecretHashInspection
}

/** The refusal of work: an answer 503 with `Retry-After`, never a wrong password. */
export interface SecretHashingBusy extends Error {
  readonly code: 'secret_hashing_busy'
  readonly retryAfterSeconds: number
}

/** Whether the error is a refusal of the secret hashing port, whichever implementation raised it. */
export function isSecretHashingBusy(error: unknown): error is SecretHashingBusy {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'secret_hashing_busy' &&
    'retryAfterSeconds' in error &&
    typeof error.retryAfterSeconds === 'number'
  )
}
