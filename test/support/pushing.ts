// Pushed authorization requests as a client sends them.
import { pushedRequests } from '@symbolon/pushed-requests'
import type { PushedRequestOptions } from '@symbolon/pushed-requests'
import { clientSecret, redirectUri } from '@symbolon/test-kit'
import { basicHeader } from './code-flow.ts'
import type { Fields, Reachable } from './code-flow.ts'
import { startTestProvider } from './provider.ts'
import type { TestProvider, TestProviderOptions } from './provider.ts'
import { wholeDocument } from './whole-provider.ts'

export interface PushAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

/** A provider of the small organization that takes pushed requests. */
export async function startPushProvider(options: TestProviderOptions = {}, pushing: PushedRequestOptions = {}): Promise<TestProvider> {
  return await startTestProvider({ document: wholeDocument(), parts: pushedRequests(pushing), ...options })
}

/** Pushes a request as the client `basic`, unless the headers say otherwise; a field that is undefined is left out. */
export async function push(
  provider: Pick<Reachable, 'issuer' | 'fetch'>,
  fields: Readonly<Record<string, string | undefined>> = {},
  headers: Fields = { authorization: basicHeader('basic', clientSecret) },
): Promise<PushAnswer> {
  const all = { redirect_uri: redirectUri, response_type: 'code', scope: 'openid', state: 'the-state', ...fields }
  const present = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return await pushText(provider, new URLSearchParams(present).toString(), headers)
}

/** Pushes this body. */
export async function pushText(provider: Pick<Reachable, 'issuer' | 'fetch'>, body: string, headers: Fields): Promise<PushAnswer> {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const request = new Request(`${provider.issuer}/oauth/v2/par`, { method: 'POST', headers: { ...type, ...headers }, body })
  const response = await provider.fetch(request)
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? {} : (JSON.parse(text) as PushAnswer['body']) }
}

/** The address that a client sends the browser to after it has pushed. */
export function pushedUrl(provider: Pick<Reachable, 'issuer'>, requestUri: unknown, fields: Fields = { client_id: 'basic' }): string {
  return `${provider.issuer}/oauth/v2/authorize?${new URLSearchParams({ ...fields, request_uri: String(requestUri) })}`
}

/** Pushes a request that has to succeed. @returns its `request_uri` */
export async function pushed(
  provider: Pick<Reachable, 'issuer' | 'fetch'>,
  fields: Readonly<Record<string, string | undefined>> = {},
): Promise<string> {
  const { status, body } = await push(provider, fields)
  if (status !== 201) throw new Error(`The push was refused: ${JSON.stringify(body)}`)
  return String(body['request_uri'])
}
