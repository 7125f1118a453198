// An issuer on this machine alone: a service for trials and development.

/** Whether the host of the issuer is this machine. */
export function isLocal(issuer: string): boolean {
  return /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(issuer)
}
