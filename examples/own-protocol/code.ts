// The code that the user types: eight letters without look-alikes. https://www.rfc-editor.org/rfc/rfc8628#section-6.1
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ'

/** @param random draws 43 random characters of base64url */
export function newCode(random: () => string): string {
  const bytes = Uint8Array.from(atob(random().replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
  // 240 is a multiple of 20: larger bytes would make some letters more frequent.
  const letters = [...bytes].filter((byte) => byte < 240).map((byte) => alphabet.charAt(byte % alphabet.length))
  return letters.length < 8 ? newCode(random) : letters.slice(0, 8).join('')
}

/** @returns the code that was typed, in any case and with any punctuation; undefined for text that cannot be a code */
export function readCode(typed: string): string | undefined {
  const letters = [...typed.slice(0, 100).toUpperCase()].filter((letter) => alphabet.includes(letter)).join('')
  return letters.length === 8 ? letters : undefined
}
