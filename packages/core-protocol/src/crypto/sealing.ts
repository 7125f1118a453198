// What the master key does: encryption at rest by AES-256-GCM, with the key's id in front so that a wrong key is recognised
// before anything is decrypted, and secrets that are computed again instead of stored.
// https://nvlpubs.nist.gov/nistpubs/Legacy/SP/nistspecialpublication800-38d.pdf
import { base64url } from 'jose'
import { keyedDigest } from './digest.ts'

export interface Sealing {
  /** Names the master key without revealing it. */
  readonly keyId: string
  /** @param purpose bound to the sealed text: what was sealed for one purpose does not open for another */
  seal(clearText: string, purpose: string): Promise<string>
  /** @throws MasterKeyMismatch when another master key sealed it; Error when it was altered */
  open(sealed: string, purpose: string): Promise<string>
  /**
   * A secret that can be computed again from the text, but by nobody without the master key: HMAC-SHA-256 under a key of the
   * purpose, 43 characters of base64url.
   */
  derive(purpose: string, text: string): string
}

/** The database was written under another master key. */
export class MasterKeyMismatch extends Error {
  override readonly name = 'MasterKeyMismatch'
}

const version = 'v1'

/**
 * @param masterKey 32 bytes
 * @throws TypeError (`master_key_length`) when it is not 32 bytes long
 */
export async function createSealing(masterKey: Uint8Array): Promise<Sealing> {
  if (masterKey.byteLength !== 32) {
    throw Object.assign(new TypeError('The master key must be 32 bytes long.'), { code: 'master_key_length' })
  }
  const bytes = new Uint8Array(masterKey)
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  const keyId = await deriveKeyId(bytes)
  const derived = new Map<string, (text: string) => string>()

  /** Purposes are few. */
  function digestFor(purpose: string): (text: string) => string {
    const digestOf = derived.get(purpose) ?? keyedDigest(bytes, `symbolon derive ${purpose}`)
    derived.set(purpose, digestOf)
    return digestOf
  }

  return {
    keyId,
    async seal(clearText, purpose) {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const cipherText = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: encode(purpose) }, key, encode(clearText))
      return [version, keyId, base64url.encode(iv), base64url.encode(new Uint8Array(cipherText))].join('.')
    },
    async open(sealed, purpose) {
      const [sealedVersion, sealedKeyId, iv, cipherText] = sealed.split('.')
      if (sealedVersion !== version || iv === undefined || cipherText === undefined) throw new Error('Not a sealed text.')
      if (sealedKeyId !== keyId) throw new MasterKeyMismatch(`Sealed under master key ${sealedKeyId}, not ${keyId}.`)
      const algorithm = { name: 'AES-GCM', iv: decode(iv), additionalData: encode(purpose) }
      return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, decode(cipherText)))
    },
    derive: (purpose, text) => digestFor(purpose)(text),
  }
}

/** A keyed digest of a constant: it names the key and says nothing about it. */
async function deriveKeyId(masterKey: Uint8Array<ArrayBuffer>): Promise<string> {
  const hmac = await crypto.subtle.importKey('raw', masterKey, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const mac = await crypto.subtle.sign('HMAC', hmac, encode('symbolon master key id'))
  return base64url.encode(new Uint8Array(mac).subarray(0, 9))
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(base64url.decode(text))
}
