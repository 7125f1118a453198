// Client ids, and client secrets and tokens in clear. Secrets are stored as plain SHA-256, which is safe only for values of high entropy.
// Hence the minimum length.
import type { Problem } from '../report/reason.ts'

const shortestSecret = 32

/** VSCHAR of https://www.rfc-editor.org/rfc/rfc6749#appendix-A.1, without the space, which forms and logs drop. */
export function clientIdProblem(clientId: string | undefined): Problem | undefined {
  return clientId === undefined || /^[\u0021-\u007e]{1,255}$/.test(clientId)
    ? undefined
    : { reason: 'client_id_malformed', member: 'clientId' }
}

/** @returns the problem of a client secret in clear: it must have at least 32 characters */
export function clientSecretProblem(clientSecret: string | undefined): Problem | undefined {
  return clientSecret === undefined || clientSecret.length >= shortestSecret
    ? undefined
    : { reason: 'client_secret_short', member: 'clientSecret' }
}

/** @returns the problem of a personal access token in clear: it must have at least 32 characters */
export function tokenProblem(token: string | undefined): Problem | undefined {
  return token === undefined || token.length >= shortestSecret ? undefined : { reason: 'token_short', member: 'token' }
}

/** The only form of a digest that can be stored: SHA-256 as base64url. */
export function isDigest(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text)
}
