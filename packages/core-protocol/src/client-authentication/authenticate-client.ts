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
import { whenKnown } from '../memory/awaitable.ts'
import type { Awaitable } from '../memory/awaitable.ts'
import { isSecretHash } from '../ports/client.ts'
import type { Client, ClientAuthenticationMethod } from '../ports/client.ts'
import type { OneTimeUse } from '../ports/issuance.ts'

/** The stores that `authenticateClient` reads and writes. A part that calls it declares them. */
export const clientAuthenticationStores = ['assertionIds', 'clients'] as const
/** A context with the stores of client authentication. */
export type ClientAuthenticationContext = Context<(typeof clientAuthenticationStores)[number]>

/** A client that proved itself. */
export interface ProvenClient {
  readonly client: Client
  /** The assertion that it used, which counts once it is recorded: of parallel uses one is the first. */
  readonly assertion?: OneTimeUse
}

/**
 * Authenticates a client, for endpoints that issue no tokens. An assertion is used up.
 * @param accepted the methods that the endpoint or the grant takes
 * @returns the client that proved itself by a method that it is registered for
 * @throws OAuthError invalid_client; invalid_request when several methods are used at once
 */
export function authenticateClient(
  request: HttpRequest,
  parameters: Parameters,
  accepted: readonly ClientAuthenticationMethod[],
  context: ClientAuthenticationContext,
): Awaitable<Client> {
  return whenKnown(proveClient(request, parameters, accepted, context), ({ client, assertion }) =>
    assertion === undefined ? client : recordUse(client, assertion, context),
  )
}

async function recordUse(client: Client, { id, expiresAt }: OneTimeUse, { stores }: Context<'assertionIds'>): Promise<Client> {
  if (await stores.assertionIds.add(id, expiresAt)) return client
  throw assertionReplayed()
}

/** @returns the error for an assertion that authenticated the client before */
export function assertionReplayed(): InvalidClient {
  return new InvalidClient('Client authentication failed.', 'the assertion was used before', false)
}

/**
 * Authenticates a client and stores nothing: the caller records the assertion in the transaction that depends on it.
 * @param accepted the methods that the endpoint or the grant takes
 * @throws OAuthError invalid_client; invalid_request when several methods are used at once
 */
export function proveClient(
  request: HttpRequest,
  parameters: Parameters,
  accepted: readonly ClientAuthenticationMethod[],
  context: ProvingContext,
): Awaitable<ProvenClient> {
  const readings = presentedCredentials(request, parameters)
  const proveFrom = (index: number, failure: Failure | undefined): Awaitable<ProvenClient> => {
    const reading = readings[index]
    if (reading === undefined) return refuse(failure, readings, accepted)
    return whenKnown(prove(reading, accepted, context), (outcome) =>
      'proven' in outcome ? outcome.proven : proveFrom(index + 1, failure?.client === undefined ? outcome : failure),
    )
  }
  return proveFrom(0, undefined)
}

/** @throws OAuthError invalid_client */
function refuse(
  failure: Failure | undefined,
  readings: readonly PresentedCredentials[],
  accepted: readonly ClientAuthenticationMethod[],
): never {
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

type Outcome = { readonly proven: ProvenClient } | Failure

type ProvingContext = Context<'clients'>

function prove(
  credentials: PresentedCredentials,
  accepted: readonly ClientAuthenticationMethod[],
  context: ProvingContext,
): Awaitable<Outcome> {
  const { method } = credentials
  const clientId = method === 'private_key_jwt' ? assertionIssuer(credentials.assertion) : credentials.clientId
  if (method === 'private_key_jwt' && credentials.clientId !== undefined && credentials.clientId !== clientId) {
    return { reason: 'client_id differs from the assertion' }
  }
  return whenKnown(findClient(clientId, context), (client) => proveAs(client, credentials, accepted, context))
}

function proveAs(
  client: Client | undefined,
  credentials: PresentedCredentials,
  accepted: readonly ClientAuthenticationMethod[],
  context: ProvingContext,
): Awaitable<Outcome> {
  const { method } = credentials
  // The digest is computed for unknown clients as well, so that the response time does not reveal whether a client exists.
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
      return isDigestOf(client, presentedDigest)
        ? { proven: { client } }
        : isSecretOf(client, credentials.clientSecret, presentedDigest, context).then((isSecret) =>
            isSecret ? { proven: { client } } : { client, reason: `wrong secret of the client ${client.clientId}` },
          )
    case 'private_key_jwt':
      return proveByAssertion(credentials.assertion, client, context)
    case 'none':
      return { proven: { client } }
  }
}

/** https://www.rfc-editor.org/rfc/rfc7523#section-2.2 */
async function proveByAssertion(assertion: string, client: Client, context: ProvingContext): Promise<Outcome> {
  try {
    const { use } = await verifyAssertion(assertion, client, 'client', context)
    return { proven: { client, ...(use === undefined ? {} : { assertion: use }) } }
  } catch (error) {
    if (error instanceof InvalidJwt) return { client, reason: error.message }
    throw error
  }
}

