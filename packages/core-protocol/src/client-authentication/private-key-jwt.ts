// Client assertions. https://www.rfc-editor.org/rfc/rfc7523#section-2.2, https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication
import { verifyAssertion } from '../jwt/verify-assertion.ts'
import { InvalidJwt } from '../jwt/verify-jwt.ts'
import { OAuthError } from '../oauth-error.ts'
import type { Context } from '../part.ts'
import type { Client } from '../ports/client.ts'

/** @throws OAuthError invalid_client */
export async function verifyClientAssertion(assertion: string, client: Client, context: Context<'assertionIds' | 'clients'>): Promise<void> {
  try {
    await verifyAssertion(assertion, client, 'client', context)
  } catch (error) {
    if (error instanceof InvalidJwt) throw new OAuthError('invalid_client', 'Client authentication failed.', error.message)
    throw error
  }
}
