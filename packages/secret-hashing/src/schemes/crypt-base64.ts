// The base64 of crypt(3) and its kin: its own alphabet, three bytes to four characters, the lowest six bits first.
// https://www.akkadia.org/drepper/SHA-crypt.txt (22e), https://www.openwall.com/phpass/

export const cryptAlphabet = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** One byte at the end makes two characters, two make three. */
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
