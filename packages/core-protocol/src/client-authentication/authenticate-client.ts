// Client authentication, for every endpoint that asks for it. Whatever is wrong, the answer is the same invalid_client.
// https://www.rfc-editor.org/rfc/rfc6749#section-2.3, https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication
import { digest, equalDigests } from '../digest.ts'
import type { Parameters } from '../http/parameters.ts'
import { assertionIssuer } from '../jwt/verify-assertion.ts'
import { OAuthError } from '../oauth-error.ts'
import type { Context } from '../part.ts'
import type { Client, ClientAuthenticationMethod } from '../ports/client.ts'
import { findClient } from './find-client.ts'
import { presentedCredentials } from './presented-credentials.ts'
import { verifyClientAssertion } from './private-key-jwt.ts'

export type ClientAuthenticationStores = 'assertionIds' | 'clients'

/**
 * @param accepted the methods that the endpoint or the grant takes
 * @returns the client that proved itself by a method that it is registered for
 * @throws OAuthError invalid_client; invalid_request when several methods are used at once
 */
export async function authenticateClient(
  request: Request,
  parameters: Parameters,
  accepted: readonly ClientAuthenticationMethod[],
  context: Context<ClientAuthenticationStores>,
): Promise<Client> {
  const credentials = presentedCredentials(request, parameters)
  const clientId = credentials.method === 'private_key_jwt' ? assertionIssuer(credentials.assertion) : credentials.clientId
  if (credentials.method === 'private_key_jwt' && credentials.clientId !== undefined && credentials.clientId !== clientId) {
    throw failed('client_id differs from the assertion')
  }
  const client = await findClient(clientId, context)
  // An unknown client costs what a known one costs.
  const presentedDigest = 'clientSecret' in credentials ? digest(credentials.clientSecret) : undefined
  if (client === undefined) throw failed('unknown client')
  if (!registeredMethods(client).includes(credentials.method)) throw failed('not the registered method')
  if (!accepted.includes(credentials.method)) throw failed('the method is not accepted here')

  switch (credentials.method) {
    case 'client_secret_basic':
    case 'client_secret_post':
      if (credentials.clientSecret === '' || presentedDigest === undefined) throw failed('no secret')
      if (client.secretHash !== undefined) await verifyHashedSecret(credentials.clientSecret, presentedDigest, client, context)
      else if (client.secretDigest === undefined || !equalDigests(client.secretDigest, presentedDigest)) throw failed('wrong secret')
      return client
    case 'private_key_jwt':
      await verifyClientAssertion(credentials.assertion, client, context)
      return client
    case 'none':
      return client
  }
}

/**
 * A secret that was imported as a hash is verified slowly once; its digest takes the hash's place.
 * @throws OAuthError, SecretHashingBusy
 */
async function verifyHashedSecret(secret: string, presentedDigest: string, client: Client, context: Context<'clients'>): Promise<void> {
  const { secretHashing, stores } = context
  if (client.secretHash === undefined || secretHashing === undefined) throw failed('a hashed secret, and nothing to verify it')
  if (!(await secretHashing.verify(secret, client.secretHash)).valid) throw failed('wrong secret')
  await stores.clients.replaceSecretHash(client.clientId, client.secretHash, presentedDigest)
}

/** Apps name the one method that they use. A service user has a secret and nothing to name a method in: it may send the secret either way. */
function registeredMethods(client: Client): readonly ClientAuthenticationMethod[] {
  return client.kind === 'service_user' ? ['client_secret_basic', 'client_secret_post'] : [client.authenticationMethod]
}

/** One text for all reasons: it must not tell which clients exist. The reason is for the log. */
function failed(reason: string): OAuthError {
  return new OAuthError('invalid_client', 'Client authentication failed.', reason)
}
