// Whose assertion it is, and whether it counts. Whatever is wrong, the answer is the same invalid_grant.
// https://www.rfc-editor.org/rfc/rfc7523#section-3.1
import { assertionIssuer, findClient, InvalidJwt, OAuthError, verifyAssertion } from '@symbolon/core-protocol'
import type { Client, Context } from '@symbolon/core-protocol'

/**
 * @returns the active service user that signed the assertion
 * @throws OAuthError invalid_grant
 */
export async function verifyGrantAssertion(assertion: string, context: Context<'assertionIds' | 'clients'>): Promise<Client> {
  const client = await findClient(assertionIssuer(assertion), context)
  // An app's key is for client authentication: it stands for the app, not for a user. https://www.rfc-editor.org/rfc/rfc8725#section-3.12
  if (client?.kind !== 'service_user') throw refused('the issuer is no active service user')
  try {
    await verifyAssertion(assertion, client, 'grant', context)
    return client
  } catch (error) {
    if (error instanceof InvalidJwt) throw refused(error.message)
    throw error
  }
}

/** One text for all reasons: it must not tell which users exist. The reason is for the log. */
function refused(reason: string): OAuthError {
  return new OAuthError('invalid_grant', 'The assertion is not valid.', reason)
}
