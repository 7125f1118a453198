// Client authentication, for every endpoint that requires it. A request carries exactly one method, and every failure is the same
// `invalid_client`. https://www.rfc-editor.org/rfc/rfc6749#section-2.3: "The client MUST NOT use more than one authentication method in each
// request." https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication
import type { Context } from '../contract/context.ts'
import { digest, equalDigests } from '../crypto/digest.ts'
import { InvalidClient, OAuthError } from '../errors/oauth-error.ts'
import type { Parameters } from '../http/parameters.ts'
import type { HttpRequest } from '../http/request.ts'
import { assertionIssuer, verifyAssertion } from '../jwt/verify-assertion.ts'
import { InvalidJwt } from '../jwt/verify-jwt.ts'
import { isSecretHash } from '../ports/client.ts'
import type { Client, ClientAuthenticationMethod } from '../ports/client.ts'

/** The stores that `authenticateClient` reads and writes. A part that calls it declares them. */
export const clientAuthenticationStores = ['assertionIds', 'clients'] as const
/** A context with the stores of client authentication. */
export type ClientAuthenticationContext = Context<(typeof clientAuthenticationStores)[number]>

/**
 * @param accepted the methods that the endpoint or the grant takes
 * @returns the client that proved itself by a method that it is registered for
 * @throws OAuthError invalid_client; invalid_request when several methods are used at once
 */
export async function authenticateClient(
  request: HttpRequest,
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
  // One description for all reasons: the client must not learn which check failed. The reason is logged.
  const ofClient =
    failure.client === undefined
      ? readings[0]?.method !== 'private_key_jwt'
      : registeredMethods(failure.client).includes('client_secret_basic')
  throw new InvalidClient('Client authentication failed.', failure.reason, acceptsBasic && ofClient)
}

interface Failure {
  /** For the log. */
  readonly reason: string
  /** The client that the request names, if it exists. */
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
  // The digest is computed for unknown clients as well, so that the time does not tell whether a client exists.
  const presentedDigest = 'clientSecret' in credentials ? digest(credentials.clientSecret) : ''
  if (client === undefined) return { reason: 'unknown client' }
  const expected = registeredMethods(client)
  if (!expected.includes(method)) {
    return { client, reason: `the client ${client.clientId} is registered for ${listed(expected)} and used ${method}` }
  }
  if (!accepted.includes(method))
    return { client, reason: `${listed(accepted)} is accepted here and the client ${client.clientId} used ${method}` }

