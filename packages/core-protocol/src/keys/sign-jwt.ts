// Signs claims as a compact JWS with one of the provider's keys, directly by WebCrypto. A library would first check that key and algorithm
// match, which is certain for keys that were generated here. https://www.rfc-editor.org/rfc/rfc7515#section-5.1
import { Buffer } from 'node:buffer'
import type { ProviderKeys } from './provider-keys.ts'
import type { SigningAlgorithm } from '../ports/client.ts'

/** https://www.rfc-editor.org/rfc/rfc7518#section-3.1, https://www.rfc-editor.org/rfc/rfc8037#section-3.1 */
const algorithms: Readonly<Record<SigningAlgorithm, { readonly name: string; readonly hash?: string }>> = {
  RS256: { name: 'RSASSA-PKCS1-v1_5' },
  ES256: { name: 'ECDSA', hash: 'SHA-256' },
  EdDSA: { name: 'Ed25519' },
}

/**
 * @param type `typ`, which distinguishes the kinds of JWTs that the provider signs. https://www.rfc-editor.org/rfc/rfc8725#section-3.11
 * @param claims undefined members are left out
 */
export async function signJwt(
  type: string,
  claims: Readonly<Record<string, unknown>>,
  { kid, algorithm, key }: Awaited<ReturnType<ProviderKeys['signingKey']>>,
): Promise<string> {
  const signed = `${base64url({ alg: algorithm, kid, typ: type })}.${base64url(claims)}`
  const signature = await crypto.subtle.sign(algorithms[algorithm], key, Buffer.from(signed))
  return `${signed}.${Buffer.from(signature).toString('base64url')}`
}

function base64url(members: Readonly<Record<string, unknown>>): string {
  return Buffer.from(JSON.stringify(members)).toString('base64url')
}
