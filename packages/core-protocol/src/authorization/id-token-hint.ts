// Reads `id_token_hint`: an ID token that the provider issued to this client, expired or not.
// https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest
import { InvalidJwt } from '../jwt/verify-jwt.ts'
import { OAuthError } from '../errors/oauth-error.ts'
import type { Context } from '../contract/context.ts'
import { verifyIdToken } from '../tokens/verify-id-token.ts'

/**
 * @returns the subject that the hint names
 * @throws OAuthError invalid_request when it is not ours, or another client's
 */
export async function verifyIdTokenHint(hint: string, clientId: string, context: Context): Promise<string> {
  try {
    const verified = await verifyIdToken(hint, 'ignored', context)
    if (verified.clientId !== clientId) throw new InvalidJwt('not issued to this client')
    return verified.subject
  } catch (error) {
    if (error instanceof InvalidJwt)
      throw new OAuthError('invalid_request', 'The id_token_hint is not an ID token of this client.', error.message)
    throw error
  }
}
