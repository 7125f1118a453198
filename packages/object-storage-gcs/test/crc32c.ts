// The sum that Google Cloud Storage gives, worked out without the library under test. https://www.rfc-editor.org/rfc/rfc3720#appendix-B.4

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit += 1) sum = (sum & 1) === 1 ? 0x82f63b78 ^ (sum >>> 1) : sum >>> 1
  return sum
})

/** In base64, the high byte first. */
export function crc32c(bytes: Uint8Array): string {
  let sum = 0xffffffff
  for (const byte of bytes) sum = (table[(sum ^ byte) & 255] ?? 0) ^ (sum >>> 8)
  return btoa(String.fromCharCode(...[24, 16, 8, 0].map((shift) => (~sum >>> shift) & 255)))
}
