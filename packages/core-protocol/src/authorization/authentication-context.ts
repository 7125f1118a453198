// What a session's factors amount to in the terms of OpenID Connect: `acr` and `amr`.
// https://openid.net/specs/openid-connect-core-1_0.html#IDToken, https://www.rfc-editor.org/rfc/rfc8176
import type { AuthenticationFactor } from '../ports/session.ts'
import type { ClaimsRequest } from '../ports/authorization-request.ts'

/** `1`: one factor. `2`: two factors, or a key that verified its user. */
export const acrValues: readonly string[] = ['1', '2']

/** @returns the class and the methods, the methods without repetition */
export function authenticationContext(factors: readonly AuthenticationFactor[]): { readonly acr: string, readonly amr: readonly string[] } {
  const methods = [...new Set(factors.map(({ method }) => method))]
  const strong = methods.length > 1 || methods.includes('user')
  return { acr: strong ? '2' : '1', amr: strong ? [...methods, 'mfa'] : methods }
}

/**
 * Whether the `acr` reached is one that the claims parameter calls essential.
 * "If this is an Essential Claim and the requirement cannot be met, then the Authorization Server MUST treat that outcome as
 * a failed authentication attempt." https://openid.net/specs/openid-connect-core-1_0.html#acrSemantics
 */
export function meetsEssentialAcr(acr: string, claims: ClaimsRequest | undefined): boolean {
  const request = claims?.id_token?.['acr']
  if (request?.essential !== true) return true
  const accepted = request.values ?? (request.value === undefined ? [acr] : [request.value])
  return accepted.includes(acr)
}
