// Encryption at rest under a key, and secrets that are derived from it. A sealed value is a compact JWE: direct encryption with
// AES-256-GCM. Its header names the key, which distinguishes a wrong key from a damaged value, and the purpose of the value.
// https://www.rfc-editor.org/rfc/rfc7518#section-4.5, https://www.rfc-editor.org/rfc/rfc7518#section-5.3
import { base64url, compactDecrypt, decodeProtectedHeader } from 'jose'
import { compactAlgorithms, compactEncryption } from './compact-encryption.ts'
import { keyedDigest } from './digest.ts'

/** The operations of a key: of the data key of an instance, or of a master key. The key itself never leaves `createSealing`. */
export interface Sealing {
  /** Identifies the key without revealing it. */
  readonly keyId: string
  /**
   * Encrypts a text.
   * @param purpose what the text is, such as `signing key KID`; a value that is sealed for one purpose does not open for another. It is
   * stored in clear text next to the value.
   * @returns a compact JWE
   */
  seal(clearText: string, purpose: string): Promise<string>
  /**
   * Decrypts a sealed value.
   * @throws MasterKeyMismatch if it was sealed under another key
   * @throws Error if it was altered, is not a sealed value, or was sealed for another purpose
   */
  open(sealed: string, purpose: string): Promise<string>
  /**
   * A secret that can be computed again from the text, but only with the key: HMAC-SHA-256 under a key of the purpose, 43
   * characters of base64url.
   */
  derive(purpose: string, text: string): string
}

/** The value was sealed under another key, or none of the master keys opens the instance. */
export class MasterKeyMismatch extends Error {
  override readonly name = 'MasterKeyMismatch'
}

/** Values from before JWE, with the purpose as additional data. A value keeps this format until it is next written. */
const firstFormat = /^v1\.(?<keyId>[\w-]+)\.(?<iv>[\w-]+)\.(?<cipherText>[\w-]+)$/

/**
 * Seals and opens values under a key.
 * @param masterKey 32 bytes
 * @throws TypeError (`master_key_length`) if it has another length
 * @example
 * const sealing = await createSealing(crypto.getRandomValues(new Uint8Array(32)))
 * const sealed = await sealing.seal('secret', 'example')
 * await sealing.open(sealed, 'example') // 'secret'
 */
export async function createSealing(masterKey: Uint8Array): Promise<Sealing> {
  if (masterKey.byteLength !== 32) {
    throw Object.assign(new TypeError('The master key must be 32 bytes long.'), { code: 'master_key_length' })
  }
  const bytes = new Uint8Array(masterKey)
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  const encryption = compactEncryption(bytes)
  const keyId = await deriveKeyId(bytes)
  const derived = new Map<string, (text: string) => string>()

  /** Purposes are few, so all of them are kept. */
  function digestFor(purpose: string): (text: string) => string {
    const digestOf = derived.get(purpose) ?? keyedDigest(bytes, `symbolon derive ${purpose}`)
    derived.set(purpose, digestOf)
    return digestOf
  }

  return {
    keyId,
    async seal(clearText, purpose) {
      return encryption.encrypt(clearText, { kid: keyId, purpose })
    },
    async open(sealed, purpose) {
      const clearText = encryption.decrypt(sealed, { kid: keyId, purpose })
      if (clearText !== undefined) return clearText
      const sealedKeyId = sealedUnder(sealed)
      if (sealedKeyId === undefined) throw new Error('This is not a sealed value.')
      if (sealedKeyId !== keyId) throw new MasterKeyMismatch(`The value is sealed under key ${sealedKeyId}, not ${keyId}.`)
      const first = firstFormat.exec(sealed)?.groups
      if (first !== undefined) return await openFirstFormat(first, purpose, key)
      const { plaintext, protectedHeader } = await compactDecrypt(sealed, key, {
        keyManagementAlgorithms: [compactAlgorithms.alg],
        contentEncryptionAlgorithms: [compactAlgorithms.enc],
      })
      if (protectedHeader['purpose'] !== purpose) throw new Error('The value is sealed for another purpose.')
      return new TextDecoder().decode(plaintext)
    },
    derive: (purpose, text) => digestFor(purpose)(text),
  }
}

/** The `keyId` of the key under which a value was sealed; undefined if it is not a sealed value. Nothing is decrypted. */
export function sealedUnder(sealed: string): string | undefined {
  const first = firstFormat.exec(sealed)?.groups
  if (first !== undefined) return first['keyId']
  try {
    const { kid } = decodeProtectedHeader(sealed)
    return typeof kid === 'string' ? kid : undefined
  } catch {
    return undefined
  }
}

async function openFirstFormat(
  { iv = '', cipherText = '' }: Readonly<Record<string, string>>,
  purpose: string,
  key: CryptoKey,
): Promise<string> {
  const algorithm = { name: 'AES-GCM', iv: decode(iv), additionalData: encode(purpose) }
  return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, decode(cipherText)))
}

/** A keyed digest of a constant: it identifies the key and reveals nothing about it. */
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
