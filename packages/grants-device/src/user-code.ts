// The code that the user types. It has only letters without look-alikes and without vowels, so that it neither is misread nor spells a word.
// https://www.rfc-editor.org/rfc/rfc8628#section-6.1
import type { Context } from '@symbolon/core-protocol'

const alphabet = 'BCDFGHJKLMNPQRSTVWXZ'
const length = 8
/** The largest multiple of the size of the alphabet among the 64 values of a character: larger ones would make some letters more frequent. */
const evenly = 60
const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** @returns eight random letters: 34.6 bits */
export function generateUserCode({ randomToken }: Pick<Context, 'randomToken'>): string {
  let code = ''
  while (code.length < length) {
    // The last character of a token holds four bits alone.
    for (const character of randomToken().slice(0, -1)) {
      const value = characters.indexOf(character)
      if (value < evenly && code.length < length) code += alphabet.charAt(value % alphabet.length)
    }
  }
  return code
}

/** @returns the code as it is shown: `WDJB-MJHT` */
export function showUserCode(code: string): string {
  return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`
}

/** The longest text that is folded, in UTF-16 code units. */
const longestText = 100

/**
 * Reads a code as users type it: in lower case, with or without the hyphen, in full-width letters.
 * https://www.rfc-editor.org/rfc/rfc8628#section-6.1: "The server should ignore any characters like punctuation that are not in the
 * user code character set."
 *
 * @returns undefined for text that cannot be a code
 */
export function readUserCode(typed: string | undefined): string | undefined {
  if (typed === undefined || typed.length > longestText) return undefined
  const folded = [...typed.normalize('NFKC').toUpperCase()].filter((letter) => alphabet.includes(letter)).join('')
  return folded.length === length ? folded : undefined
}

/** @returns the digest under which the code is stored. It is keyed: a bare digest of 34.6 bits is reversed in seconds. */
export function userCodeDigest(code: string, { sealing }: Pick<Context, 'sealing'>): string {
  return sealing.derive('device user code', code)
}
