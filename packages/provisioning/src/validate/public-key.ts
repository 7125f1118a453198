// The public keys of clients. A key that cannot verify, is weak or is disclosed is never stored (CA-18):
// https://www.rfc-editor.org/rfc/rfc8725#section-3.4
import type { Reason } from '../report/reason.ts'

const candidates = [{ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, { name: 'ECDSA', namedCurve: 'P-256' }, { name: 'Ed25519' }] as const

/**
 * @param encoded base64 of a PEM text
 * @returns undefined when the key may be stored
 */
export async function publicKeyProblem(encoded: string): Promise<Reason | undefined> {
  const pem = decodeBase64(encoded)
  if (pem === undefined) return 'key_malformed'
  const text = new TextDecoder().decode(pem)
  if (/PRIVATE KEY|"(?:d|k)"\s*:/.test(text)) return 'key_private'
  // Exports label every key `RSA PUBLIC KEY`. The content is SubjectPublicKeyInfo (https://www.rfc-editor.org/rfc/rfc7468#section-13).
  const [, , body] = /^\s*-----BEGIN ((?:RSA )?PUBLIC KEY)-----([A-Za-z0-9+/=\s]+)-----END \1-----\s*$/.exec(text) ?? []
  const spki = body === undefined ? undefined : decodeBase64(body.replaceAll(/\s/g, ''))
  if (spki === undefined) return 'key_malformed'
  for (const algorithm of candidates) {
    const jwk = await importKey(spki, algorithm)
    if (jwk !== undefined) return algorithm.name === 'RSASSA-PKCS1-v1_5' ? rsaProblem(jwk) : undefined
  }
  return isSequence(spki) ? 'key_unsupported' : 'key_malformed'
}

async function importKey(spki: Uint8Array<ArrayBuffer>, algorithm: (typeof candidates)[number]): Promise<JsonWebKey | undefined> {
  try {
    return await crypto.subtle.exportKey('jwk', await crypto.subtle.importKey('spki', spki, algorithm, true, ['verify']))
  } catch {
    // Another algorithm, or a point that is not on the curve.
    return undefined
  }
}

/** https://www.rfc-editor.org/rfc/rfc7518#section-3.3: "A key of size 2048 bits or larger MUST be used" */
function rsaProblem({ n, e }: JsonWebKey): Reason | undefined {
  const modulus = unsignedOf(n)
  const exponent = unsignedOf(e)
  return modulus.toString(2).length < 2048 || exponent < 65_537n || exponent % 2n === 0n ? 'key_weak' : undefined
}

function unsignedOf(base64url: string | undefined): bigint {
  const bytes = decodeBase64((base64url ?? '').replaceAll('-', '+').replaceAll('_', '/')) ?? new Uint8Array()
  return bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n)
}

function isSequence(der: Uint8Array): boolean {
  return der[0] === 0x30
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
