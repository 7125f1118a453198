// Base64 without padding, strict: one spelling per value, as the PHC string format demands.
// https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md#b64

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** How many bytes the text stands for; undefined when it is not strict base64. */
export function rawBase64Bytes(text: string): number | undefined {
  if (!/^[A-Za-z0-9+/]*$/.test(text)) return undefined
  const unusedBits = (text.length * 6) % 8
  if (unusedBits === 6) return undefined
  if (alphabet.indexOf(text.charAt(text.length - 1)) % 2 ** unusedBits !== 0) return undefined
  return Math.floor((text.length * 6) / 8)
}
