// Passwords by scrypt of the runtime: native modules such as argon2 do not exist there. https://www.rfc-editor.org/rfc/rfc7914
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'

/** OWASP: N 2^15, r 8, p 3 where 2^17 needs too much memory. https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#scrypt */
const cost = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 }

/** @returns salt and key, as hexadecimal digits */
export function hashPassword(password: string, salt: Uint8Array = randomBytes(16)): string {
  return `${hex(salt)}:${hex(scryptSync(password, salt, 32, cost))}`
}

/** @param hash of `hashPassword`; undefined for a user that does not exist, which takes the same time */
export function isPassword(password: string, hash: string | undefined): boolean {
  const [salt = '', key = ''] = (hash ?? `${'0'.repeat(32)}:${'0'.repeat(64)}`).split(':')
  const right = timingSafeEqual(scryptSync(password, Buffer.from(salt, 'hex'), 32, cost), Buffer.from(key, 'hex'))
  return right && hash !== undefined
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
