// Checks the public key of a new credential. @simplewebauthn/server accepts any key that names an algorithm which was asked for, and finds
// out at the first sign-in that it cannot be used, or never that it is weak. https://www.w3.org/TR/webauthn-3/#sctn-registering-a-new-credential
import type { cose } from '@simplewebauthn/server/helpers'
import { CeremonyRefused } from './refusal.ts'

/** COSE key parameters. https://www.rfc-editor.org/rfc/rfc9053#section-7, https://www.rfc-editor.org/rfc/rfc8230#section-4 */
const kty = 1
const alg = 3
const first = -1
const second = -2
const third = -3

/** The smallest and the largest modulus, in bytes: 2048 and 8192 bits. */
const modulus = { smallest: 256, largest: 1024 }
/** 65537, the exponent of every RSA key of an authenticator. A smaller one is weak. */
const exponent = '1,0,1'

/** The field and the constant of P-256: y² = x³ - 3x + b. https://doi.org/10.6028/NIST.SP.800-186 §3.2.1.3 */
const p256 = {
  p: 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn,
  b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
}

/**
 * Checks that the key has the type of its algorithm, lies on its curve, and is long enough.
 *
 * @param key as decoded from CBOR
 * @returns the COSE algorithm
 * @throws CeremonyRefused `public_key`
 */
export function checkPublicKey(key: cose.COSEPublicKey): number {
  const parameters: ReadonlyMap<unknown, unknown> = key instanceof Map ? key : new Map()
  const algorithm = parameters.get(alg)
  const [type, a, b, c] = [kty, first, second, third].map((name) => parameters.get(name))
  if (algorithm === -7 && type === 2 && a === 1 && isBytes(b, 32) && isBytes(c, 32) && isOnP256(b, c)) return algorithm
  if (algorithm === -8 && type === 1 && a === 6 && isBytes(b, 32)) return algorithm
  if (algorithm === -257 && type === 3 && isModulus(a) && b instanceof Uint8Array && b.join() === exponent) return algorithm
  throw new CeremonyRefused('public_key')
}

function isBytes(value: unknown, length: number): value is Uint8Array {
  return value instanceof Uint8Array && value.length === length
}

function isModulus(value: unknown): boolean {
  // The first bit is set, so that the length in bytes is the length of the number.
  return value instanceof Uint8Array && value.length >= modulus.smallest && value.length <= modulus.largest && (value[0] ?? 0) >= 128
}

/** Not left to WebCrypto: Deno imports points that are not on the curve. */
function isOnP256(xBytes: Uint8Array, yBytes: Uint8Array): boolean {
  const [x, y] = [xBytes, yBytes].map((bytes) => bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n))
  if (x === undefined || y === undefined || x >= p256.p || y >= p256.p) return false
  return (y * y - (x * x * x - 3n * x + p256.b)) % p256.p === 0n
}
