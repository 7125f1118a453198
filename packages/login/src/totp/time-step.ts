// Codes of authenticator apps and their time steps: six digits, SHA-1, 30 seconds. Every authenticator app supports these parameters, and
// exports hold secrets for them. https://www.rfc-editor.org/rfc/rfc6238#section-4, https://www.rfc-editor.org/rfc/rfc6238#section-5.2
import { Secret, TOTP } from 'otpauth'

/** Seconds of a time step. */
const period = 30
/** Steps before and after the present one that are accepted, for clocks that differ and users who type slowly. */
const skew = 1

/** @returns the code without the spaces that apps display in it; undefined when the text is not six digits */
export function readCode(typed: string): string | undefined {
  const code = typed.replaceAll(/\s/g, '')
  return /^[0-9]{6}$/.test(code) ? code : undefined
}

/**
 * Finds the time step that a code belongs to.
 *
 * @param secret in base32
 * @param now milliseconds since the epoch
 * @returns the number of the step; undefined when the code belongs to none of the accepted steps
 */
export function matchingStep(secret: string, code: string, now: number): number | undefined {
  const generator = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period })
  const delta = generator.validate({ token: code, timestamp: now, window: skew })
  return delta === null ? undefined : TOTP.counter({ period, timestamp: now }) + delta
}
