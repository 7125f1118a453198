// Which time step a code belongs to. Six digits, SHA-1, 30 seconds: what every authenticator app understands, and what exports hold.
// https://www.rfc-editor.org/rfc/rfc6238#section-4, https://www.rfc-editor.org/rfc/rfc6238#section-5.2
import { Secret, TOTP } from 'otpauth'

const period = 30
/** Steps before and after the present one, for clocks that differ and people who type slowly. */
const skew = 1

/** @returns the code without the spaces that apps show it with; undefined when it cannot be one */
export function readCode(typed: string): string | undefined {
  const code = typed.replaceAll(/\s/g, '')
  return /^[0-9]{6}$/.test(code) ? code : undefined
}

/**
 * @param secret in base32
 * @param now milliseconds since the epoch
 * @returns the number of the step; undefined when the code is of none that is near
 */
export function matchingStep(secret: string, code: string, now: number): number | undefined {
  const generator = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period })
  const delta = generator.validate({ token: code, timestamp: now, window: skew })
  return delta === null ? undefined : TOTP.counter({ period, timestamp: now }) + delta
}
