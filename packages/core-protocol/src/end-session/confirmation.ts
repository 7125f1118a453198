// The question whether somebody wants to sign out, and the answer to it: a form that only a page of ours in this browser can post.
// https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout
import { equalDigests } from '../crypto/digest.ts'
import { parseParameters } from '../http/parameters.ts'
import type { Parameters, ParsedParameters } from '../http/parameters.ts'
import { csrfToken, readSessionCookie } from '../http/user-agent.ts'
import type { VerifiedIdToken } from '../tokens/verify-id-token.ts'
import type { NamedSession } from './end-sessions.ts'

/**
 * "the OP MUST ask the End-User this question if an id_token_hint was not provided or if the supplied ID Token does not belong to the
 * current OP session with the RP and/or currently logged in End-User." Where nobody is signed in there is nobody to ask.
 */
export function isInDoubt(hint: VerifiedIdToken | undefined, present: readonly NamedSession[]): boolean {
  return present.length > 0 && !present.some(({ userId }) => userId === hint?.subject)
}

/** The hidden fields of the form: the whole request in one, since a form does not return every text unchanged, and the token. */
export function confirmationFields(parameters: Parameters, request: Request, issuer: string): Readonly<Record<string, string>> {
  const secret = readSessionCookie(request, issuer)
  return { request: new URLSearchParams(parameters).toString(), csrf: secret === undefined ? '' : csrfToken(secret) }
}

export interface Confirmation {
  /** The request that the question was about. */
  readonly parsed: ParsedParameters
  /** Whether the form comes from a page that this browser was shown in its present session. */
  readonly genuine: boolean
}

/** @returns undefined for every other form @throws OAuthError invalid_request */
export function readConfirmation({ parameters, repeated }: ParsedParameters, request: Request, issuer: string): Confirmation | undefined {
  const { request: asked, csrf } = parameters
  if (asked === undefined || csrf === undefined || repeated.length > 0) return undefined
  const secret = readSessionCookie(request, issuer)
  return { parsed: parseParameters(asked), genuine: secret !== undefined && equalDigests(csrf, csrfToken(secret)) }
}
