// A sign-in by the authorization code flow, without a browser: the pages are fetched and their forms filled in.
import { digest } from '@symbolon/core-protocol'
import { createUserAgent, signIn } from '@symbolon/test-client'
import type { Page } from '@symbolon/test-client'
import { defaultClientSecret, defaultPassword } from './options.ts'
import type { TestClient, TestUser } from './options.ts'

/** How a user signs in. */
export interface SignInOptions {
  /** Default: `openid profile email offline_access`. */
  readonly scope?: string
  /** Additional parameters of the authorization request, e.g. `nonce`, `ui_locales`, `claims`. */
  readonly parameters?: Readonly<Record<string, string>>
}

/** The token response. https://www.rfc-editor.org/rfc/rfc6749#section-5.1 */
export interface TestTokens {
  readonly accessToken: string
  readonly idToken: string | undefined
  readonly refreshToken: string | undefined
  /** Seconds. */
  readonly expiresIn: number
  readonly scope: string
}

/** The provider did not do what the test requested. The message contains its response. */
export class TestProviderError extends Error {
  override readonly name = 'TestProviderError'
}

/** Where the provider is, and how to reach it. */
export interface Reached {
  readonly issuer: string
  readonly fetch: (request: Request) => Promise<Response>
}

/** Signs in, and skips what is offered. @returns the page at which the sign-in ended: the application, or a page that asks for more */
export async function signInAt(provider: Reached, authorizationUrl: string | URL, user: TestUser): Promise<Page> {
  const userAgent = createUserAgent(provider.fetch)
  const { userName: loginName, password = defaultPassword } = user
  return await signIn(userAgent, await userAgent.get(authorizationUrl), { loginName, password })
}

/** @throws TestProviderError if the sign-in does not end with a code, or the code is refused */
export async function signInFor(provider: Reached, user: TestUser, client: TestClient, options: SignInOptions): Promise<TestTokens> {
  const [redirectUri] = client.redirectUris
  if (redirectUri === undefined) throw new TestProviderError(`The client ${client.clientId} has no redirect URI.`)
  const verifier = 'test-only-verifier-of-at-least-43-characters'
  const url = new URL(`${provider.issuer}/oauth/v2/authorize`)
  const parameters = {
    client_id: client.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: options.scope ?? 'openid profile email offline_access',
    state: 'test',
    code_challenge: digest(verifier),
    code_challenge_method: 'S256',
    ...options.parameters,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  const page = await signInAt(provider, url, user)
  const code = page.redirectedTo?.searchParams.get('code')
  if (code === undefined || code === null)
    throw new TestProviderError(`The sign-in ended without a code: ${page.redirectedTo?.href ?? `${page.status} ${page.text}`}`)
  return await askForTokens(provider, client, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: parameters.redirect_uri,
    code_verifier: verifier,
  })
}

/** Asks the token endpoint as the client. @throws TestProviderError if it responds with an error */
export async function askForTokens(
  { issuer, fetch }: Reached,
  { clientId, clientSecret = defaultClientSecret, authentication = 'client_secret_basic' }: Omit<TestClient, 'redirectUris'>,
  fields: Readonly<Record<string, string>>,
): Promise<TestTokens> {
  const body = new URLSearchParams(fields)
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' })
  if (authentication === 'client_secret_basic')
    headers.set('authorization', `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)}`)
  else body.set('client_id', clientId)
  if (authentication === 'client_secret_post') body.set('client_secret', clientSecret)
  const response = await fetch(new Request(`${issuer}/oauth/v2/token`, { method: 'POST', headers, body: body.toString() }))
  const answer = (await response.json()) as Readonly<Record<string, unknown>>
  if (!response.ok) throw new TestProviderError(`The token endpoint answered ${response.status}: ${JSON.stringify(answer)}`)
  const text = (name: string): string | undefined => (typeof answer[name] === 'string' ? answer[name] : undefined)
  return {
    accessToken: text('access_token') ?? '',
    idToken: text('id_token'),
    refreshToken: text('refresh_token'),
    expiresIn: Number(answer['expires_in']),
    scope: text('scope') ?? '',
  }
}
