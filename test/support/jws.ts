// JWTs with any header, any payload text and any key, and the assertions of the client `key`.
import { base64url } from 'jose'
import type { ClientKeyPair } from '@symbolon/test-kit'
import { clientAssertionType } from '@symbolon/core-protocol'
import { postToken } from './code-flow.ts'
import type { Fields, TokenAnswer } from './code-flow.ts'
import type { TestProvider } from './provider.ts'

type Members = Readonly<Record<string, unknown>>

/** Objects become JSON; texts are taken as they are. */
export async function signJws(header: Members | string, payload: Members | string, key: CryptoKey | undefined): Promise<string> {
  const input = `${encode(header)}.${encode(payload)}`
  if (key === undefined) return `${input}.`
  const signature = await crypto.subtle.sign(parametersOf(key), key, new TextEncoder().encode(input))
  return `${input}.${base64url.encode(new Uint8Array(signature))}`
}

function parametersOf({ algorithm: { name } }: CryptoKey): AlgorithmIdentifier | EcdsaParams | RsaPssParams {
  return name === 'ECDSA' ? { name, hash: 'SHA-256' } : name === 'RSA-PSS' ? { name, saltLength: 32 } : name
}

function encode(part: Members | string): string {
  return base64url.encode(typeof part === 'string' ? part : JSON.stringify(part))
}

/** The claims of an honest assertion; a member that is undefined is left out. */
export function assertionClaims(provider: TestProvider, claims: Members = {}): Members {
  const now = Math.floor(provider.clock.now() / 1000)
  return { iss: 'key', sub: 'key', aud: provider.issuer, iat: now, exp: now + 60, jti: crypto.randomUUID(), ...claims }
}

/** https://www.rfc-editor.org/rfc/rfc7523#section-3 */
export async function clientAssertion(
  provider: TestProvider,
  key: ClientKeyPair,
  claims: Members = {},
  header: Members = {},
): Promise<string> {
  return await signJws({ alg: key.algorithm, kid: key.id, ...header }, assertionClaims(provider, claims), key.privateKey)
}

/**
 * Authenticates with the assertion. The code is never right, so that no code is needed: `invalid_grant` says that the client
 * was let in, `invalid_client` that it was not.
 */
export async function presentAssertion(provider: TestProvider, assertion: string, fields: Fields = {}): Promise<TokenAnswer> {
  return await postToken(provider, {
    grant_type: 'authorization_code',
    code: 'none',
    redirect_uri: 'https://app.example/cb',
    client_assertion_type: clientAssertionType,
    client_assertion: assertion,
    ...fields,
  })
}

/** Introspects with the assertion. Where no tokens are issued, every accepted assertion is used up. @returns the status: 200, or 401 */
export async function introspectWith({ issuer, fetch }: Pick<TestProvider, 'fetch' | 'issuer'>, assertion: string): Promise<number> {
  const body = new URLSearchParams({ token: 'none', client_assertion_type: clientAssertionType, client_assertion: assertion })
  return (await fetch(new Request(`${issuer}/oauth/v2/introspect`, { method: 'POST', body }))).status
}