function isDigestOf({ secretDigest, secretHash }: Client, presentedDigest: string): boolean {
  return secretHash === undefined && secretDigest !== undefined && equalDigests(secretDigest, presentedDigest)
}

/** Whether it is the secret of a client that was imported with a hash, or the secret before. @throws SecretHashingBusy */
async function isSecretOf(client: Client, secret: string, presentedDigest: string, context: ProvingContext): Promise<boolean> {
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
  { secretHashing, stores }: ProvingContext,
): Promise<boolean> {
  if (secretHash === undefined || secretHashing === undefined) return false
  const { valid, partial = false } = await secretHashing.verify(secret, secretHash)
  if (valid && !partial) await stores.clients.replaceSecretHash(clientId, secretHash, presentedDigest)
  return valid
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
export function findClient(clientId: string | undefined, context: Context<'clients'>): Awaitable<Client | undefined> {
  return clientId === undefined || !couldBeClientId(clientId) ? undefined : context.stores.clients.find(clientId)
}

/** U+0000 to U+001F and U+007F to U+009F. */
const controlCharacter = /\p{Cc}/u

/** A client id has no control characters, and not every database accepts them in a query. */
function couldBeClientId(clientId: string): boolean {
  return clientId.length <= 400 && clientId.isWellFormed() && !controlCharacter.test(clientId)
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
 * An Authorization header without a secret names a client and does not count as a second method; clients without a secret send `id:`.
 * @returns what the client presented, in every way in which it can be read, the one of the specification first; empty when nothing
 * @throws OAuthError invalid_request for several methods at once, invalid_client for a malformed header
 */
export function presentedCredentials(request: HttpRequest, parameters: Parameters): readonly PresentedCredentials[] {
  const header = request.header('authorization')
  const clientId = withoutEmptyText(parameters['client_id'])
  const clientSecret = withoutEmptyText(parameters['client_secret'])
  const assertion = withoutEmptyText(parameters['client_assertion'])
  const assertionType = withoutEmptyText(parameters['client_assertion_type'])

  const readings = header === undefined ? [] : readingsOf(header)
  const byHeader = carriesSecret(readings)
  const bySecret = clientSecret !== undefined
  const byAssertion = assertion !== undefined || assertionType !== undefined
  if (Number(byHeader) + Number(bySecret) + Number(byAssertion) > 1)
    throw new OAuthError('invalid_request', 'Only one client authentication method may be used.')
  if (readings === undefined) throw new OAuthError('invalid_client', 'The Authorization header is malformed.')
  const agrees = (basic: BasicValue): boolean => basic.clientId !== '' && (clientId === undefined || basic.clientId === clientId)
  const agreeing = readings.every(agrees) ? readings : readings.filter(agrees)
  if (agreeing.length === 0 && readings.some((basic) => basic.clientId !== ''))
    throw new OAuthError('invalid_request', 'The client_id differs from the one in the Authorization header.')

  if (byHeader) return agreeing
  if (byAssertion) {
    if (assertionType !== clientAssertionType)
      throw new OAuthError('invalid_request', 'The client_assertion_type is missing or not supported.')
    if (assertion === undefined) throw new OAuthError('invalid_request', 'The client_assertion is missing.')
    return [{ method: 'private_key_jwt', clientId: clientId ?? agreeing[0]?.clientId, assertion }]
  }
  const clientIds = clientId === undefined ? agreeing.map((basic) => basic.clientId) : [clientId]
  if (bySecret) return clientIds.map((id) => ({ method: 'client_secret_post', clientId: id, clientSecret }))
  return clientIds.map((id) => ({ method: 'none', clientId: id }))
}

function withoutEmptyText(text: string | undefined): string | undefined {
  return text === '' ? undefined : text
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

/** https://www.rfc-editor.org/rfc/rfc7617#section-2 */
const basicForm = /^basic +[A-Za-z0-9+/]+={0,2} *$/i

interface BasicValue {
  readonly method: 'client_secret_basic'
  readonly clientId: string
  readonly clientSecret: string
}

/**
 * Id and secret are form-urlencoded before they are joined: https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1. Many clients do not
 * encode them. If that makes a difference, the unencoded value is the second reading.
 * @returns undefined for a malformed header, and for another scheme
 */
function readingsOf(header: string): readonly BasicValue[] | undefined {
  const text = basicForm.test(header) ? decodeBase64(header.slice('basic'.length)) : undefined
  const colon = text?.indexOf(':') ?? -1
  if (text === undefined || colon < 0 || controlCharacter.test(text)) return undefined
  const method = 'client_secret_basic'
  const asItStands: BasicValue = { method, clientId: text.slice(0, colon), clientSecret: text.slice(colon + 1) }
  if (!/[%+]/.test(text)) return [asItStands]
  const clientId = decodeFormText(asItStands.clientId)
  const clientSecret = decodeFormText(asItStands.clientSecret)
  return clientId === undefined || clientSecret === undefined ? [asItStands] : [{ method, clientId, clientSecret }, asItStands]
}

/** @param encoded may have spaces around it @returns undefined when it is not the base64 of UTF-8 */
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
