// Client authentication, for every endpoint that asks for it. Whatever is wrong, the client is told the same invalid_client.
// https://www.rfc-editor.org/rfc/rfc6749#section-2.3, https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication
import { digest, equalDigests } from '../crypto/digest.ts'
import type { Parameters } from '../http/parameters.ts'
import { assertionIssuer, verifyAssertion } from '../jwt/verify-assertion.ts'
import { InvalidJwt } from '../jwt/verify-jwt.ts'
import { InvalidClient } from '../errors/oauth-error.ts'
import type { Context } from '../contract/context.ts'
import type { Client, ClientAuthenticationMethod } from '../ports/client.ts'
import { findClient } from './find-client.ts'
import { presentedCredentials } from './presented-credentials.ts'
import type { PresentedCredentials } from './presented-credentials.ts'

/** The stores that `authenticateClient` reads and writes. A part that calls it declares them. */
export const clientAuthenticationStores = ['assertionIds', 'clients'] as const
export type ClientAuthenticationContext = Context<typeof clientAuthenticationStores[number]>

/**
 * @param accepted the methods that the endpoint or the grant takes
 * @returns the client that proved itself by a method that it is registered for
 * @throws OAuthError invalid_client; invalid_request when several methods are used at once
 */
export async function authenticateClient(
  request: Request,
  parameters: Parameters,
  accepted: readonly ClientAuthenticationMethod[],
  context: ClientAuthenticationContext,
): Promise<Client> {
  const readings = presentedCredentials(request, parameters)
  let failure: Failure | undefined
  for (const reading of readings) {
    const outcome = await prove(reading, accepted, context)
    if ('proven' in outcome) return outcome.proven
    if (failure?.client === undefined) failure = outcome
  }
  const acceptsBasic = accepted.includes('client_secret_basic')
  if (failure === undefined) throw new InvalidClient('Client authentication is required.', `expected ${listed(accepted)}`, acceptsBasic)
  // One text for all reasons: it must not tell why. The reason is for the log.
  const ofClient = failure.client === undefined ? readings[0]?.method !== 'private_key_jwt' : registeredMethods(failure.client).includes('client_secret_basic')
  throw new InvalidClient('Client authentication failed.', failure.reason, acceptsBasic && ofClient)
}

interface Failure {
  /** For the log. */
  readonly reason: string
  /** Whom the request names, if there is such a client. */
  readonly client?: Client
}

async function prove(
  credentials: PresentedCredentials,
  accepted: readonly ClientAuthenticationMethod[],
  context: ClientAuthenticationContext,
): Promise<{ readonly proven: Client } | Failure> {
  const { method } = credentials
  const clientId = method === 'private_key_jwt' ? assertionIssuer(credentials.assertion) : credentials.clientId
  if (method === 'private_key_jwt' && credentials.clientId !== undefined && credentials.clientId !== clientId) {
    return { reason: 'client_id differs from the assertion' }
  }
  const client = await findClient(clientId, context)
  // An unknown client costs what a known one costs.
  const presentedDigest = 'clientSecret' in credentials ? digest(credentials.clientSecret) : ''
  if (client === undefined) return { reason: 'unknown client' }
  const expected = registeredMethods(client)
  if (!expected.includes(method)) {
    return { client, reason: `the client ${client.clientId} is registered for ${listed(expected)} and used ${method}` }
  }
  if (!accepted.includes(method)) return { client, reason: `${listed(accepted)} is accepted here and the client ${client.clientId} used ${method}` }

  switch (method) {
    case 'client_secret_basic':
    case 'client_secret_post':
      return await isSecretOf(client, credentials.clientSecret, presentedDigest, context)
        ? { proven: client }
        : { client, reason: `wrong secret of the client ${client.clientId}` }
    case 'private_key_jwt':
      // https://www.rfc-editor.org/rfc/rfc7523#section-2.2
      try {
        await verifyAssertion(credentials.assertion, client, 'client', context)
        return { proven: client }
      } catch (error) {
        if (error instanceof InvalidJwt) return { client, reason: error.message }
        throw error
      }
    case 'none':
      return { proven: client }
  }
}

/**
 * A secret that was imported as a hash is verified slowly once; its digest takes the hash's place.
 * @throws SecretHashingBusy
 */
async function isSecretOf(client: Client, secret: string, presentedDigest: string, { secretHashing, stores }: ClientAuthenticationContext): Promise<boolean> {
  const { clientId, secretDigest, secretHash } = client
  if (secretHash === undefined) return secretDigest !== undefined && equalDigests(secretDigest, presentedDigest)
  if (secretHashing === undefined || !(await secretHashing.verify(secret, secretHash)).valid) return false
  await stores.clients.replaceSecretHash(clientId, secretHash, presentedDigest)
  return true
}

const secretMethods: readonly ClientAuthenticationMethod[] = ['client_secret_basic', 'client_secret_post']

/**
 * Whoever has a secret may send it either way, as its library does: both show the same secret. A service user has nothing to name
 * a method in.
 */
function registeredMethods({ kind, authenticationMethod }: Client): readonly ClientAuthenticationMethod[] {
  return kind === 'service_user' || secretMethods.includes(authenticationMethod) ? secretMethods : [authenticationMethod]
}

function listed(methods: readonly ClientAuthenticationMethod[]): string {
  return methods.join(' or ')
}
