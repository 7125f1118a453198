// The server as an authorization server: what it says of itself, and requests to its token and revocation endpoints.
import { CommandError } from '../terminal/outcome.ts'

/** What a sign-in needs to know of a server. */
export interface AuthorizationServer {
  readonly issuer: string
  readonly clientId: string
  /** Without a port: https://www.rfc-editor.org/rfc/rfc8252#section-7.3 */
  readonly redirectUri: string
  readonly scope: string
  /** Of the management API alone. */
  readonly apiScope: string
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  readonly revocationEndpoint: string
}

/** Tokens of a token response. */
export interface Tokens {
  readonly accessToken: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  readonly refreshToken?: string
}

/**
 * Reads an address as an issuer. Tokens go there, so it is https, unless it is this machine.
 * @throws CommandError server_invalid
 */
export function readIssuer(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new CommandError('server_invalid', `${text} is not the address of a server. Give its issuer, e.g. https://id.example.`)
  }
  const issuer = url.origin + url.pathname.replace(/\/$/, '')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new CommandError('server_invalid', `Give the issuer alone, without user name or query: ${issuer}.`)
  }
  if (url.protocol === 'http:' && !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)) {
    throw new CommandError(
      'server_invalid',
      `Use https://${url.host}. Plain http is for this machine alone, because tokens would be readable on the way.`,
    )
  }
  return issuer
}

/**
 * Asks a server how the command signs in there.
 * @throws CommandError server_unreachable; server_unknown for a server that is not Symbolon, or that has another issuer
 */
export async function describeServer(issuer: string): Promise<AuthorizationServer> {
  const [command, metadata] = await Promise.all([
    getJson(`${issuer}/manage/v1/command`, issuer),
    getJson(`${issuer}/.well-known/openid-configuration`, issuer),
  ])
  // "the issuer value returned MUST be identical": https://www.rfc-editor.org/rfc/rfc8414#section-3.3
  for (const document of [command, metadata]) {
    const said = text(document, 'issuer', issuer)
    if (said !== issuer) {
      throw new CommandError('server_unknown', `${issuer} says that its issuer is ${said}. Use that address, if you trust it.`)
    }
  }
  return {
    issuer,
    clientId: text(command, 'clientId', issuer),
    redirectUri: text(command, 'redirectUri', issuer),
    scope: text(command, 'scope', issuer),
    apiScope: text(command, 'apiScope', issuer),
    authorizationEndpoint: text(metadata, 'authorization_endpoint', issuer),
    tokenEndpoint: text(metadata, 'token_endpoint', issuer),
    revocationEndpoint: text(metadata, 'revocation_endpoint', issuer),
  }
}

/**
 * Sends a request to the token endpoint.
 * @returns undefined if the server refuses the grant
 * @throws CommandError server_unreachable, server_unknown
 */
export async function requestTokens(
  { issuer, tokenEndpoint }: Pick<AuthorizationServer, 'issuer' | 'tokenEndpoint'>,
  fields: Readonly<Record<string, string>>,
): Promise<Tokens | undefined> {
  const sentAt = Date.now()
  const response = await send(tokenEndpoint, issuer, { method: 'POST', body: new URLSearchParams(fields) })
  const answer = await jsonOf(response)
  if (response.status === 400 || response.status === 401) return undefined
  if (!response.ok)
    throw new CommandError('server_unknown', `${issuer} answered ${response.status} to the request for a token. Try again later.`)
  const { expires_in: seconds, refresh_token: refreshToken } = answer
  return {
    accessToken: text(answer, 'access_token', issuer),
    expiresAt: sentAt + (typeof seconds === 'number' ? seconds : 0) * 1000,
    ...(typeof refreshToken === 'string' ? { refreshToken } : {}),
  }
}

/**
 * Revokes a token. https://www.rfc-editor.org/rfc/rfc7009#section-2.1
 * @throws CommandError server_unreachable, server_unknown
 */
export async function revokeToken(token: string, { issuer, clientId, revocationEndpoint }: AuthorizationServer): Promise<void> {
  const response = await send(revocationEndpoint, issuer, { method: 'POST', body: new URLSearchParams({ token, client_id: clientId }) })
  if (!response.ok) throw new CommandError('server_unknown', `${issuer} answered ${response.status} to the revocation.`)
}

async function getJson(url: string, issuer: string): Promise<Readonly<Record<string, unknown>>> {
  const response = await send(url, issuer, { headers: { accept: 'application/json' } })
  if (!response.ok) throw notOurs(issuer)
  return await jsonOf(response)
}

async function send(url: string, issuer: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'error' })
  } catch (error) {
    throw unreachable(issuer, error)
  }
}

async function jsonOf(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const read: unknown = await response.json().catch(() => undefined)
  return typeof read === 'object' && read !== null ? { ...read } : {}
}

function text(document: Readonly<Record<string, unknown>>, member: string, issuer: string): string {
  const value = document[member]
  if (typeof value !== 'string') throw notOurs(issuer)
  return value
}

function notOurs(issuer: string): CommandError {
  return new CommandError('server_unknown', `${issuer} is not a Symbolon server with a management API. Check the address.`)
}

/** @returns the error for a server that could not be asked */
export function unreachable(issuer: string, error: unknown): CommandError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
  return new CommandError('server_unreachable', `${issuer} cannot be reached: ${cause}. Check the address, and whether the server runs.`)
}
