// The steps of a module as the suite takes them: request, sign-in, callback, token, userinfo, each with the checks that the
// suite makes in every module, its warnings included.
import { alice, signIn } from '@symbolon/test-kit'
import type { Page, UserAgent } from '@symbolon/test-kit'
import type { JWTPayload } from 'jose'
import { SignJWT } from 'jose'
import assert from 'node:assert/strict'
import { readCallback } from './callback.ts'
import { checkIdToken, claimsAboutUser } from './id-token.ts'
import type { Members, Plan } from './plan.ts'
import { callbackUri } from './registration.ts'
import type { SuiteClient } from './registration.ts'
import { checkUserinfo } from './userinfo.ts'
import { checkTokenResponse } from './token-response.ts'

export type Fields = Readonly<Record<string, string>>

export interface FlowOptions {
  readonly client?: SuiteClient
  readonly userAgent?: UserAgent
  /** Additional members of the authorization request; undefined leaves one out. */
  readonly request?: Readonly<Record<string, string | undefined>>
  readonly tokenRequest?: Fields
}

export interface Flow {
  readonly request: Fields
  readonly userAgent: UserAgent
  /** Empty in the implicit flow. */
  readonly code: string
  /** The token response; in the implicit flow the answer of the authorization endpoint. */
  readonly tokens: Members
  readonly idToken: JWTPayload
  /** About the user: from userinfo where there is an access token, else from the ID token. */
  readonly claims: Members
}

/** Always with state and nonce, never with PKCE unless a module says so. */
export function newRequest(plan: Plan, { client = plan.client, request = {} }: FlowOptions = {}): Fields {
  const all = {
    client_id: client.clientId,
    redirect_uri: callbackUri,
    response_type: plan.responseType,
    scope: 'openid',
    state: crypto.randomUUID(),
    nonce: crypto.randomUUID(),
    response_mode: plan.responseMode === 'form_post' ? 'form_post' : undefined,
    ...request,
  }
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

export function authorizationUrl(plan: Plan, request: Fields): string {
  return `${String(plan.metadata['authorization_endpoint'])}?${new URLSearchParams(request)}`
}

/** From the request to the claims about the user, signing in where the service asks for it. */
export async function completeFlow(plan: Plan, options: FlowOptions = {}): Promise<Flow> {
  const { userAgent = plan.newUserAgent() } = options
  const request = newRequest(plan, options)
  const page = await signIn(userAgent, await userAgent.get(authorizationUrl(plan, request)), alice)
  return await finishFlow(plan, page, request, { ...options, userAgent })
}

/** From the page that answers the authorization request on. */
export async function finishFlow(
  plan: Plan,
  page: Page,
  request: Fields,
  options: FlowOptions & { readonly userAgent: UserAgent },
): Promise<Flow> {
  const { client = plan.client, userAgent } = options
  if (plan.responseType !== 'code') return await finishImplicitFlow(plan, page, request, { ...options, client })
  const { code } = readCallback(plan, page, request, ['code'])
  assert.ok(code !== undefined)
  const answer = await requestTokens(plan, client, { code, redirect_uri: request['redirect_uri'] ?? '', ...options.tokenRequest })
  const tokens = await checkTokenResponse(answer)
  const accessToken = String(tokens['access_token'])
  const idToken = await checkIdToken(String(tokens['id_token']), { plan, client, nonce: request['nonce'], accessToken, code })
  const claims = await checkUserinfo(await requestUserinfo(plan, tokens), idToken)
  return { request, userAgent, code, tokens, idToken, claims }
}

/** https://openid.net/specs/openid-connect-core-1_0.html#ImplicitAuthResponse */
async function finishImplicitFlow(
  plan: Plan,
  page: Page,
  request: Fields,
  { client, userAgent }: { readonly client: SuiteClient; readonly userAgent: UserAgent },
): Promise<Flow> {
  const withAccessToken = plan.responseType === 'id_token token'
  const tokens = readCallback(plan, page, request, [
    'id_token',
    'scope',
    ...(withAccessToken ? ['access_token', 'token_type', 'expires_in'] : []),
  ])
  const { access_token: accessToken, id_token: text } = tokens
  if (withAccessToken) {
    assert.equal(tokens['token_type'], 'Bearer')
    assert.match(tokens['expires_in'] ?? '', /^[1-9][0-9]*$/)
  }
  const idToken = await checkIdToken(text ?? '', { plan, client, nonce: request['nonce'], accessToken, code: undefined })
  const claims = withAccessToken ? await checkUserinfo(await requestUserinfo(plan, tokens), idToken) : claimsAboutUser(idToken)
  return { request, userAgent, code: '', tokens, idToken, claims }
}

/** Redeems a code, authenticating as the client is registered. */
export async function requestTokens(plan: Plan, { clientId, authentication }: SuiteClient, fields: Fields): Promise<Response> {
  const endpoint = String(plan.metadata['token_endpoint'])
  const headers = new Headers()
  const body = new URLSearchParams({ grant_type: 'authorization_code', ...fields })
  if ('key' in authentication) {
    const { id, algorithm, privateKey } = authentication.key
    body.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
    const claims = { iss: clientId, sub: clientId, aud: endpoint, jti: crypto.randomUUID() }
    const now = Math.floor(plan.now() / 1000)
    const assertion = new SignJWT(claims)
      .setIssuedAt(now)
      .setExpirationTime(now + 60)
      .setProtectedHeader({ alg: algorithm, kid: id })
    if (!body.has('client_assertion')) body.set('client_assertion', await assertion.sign(privateKey))
  } else if (authentication.method === 'client_secret_post') {
    body.set('client_id', clientId)
    body.set('client_secret', authentication.secret)
  } else {
    const encode = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1)
    headers.set('authorization', `Basic ${btoa(`${encode(clientId)}:${encode(authentication.secret)}`)}`)
  }
  return await plan.fetch(endpoint, { method: 'POST', headers, body })
}

export async function requestUserinfo(plan: Plan, tokens: Members): Promise<Response> {
  const headers = { authorization: `Bearer ${String(tokens['access_token'])}` }
  return await plan.fetch(String(plan.metadata['userinfo_endpoint']), { headers })
}
