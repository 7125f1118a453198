// The secret of an authenticator app as the app takes it: base32, and the address in the QR code. Pure.
// https://github.com/google/google-authenticator/wiki/Key-Uri-Format
import { Secret } from 'otpauth'

/** "We RECOMMEND a shared secret length of 160 bits." https://www.rfc-editor.org/rfc/rfc4226#section-4 (R6) */
const secretBytes = 20

/** The longest issuer and account in an address, in characters: a longer one makes a QR code that cameras hardly read. */
const longestName = 60

/**
 * @param random at least 20 random bytes
 * @returns the first 20 of them in base32
 */
export function otpSecret(random: Uint8Array): string {
  return new Secret({ buffer: random.slice(0, secretBytes).buffer }).base32
}

/**
 * The address of a secret for codes of six digits, SHA-1 and 30 seconds. These are the defaults, so the address leaves them out and the QR
 * code is smaller.
 *
 * @param secret in base32
 * @param issuer as apps show it above the code
 * @param account the user's login name
 */
export function keyUri(secret: string, issuer: string, account: string): string {
  const [from, to] = [issuer, account].map((name) => encodeURIComponent(shortened(name)))
  return `otpauth://totp/${from}:${to}?secret=${secret}&issuer=${from}`
}

/** A colon separates issuer and account. */
function shortened(name: string): string {
  return [...name.toWellFormed().replaceAll(':', ' ').trim()].slice(0, longestName).join('')
}
