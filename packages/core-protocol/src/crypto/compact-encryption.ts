// Encryption of short texts in the caller's thread. WebCrypto hands each value to another thread, which costs many times the encryption of a
// value as short as a secret; an import seals one for each user.
import { Buffer } from 'node:buffer'
import { createCipheriv, createSecretKey, randomBytes } from 'node:crypto'

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
  return (clearText, header) => {
    const encodedHeader = Buffer.from(JSON.stringify({ ...compactAlgorithms, ...header })).toString('base64url')
    // 96 random bits: https://www.rfc-editor.org/rfc/rfc7518#section-5.3
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: 16 }).setAAD(Buffer.from(encodedHeader, 'latin1'))
    // GCM is a stream mode: `final` adds no bytes.
    const cipherText = cipher.update(clearText, 'utf8')
    cipher.final()
    // With direct encryption the encrypted key is empty.
    return `${encodedHeader}..${iv.toString('base64url')}.${cipherText.toString('base64url')}.${cipher.getAuthTag().toString('base64url')}`
  }
}
