// The steps of the code flow as a client and its user take them, for tests that need to bend one of them.
import { alice, clientSecret, redirectUri, signIn } from '@symbolon/test-kit'
import type { Credentials, Page, UserAgent } from '@symbolon/test-kit'
import type { TestProvider } from './provider.ts'

/** A provider that requests can be sent to, wherever it runs. */
export type Reachable = Pick<TestProvider, 'issuer' | 'fetch' | 'newUserAgent'>

export type Fields = Readonly<Record<string, string>>

/** The URL of an authorization request of the client `basic`; a member that is undefined is left out. */
export function authorizationUrl(provider: Reachable, fields: Readonly<Record<string, string | undefined>> = {}): string {
  const all = { client_id: 'basic', redirect_uri: redirectUri, response_type: 'code', scope: 'openid', state: 'the-state', ...fields }
  const present = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `${provider.issuer}/oauth/v2/authorize?${new URLSearchParams(present)}`
}

/** Sends the browser to the authorization endpoint and signs in if asked. */
export async function authorize(
  provider: Reachable,
  fields: Readonly<Record<string, string | undefined>> = {},
  userAgent: UserAgent = provider.newUserAgent(),
  credentials: Credentials = alice,
): Promise<Page> {
  return await signIn(userAgent, await userAgent.get(authorizationUrl(provider, fields)), credentials)
}

/** @returns the code of a finished authorization */
export function codeOf(page: Page): string {
  const code = page.redirectedTo?.searchParams.get('code')
  if (code === null || code === undefined)
    throw new Error(`No code: ${page.redirectedTo?.href ?? `status ${page.status} ${page.text.slice(0, 300)}`}`)
  return code
}

export interface TokenAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

/** Posts exactly these parameters to the token endpoint. */
export async function postToken(provider: Reachable, fields: Fields | string, headers: Fields = {}): Promise<TokenAnswer> {
  const body = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString()
  const response = await provider.fetch(
    new Request(`${provider.issuer}/oauth/v2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    }),
  )
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) }
}

/** Redeems a code as the client `basic`, unless the fields or headers say otherwise. */
export async function redeem(
  provider: Reachable,
  code: string,
  fields: Fields = {},
  headers: Fields = { authorization: basicHeader('basic', clientSecret) },
): Promise<TokenAnswer> {
  return await postToken(provider, { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...fields }, headers)
}

/** https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1 */
export function basicHeader(clientId: string, secret: string): string {
  const encode = (text: string): string => new URLSearchParams({ text }).toString().slice('text='.length)
  return `Basic ${btoa(`${encode(clientId)}:${encode(secret)}`)}`
}

/** Calls userinfo with the token. */
export async function userinfoOf(provider: Reachable, accessToken: unknown): Promise<TokenAnswer> {
  const response = await provider.fetch(
    new Request(`${provider.issuer}/oidc/v1/userinfo`, { headers: { authorization: `Bearer ${String(accessToken)}` } }),
  )
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) }
}
