// The form of recovery codes: ten characters of Crockford base32, 50 random bits, with a hyphen in the middle. Pure.
// https://www.crockford.com/base32.html

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 10

/** The number of codes of a user. */
export const codesOfUser = 10

/**
 * @param random at least ten random bytes
 * @returns a code without its hyphen
 */
export function newRecoveryCode(random: Uint8Array): string {
  return Array.from(random.subarray(0, length), (byte) => alphabet.charAt(byte % alphabet.length)).join('')
}

/** The code as people read it. */
export function shownRecoveryCode(code: string): string {
  return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`
}

/**
 * Reads a code as people type it: in any case, with or without hyphen and spaces, and with letters that look like digits.
 *
 * @returns undefined when the text is not a code
 */
export function readRecoveryCode(typed: string): string | undefined {
  const code = typed
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')
  return code.length === length && [...code].every((character) => alphabet.includes(character)) ? code : undefined
}
