// Tokens verified as a relying party does it: with the published key set, and with hashes computed again.
import { base64url, createLocalJWKSet, jwtVerify } from 'jose'
import type { JSONWebKeySet } from 'jose'
import { createHash } from 'node:crypto'
import type { TestProvider } from './provider.ts'

export interface Decoded {
  readonly header: Readonly<Record<string, unknown>>
  readonly payload: Readonly<Record<string, unknown>>
}

export async function keySetOf(provider: Pick<TestProvider, 'issuer' | 'fetch'>): Promise<JSONWebKeySet> {
  const response = await provider.fetch(new Request(`${provider.issuer}/oauth/v2/keys`))
  return (await response.json()) as JSONWebKeySet
}

/** @throws when no published key verifies the signature, or `typ` is another */
export async function decode(provider: TestProvider, token: unknown, typ: string): Promise<Decoded> {
  const keys = createLocalJWKSet(await keySetOf(provider))
  const { protectedHeader, payload } = await jwtVerify(String(token), keys, {
    typ,
    issuer: provider.issuer,
    currentDate: new Date(provider.clock.now()),
  })
  return { header: { ...protectedHeader }, payload }
}

/** https://openid.net/specs/openid-connect-core-1_0.html#CodeIDToken */
export function leftHalfHash(text: unknown, algorithm: 'sha256' | 'sha512'): string {
  const hash = createHash(algorithm).update(String(text), 'ascii').digest()
  return base64url.encode(hash.subarray(0, hash.length / 2))
}
