// The two base64 encodings of hash strings.

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/**
 * The number of bytes that unpadded base64 stands for. It is strict, as the PHC string format demands: each value has one spelling.
 * https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md#b64
 * @returns undefined if the text is not strict base64
 */
export function rawBase64Bytes(text: string): number | undefined {
  if (!/^[A-Za-z0-9+/]*$/.test(text)) return undefined
  const unusedBits = (text.length * 6) % 8
  if (unusedBits === 6) return undefined
  if (alphabet.indexOf(text.charAt(text.length - 1)) % 2 ** unusedBits !== 0) return undefined
  return Math.floor((text.length * 6) / 8)
}

/** The alphabet of crypt(3). */
export const cryptAlphabet = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * The base64 of crypt(3): three bytes become four characters, lowest six bits first; one byte at the end becomes two characters, two
 * bytes three. https://www.akkadia.org/drepper/SHA-crypt.txt (22e), https://www.openwall.com/phpass/
 */
export function encodeCryptBase64(bytes: readonly number[]): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const group = bytes.slice(at, at + 3)
    let bits = group.reduce((sum, byte, index) => sum + byte * 256 ** index, 0)
    for (let character = 0; character <= group.length; character++) {
      text += cryptAlphabet.charAt(bits % 64)
      bits = Math.floor(bits / 64)
    }
  }
  return text
}
