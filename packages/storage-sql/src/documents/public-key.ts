// Reads the PEM public key of a document as a JWK with its algorithm. Exports label keys of every type `RSA PUBLIC KEY`, so the label is
// ignored and the types are tried one after another.
import type { SigningAlgorithm } from '@symbolon/core-protocol'

/** A public key, and the algorithm of the signatures that it verifies. */
export interface PublicKey {
  readonly algorithm: SigningAlgorithm
  readonly jwk: Readonly<Record<string, unknown>>
}

const candidates = [
  ['RS256', { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }],
  ['ES256', { name: 'ECDSA', namedCurve: 'P-256' }],
  ['EdDSA', { name: 'Ed25519' }],
] as const

/**
 * Reads a public key.
 * @param encoded base64 of the PEM text
 * @throws TypeError if it is not a public key of RSA, EC P-256 or Ed25519
 */
export async function readPublicKey(encoded: string): Promise<PublicKey> {
  const der = decodePem(encoded)
  if (der !== undefined) {
    for (const spki of [der, wrapRsaPublicKey(der)]) {
      for (const [algorithm, parameters] of candidates) {
        const jwk = await exportJwk(spki, parameters)
        if (jwk !== undefined) return { algorithm, jwk }
      }
    }
  }
  throw new TypeError('publicKey is not the base64 of a PEM public key of RSA, EC P-256 or Ed25519')
}

async function exportJwk(
  spki: Uint8Array<ArrayBuffer>,
  parameters: (typeof candidates)[number][1],
): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const key = await crypto.subtle.importKey('spki', spki, parameters, true, ['verify'])
    const { kty, n, e, crv, x, y } = await crypto.subtle.exportKey('jwk', key)
    return JSON.parse(JSON.stringify({ kty, n, e, crv, x, y }))
  } catch {
    return undefined
  }
}

function decodePem(encoded: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const text = encoded.startsWith('-----BEGIN') ? encoded : atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
    const body = /-----BEGIN [A-Z ]*PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END/.exec(text)?.[1]
    return body === undefined ? undefined : Uint8Array.from(atob(body.replace(/\s/g, '')), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** Puts an RSAPublicKey into a SubjectPublicKeyInfo. https://www.rfc-editor.org/rfc/rfc8017#appendix-A.1.1 */
function wrapRsaPublicKey(key: Uint8Array): Uint8Array<ArrayBuffer> {
  const rsaEncryption = [0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00]
  return Uint8Array.from(derValue(0x30, [...rsaEncryption, ...derValue(0x03, [0, ...key])]))
}

function derValue(tag: number, bytes: readonly number[]): number[] {
  const length =
    bytes.length < 0x80 ? [bytes.length] : bytes.length < 0x100 ? [0x81, bytes.length] : [0x82, bytes.length >> 8, bytes.length & 0xff]
  return [tag, ...length, ...bytes]
}
