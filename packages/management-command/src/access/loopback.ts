// The sign-in of a person in the browser: the authorization code comes back over the loopback interface.
// https://www.rfc-editor.org/rfc/rfc8252#section-7.3, PKCE https://www.rfc-editor.org/rfc/rfc7636
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { CommandError } from '../terminal/outcome.ts'
import { requestTokens } from './authorization-server.ts'
import type { AuthorizationServer, Tokens } from './authorization-server.ts'

/** Milliseconds that a person has for the sign-in. */
const timeout = 600_000

/**
 * Signs a user in.
 * @param open shows the address to the person
 * @throws CommandError sign_in_refused, sign_in_timeout, and those of `requestTokens`
 */
export async function signInByBrowser(server: AuthorizationServer, open: (address: string) => void): Promise<Tokens> {
  const [state, verifier] = [randomText(), randomText()]
  const listener = await listen(server, state)
  try {
    const redirectUri = withPort(server.redirectUri, listener.port)
    open(await authorizationAddress(server, { state, verifier, redirectUri }))
    const code = await listener.code
    const tokens = await requestTokens(server, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      client_id: server.clientId,
      code_verifier: verifier,
    })
    if (tokens === undefined) throw new CommandError('sign_in_refused', `${server.issuer} refused the code of the sign-in. Sign in again.`)
    return tokens
  } finally {
    listener.close()
  }
}

async function authorizationAddress(
  { authorizationEndpoint, clientId, scope }: AuthorizationServer,
  { state, verifier, redirectUri }: { readonly state: string; readonly verifier: string; readonly redirectUri: string },
): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)))
  const address = new URL(authorizationEndpoint)
  address.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    state,
    code_challenge: base64url(digest),
    code_challenge_method: 'S256',
    // Two factors, where the user has them: the tokens administrate the instance.
    acr_values: '2',
  }).toString()
  return address.href
}

interface Listener {
  readonly port: number
  readonly code: Promise<string>
  close(): void
}

async function listen({ issuer, redirectUri }: AuthorizationServer, state: string): Promise<Listener> {
  const { promise: code, resolve, reject } = Promise.withResolvers<string>()
  const { pathname } = new URL(redirectUri)
  const server = createServer((request, response) => {
    const answered = readAnswer(request, { issuer, pathname, state })
    if (answered === undefined)
      return respond(response, 404, 'This address belongs to a different sign-in. Return to the terminal and start again.')
    if (answered instanceof CommandError) {
      respond(response, 400, 'Sign-in failed. The terminal shows the reason.')
      return reject(answered)
    }
    respond(response, 200, 'You are signed in. You can close this page and return to the terminal.')
    resolve(answered)
  })
  const timer = setTimeout(
    () => reject(new CommandError('sign_in_timeout', 'The sign-in timed out after ten minutes. Start again.')),
    timeout,
  )
  // Without a handler, a failure before `code` is awaited would be an unhandled rejection.
  code.catch(() => undefined)
  await new Promise<void>((listening, failed) => server.once('error', failed).listen(0, '127.0.0.1', listening))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    code,
    close() {
      clearTimeout(timer)
      server.close()
      server.closeIdleConnections()
    },
  }
}

/**
 * Reads the authorization response. One that another page made is not ours: it does not know the state. The issuer is compared, so that another
 * server cannot have its code redeemed here. https://www.rfc-editor.org/rfc/rfc9207#section-2.4
 */
function readAnswer(
  { method, url = '/' }: IncomingMessage,
  { issuer, pathname, state }: { readonly issuer: string; readonly pathname: string; readonly state: string },
): string | CommandError | undefined {
  const { pathname: path, searchParams } = new URL(url, 'http://127.0.0.1')
  if (method !== 'GET' || path !== pathname || searchParams.get('state') !== state || searchParams.get('iss') !== issuer) return undefined
  const error = searchParams.get('error')
  if (error !== null) {
    const description = searchParams.get('error_description')
    return new CommandError('sign_in_refused', `${issuer} refused the sign-in: ${error}${description === null ? '' : `, ${description}`}`)
  }
  return searchParams.get('code') ?? undefined
}

function respond(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', connection: 'close' })
    .end(`${text}\n`)
}

function withPort(redirectUri: string, port: number): string {
  const url = new URL(redirectUri)
  url.port = String(port)
  return url.href
}

function randomText(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)))
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replaceAll(/[+/=]/g, (character) => ({ '+': '-', '/': '_' })[character] ?? '')
}