  switch (method) {
    case 'client_secret_basic':
    case 'client_secret_post':
      return isDigestOf(client, presentedDigest) || (await isSecretOf(client, credentials.clientSecret, presentedDigest, context))
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

function isDigestOf({ secretDigest, secretHash }: Client, presentedDigest: string): boolean {
  return secretHash === undefined && secretDigest !== undefined && equalDigests(secretDigest, presentedDigest)
}

/** Whether it is the secret of a client that was imported with a hash, or the secret before. @throws SecretHashingBusy */
async function isSecretOf(client: Client, secret: string, presentedDigest: string, context: ClientAuthenticationContext): Promise<boolean> {
  if (await isHashedSecret(client, secret, presentedDigest, context)) return true
  const { formerSecret: former } = client
  if (former === undefined || (former.expiresAt !== undefined && former.expiresAt <= context.now())) return false
  if (!isSecretHash(former.stored)) return equalDigests(former.stored, presentedDigest)
  return context.secretHashing !== undefined && (await context.secretHashing.verify(secret, former.stored)).valid
}

/** A secret that was imported as a hash is verified slowly once; its digest takes the hash's place. */
async function isHashedSecret(
  { clientId, secretHash }: Client,
  secret: string,
  presentedDigest: string,
  { secretHashing, stores }: ClientAuthenticationContext,
): Promise<boolean> {
  if (secretHash === undefined || secretHashing === undefined || !(await secretHashing.verify(secret, secretHash)).valid) return false
  await stores.clients.replaceSecretHash(clientId, secretHash, presentedDigest)
  return true
}

const secretMethods: readonly ClientAuthenticationMethod[] = ['client_secret_basic', 'client_secret_post']

/**
 * A client with a secret may send it in the header or in the body: libraries differ. A service user has no setting for the method.
 */
function registeredMethods({ kind, authenticationMethod }: Client): readonly ClientAuthenticationMethod[] {
  return kind === 'service_user' || secretMethods.includes(authenticationMethod) ? secretMethods : [authenticationMethod]
}

function listed(methods: readonly ClientAuthenticationMethod[]): string {
  return methods.join(' or ')
}

/** @returns the active client; undefined for an unknown id, and for a text that can be none */
export async function findClient(clientId: string | undefined, context: Context<'clients'>): Promise<Client | undefined> {
  return clientId === undefined || !couldBeClientId(clientId) ? undefined : await context.stores.clients.find(clientId)
}

/** A client id has no control characters, and not every database accepts them in a query. */
function couldBeClientId(clientId: string): boolean {
  return clientId.length <= 400 && clientId.isWellFormed() && !/\p{Cc}/u.test(clientId)
}

/**
 * The algorithms of client assertions, for discovery. An Ed25519 key signs under two names: https://www.rfc-
 * editor.org/rfc/rfc9864#section-2.2
 */
export const clientAssertionAlgorithms: readonly string[] = ['RS256', 'ES256', 'EdDSA', 'Ed25519']

/** The client authentication that a request carries, by method. */
export type PresentedCredentials =
  | { readonly method: 'client_secret_basic' | 'client_secret_post'; readonly clientId: string; readonly clientSecret: string }
  | { readonly method: 'private_key_jwt'; readonly clientId: string | undefined; readonly assertion: string }
  | { readonly method: 'none'; readonly clientId: string }

/** https://www.rfc-editor.org/rfc/rfc7523#section-2.2 */
export const clientAssertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/**
 * "Parameters sent without a value MUST be treated as if they were omitted": https://www.rfc-editor.org/rfc/rfc6749#section-3.2.
 * An Authorization header without a secret names a client and is no second method; clients without a secret send `id:`.
 * @returns what the client presented, in every way in which it can be read, the one of the specification first; empty when nothing
 * @throws OAuthError invalid_request for several methods at once, invalid_client for a malformed header
 */
export function presentedCredentials(request: HttpRequest, parameters: Parameters): readonly PresentedCredentials[] {
  const header = request.header('authorization')
  const read = (name: string): string | undefined => (parameters[name] === '' ? undefined : parameters[name])
  const clientId = read('client_id')
  const clientSecret = read('client_secret')
  const assertion = read('client_assertion')
  const assertionType = read('client_assertion_type')

  const readings = header === undefined ? [] : readingsOf(header)
  const byHeader = carriesSecret(readings)
  const methods = [byHeader ? header : undefined, clientSecret, assertion ?? assertionType].filter((each) => each !== undefined)
  if (methods.length > 1) throw new OAuthError('invalid_request', 'Only one client authentication method may be used.')
  if (readings === undefined) throw new OAuthError('invalid_client', 'The Authorization header is malformed.')
  const named = readings.filter((basic) => basic.clientId !== '')
  const agreeing = named.filter((basic) => clientId === undefined || basic.clientId === clientId)
  if (named.length > 0 && agreeing.length === 0) {
    throw new OAuthError('invalid_request', 'The client_id differs from the one in the Authorization header.')
  }

  if (byHeader) return agreeing.map((basic) => ({ method: 'client_secret_basic', ...basic }))
  if (assertion !== undefined || assertionType !== undefined) {
    if (assertionType !== clientAssertionType)
      throw new OAuthError('invalid_request', 'The client_assertion_type is missing or not supported.')
    if (assertion === undefined) throw new OAuthError('invalid_request', 'The client_assertion is missing.')
    return [{ method: 'private_key_jwt', clientId: clientId ?? agreeing[0]?.clientId, assertion }]
  }
  const clientIds = clientId === undefined ? agreeing.map((basic) => basic.clientId) : [clientId]
  if (clientSecret !== undefined) return clientIds.map((id) => ({ method: 'client_secret_post', clientId: id, clientSecret }))
  return clientIds.map((id) => ({ method: 'none', clientId: id }))
}

/** Whether the request carries credentials of a client, valid or not. A client id proves nothing and does not count. */
export function carriesClientCredentials(request: HttpRequest, parameters: Parameters): boolean {
  const header = request.header('authorization')
  return (
    (header !== undefined && carriesSecret(readingsOf(header))) ||
    ['client_secret', 'client_assertion', 'client_assertion_type'].some((name) => (parameters[name] ?? '') !== '')
  )
}

/** A malformed header counts as an attempt to authenticate. */
function carriesSecret(readings: readonly BasicValue[] | undefined): boolean {
  return readings?.some(({ clientId, clientSecret }) => clientId !== '' && clientSecret !== '') ?? true
}

interface BasicValue {
  readonly clientId: string
  readonly clientSecret: string
}

/**
 * Id and secret are form-urlencoded before they are joined: https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1. Many clients do not
 * encode them. If that makes a difference, the unencoded value is the second reading.
 * @returns undefined for a malformed header, and for another scheme
 */
function readingsOf(header: string): readonly BasicValue[] | undefined {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header)?.[1]
  const text = encoded === undefined ? undefined : decodeBase64(encoded)
  const colon = text?.indexOf(':') ?? -1
  if (text === undefined || colon < 0 || /\p{Cc}/u.test(text)) return undefined
  const asItStands = { clientId: text.slice(0, colon), clientSecret: text.slice(colon + 1) }
  if (!/[%+]/.test(text)) return [asItStands]
  const decoded = { clientId: decodeFormText(asItStands.clientId), clientSecret: decodeFormText(asItStands.clientSecret) }
  return decoded.clientId === undefined || decoded.clientSecret === undefined
    ? [asItStands]
    : [{ clientId: decoded.clientId, clientSecret: decoded.clientSecret }, asItStands]
}

/** @returns undefined when it is not the base64 of UTF-8 */
function decodeBase64(encoded: string): string | undefined {
  try {
    const binary = atob(encoded)
    if (/^[\x00-\x7f]*$/.test(binary)) return binary
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)))
  } catch {
    return undefined
  }
}

/** @returns undefined when it is not valid percent-encoded UTF-8 */
function decodeFormText(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
