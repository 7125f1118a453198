// The reserved claims `urn:<vendor>:iam:…` at each place that can carry them, for one sign-in.
import assert from 'node:assert/strict'
import { clientSecret } from '@symbolon/test-kit'
import { decodeJwt } from 'jose'
import { basicHeader, userinfoOf } from './code-flow.ts'
import type { TokenAnswer } from './code-flow.ts'
import type { TestProvider } from './provider.ts'

export const places = ['userinfo', 'introspection', 'id_token', 'access_token'] as const
export type Place = (typeof places)[number]
export type Claims = Readonly<Record<string, unknown>>

/** @param api who introspects */
export async function claimsAt(provider: TestProvider, tokens: TokenAnswer['body'], api: string): Promise<Record<Place, Claims>> {
  const userinfo = await userinfoOf(provider, tokens['access_token'])
  assert.equal(userinfo.status, 200, JSON.stringify(userinfo.body))
  return {
    userinfo: reservedOf(userinfo.body),
    introspection: reservedOf(await introspect(provider, tokens['access_token'], api)),
    id_token: reservedOf(decodeJwt(String(tokens['id_token']))),
    access_token: reservedOf(decodeJwt(String(tokens['access_token']))),
  }
}

export async function introspect(provider: TestProvider, token: unknown, api: string): Promise<Claims> {
  const response = await provider.fetch(
    new Request(`${provider.issuer}/oauth/v2/introspect`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: basicHeader(api, clientSecret) },
      body: new URLSearchParams({ token: String(token) }).toString(),
    }),
  )
  assert.equal(response.status, 200)
  return (await response.json()) as Claims
}

/** Without what an ID token remembers for an exchange: that reveals nothing about the user. */
export function reservedOf(claims: Claims): Claims {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => name.startsWith('urn:') && !name.endsWith(':iam:scope:restrictions')))
}
