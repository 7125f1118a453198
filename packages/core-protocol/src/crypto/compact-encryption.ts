// Encryption of short texts in the caller's thread. WebCrypto hands each value to another thread, which costs many times the encryption of a
// value as short as a secret; an import seals one for each user.
import { Buffer } from 'node:buffer'
import { createCipheriv, createSecretKey, randomFillSync } from 'node:crypto'

/** Direct encryption with AES-256-GCM: https://www.rfc-editor.org/rfc/rfc7518#section-4.5, https://www.rfc-editor.org/rfc/rfc7518#section-5.3 */
export const compactAlgorithms = { alg: 'dir', enc: 'A256GCM' } as const

/**
 * Encrypts texts as compact JWEs. https://www.rfc-editor.org/rfc/rfc7516#section-5.1
 * @param bytes the key, 32 bytes
 * @returns a function from a text and further members of the protected header to the JWE
 * @throws TypeError, from the function, for a key of another length
 */
export function compactEncryption(bytes: Uint8Array): (clearText: string, header: Readonly<Record<string, string>>) => string {
  const key = createSecretKey(bytes)
  const nextVector = initializationVectors()
  return (clearText, header) => {
    const encodedHeader = Buffer.from(JSON.stringify({ ...compactAlgorithms, ...header })).toString('base64url')
    const iv = nextVector()
    const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: 16 }).setAAD(Buffer.from(encodedHeader, 'latin1'))
    // GCM is a stream mode: `final` adds no bytes.
    const cipherText = cipher.update(clearText, 'utf8')
    cipher.final()
    // With direct encryption the encrypted key is empty.
    return `${encodedHeader}..${iv.toString('base64url')}.${cipherText.toString('base64url')}.${cipher.getAuthTag().toString('base64url')}`
  }
}

/** 96 bits: https://www.rfc-editor.org/rfc/rfc7518#section-5.3 */
const vectorLength = 12
/** Bytes of several vectors are requested at once, because a request costs as much as the encryption of a secret. */
const vectorsAtOnce = 64

/** @returns a function that returns random vectors, each of them once */
function initializationVectors(): () => Buffer {
  const random = Buffer.alloc(vectorsAtOnce * vectorLength)
  let next = random.length
  return () => {
    if (next === random.length) {
      randomFillSync(random)
      next = 0
    }
    next += vectorLength
    return random.subarray(next - vectorLength, next)
  }
}
