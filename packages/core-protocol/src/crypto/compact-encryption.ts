// Encryption of short texts in the caller's thread. WebCrypto hands each value to another thread, which costs many times the encryption of a
// value as short as a secret; an import seals one for each user, and an export opens it.
import { Buffer } from 'node:buffer'
import { createCipheriv, createDecipheriv, createSecretKey, randomFillSync } from 'node:crypto'

/** Direct encryption with AES-256-GCM: https://www.rfc-editor.org/rfc/rfc7518#section-4.5, https://www.rfc-editor.org/rfc/rfc7518#section-5.3 */
export const compactAlgorithms = { alg: 'dir', enc: 'A256GCM' } as const

/** A key for short texts. `header` holds the further members of the protected header. */
export interface CompactEncryption {
  /**
   * Encrypts a text. https://www.rfc-editor.org/rfc/rfc7516#section-5.1
   * @returns a compact JWE
   * @throws TypeError if the key has not 32 bytes
   */
  encrypt(clearText: string, header: Readonly<Record<string, string>>): string
  /**
   * Decrypts what `encrypt` made with the same header: one that is equal byte for byte needs no parsing.
   * https://www.rfc-editor.org/rfc/rfc7516#section-5.2
   * @returns undefined for any other text
   * @throws Error if the text was altered behind the header
   */
  decrypt(text: string, header: Readonly<Record<string, string>>): string | undefined
}

/** The vector, the text and the tag behind the header and the empty encrypted key. */
const behindHeader = /^(?<iv>[\w-]{16})\.(?<cipherText>[\w-]*)\.(?<tag>[\w-]{22})$/

/** @param bytes the key, 32 bytes */
export function compactEncryption(bytes: Uint8Array): CompactEncryption {
  const key = createSecretKey(bytes)
  const nextVector = initializationVectors()
  return {
    encrypt(clearText, header) {
      const encodedHeader = encoded(header)
      const iv = nextVector()
      const cipher = createCipheriv(cipherName, key, iv, tagOptions).setAAD(Buffer.from(encodedHeader, 'latin1'))
      // GCM is a stream mode: `final` adds no bytes.
      const cipherText = cipher.update(clearText, 'utf8')
      cipher.final()
      // With direct encryption the encrypted key is empty.
      return `${encodedHeader}..${iv.toString('base64url')}.${cipherText.toString('base64url')}.${cipher.getAuthTag().toString('base64url')}`
    },
    decrypt(text, header) {
      const encodedHeader = encoded(header)
      const parts = text.startsWith(`${encodedHeader}..`) ? behindHeader.exec(text.slice(encodedHeader.length + 2))?.groups : undefined
      if (parts === undefined) return undefined
      const { iv = '', cipherText = '', tag = '' } = parts
      const decipher = createDecipheriv(cipherName, key, Buffer.from(iv, 'base64url'), tagOptions)
      decipher.setAAD(Buffer.from(encodedHeader, 'latin1')).setAuthTag(Buffer.from(tag, 'base64url'))
      const clearText = decipher.update(cipherText, 'base64url')
      // Compares the tag.
      decipher.final()
      return clearText.toString('utf8')
    },
  }
}

const cipherName = 'aes-256-gcm'
const tagOptions = { authTagLength: 16 }

function encoded(header: Readonly<Record<string, string>>): string {
  return Buffer.from(JSON.stringify({ ...compactAlgorithms, ...header })).toString('base64url')
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
