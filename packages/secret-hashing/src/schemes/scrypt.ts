// scrypt as passlib writes it: `$scrypt$ln=16,r=8,p=1$salt$digest`, or with the prefix `$7$`. The native code obeys the parameters of the
// string, so the limits here protect memory and time. https://www.rfc-editor.org/rfc/rfc7914
import { Buffer } from 'node:buffer'
import { scrypt as scryptWithCallback } from 'node:crypto'
import type { ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'
import { equalDigests } from '@symbolon/core-protocol'
import { isWithin } from './bounds.ts'
import type { Bounds } from './bounds.ts'
import { rawBase64Bytes } from './base64.ts'
import type { Cost, Scheme } from './scheme.ts'

/** The parameters of the function. https://www.rfc-editor.org/rfc/rfc7914#section-2 */
export interface ScryptParameters {
  readonly cost: number
  readonly blockSize: number
  readonly parallelization: number
}

interface ScryptHash extends ScryptParameters {
  readonly salt: string
  readonly digest: string
}

const scryptAsync = promisify<Uint8Array, Uint8Array, number, ScryptOptions, Buffer>(scryptWithCallback)

const exponentBounds: Bounds = { least: 14, most: 20 }
const blockSizeBounds: Bounds = { least: 8, most: 32 }
const parallelizationBounds: Bounds = { least: 1, most: 16 }
const saltBounds: Bounds = { least: 1, most: 64 }
const digestBounds: Bounds = { least: 16, most: 64 }
/**
 * Digests must be multiples of 4 bytes long, as they are in all exports. A shorter digest is a prefix of a longer one, so a hash that was
 * cut by a few characters would verify.
 */
const digestUnit = 4
const mostMemoryKiB = 262_144
/** N times r times p. Measured on Node 24: 2^17 times 8 take 400 ms. */
const mostWork = 2 ** 23
const workPerMillisecond = 2600

/** scrypt. */
export const scrypt: Scheme<ScryptHash> = {
  name: 'scrypt',
  parse(hash) {
    const [, rest] = /^\$(?:scrypt|7)\$(.*)$/s.exec(hash) ?? []
    if (rest === undefined) return undefined
    const members = /^ln=(0|[1-9]\d*),r=(0|[1-9]\d*),p=(0|[1-9]\d*)\$([^$]+)\$([^$]+)$/.exec(rest)
    const [, exponent, blockSize, parallelization, salt = '', digest = ''] = members ?? []
    const [saltBytes, digestBytes] = [rawBase64Bytes(salt), rawBase64Bytes(digest)]
    if (members === null || saltBytes === undefined || digestBytes === undefined || digestBytes % digestUnit !== 0) return 'malformed'
    const isBounded =
      isWithin(Number(exponent), exponentBounds) &&
      isWithin(Number(blockSize), blockSizeBounds) &&
      isWithin(Number(parallelization), parallelizationBounds) &&
      isWithin(saltBytes, saltBounds) &&
      isWithin(digestBytes, digestBounds)
    if (!isBounded) return 'cost_out_of_bounds'
    const parsed = { cost: 2 ** Number(exponent), blockSize: Number(blockSize), parallelization: Number(parallelization), salt, digest }
    return memoryKiB(parsed) <= mostMemoryKiB + 1024 && work(parsed) <= mostWork ? parsed : 'cost_out_of_bounds'
  },
  estimatedCost: scryptCost,
  async verify(secret, parsed) {
    const { salt, digest } = parsed
    const derived = await deriveScrypt(secret, Buffer.from(salt, 'base64'), rawBase64Bytes(digest) ?? 0, parsed)
    return equalDigests(derived.toString('base64').replace(/=+$/, ''), digest)
  },
}

/** Derives a key. */
export async function deriveScrypt(secret: Uint8Array, salt: Uint8Array, length: number, parameters: ScryptParameters): Promise<Buffer> {
  const { cost: N, blockSize: r, parallelization: p } = parameters
  return await scryptAsync(secret, salt, length, { N, r, p, maxmem: (memoryKiB(parameters) + 1024) * 1024 })
}

/** The cost of one derivation. */
export function scryptCost(parameters: ScryptParameters): Cost {
  return { memoryKiB: memoryKiB(parameters), milliseconds: work(parameters) / workPerMillisecond }
}

/** https://www.rfc-editor.org/rfc/rfc7914#section-6 */
function memoryKiB({ cost, blockSize, parallelization }: ScryptParameters): number {
  return Math.ceil((128 * blockSize * (cost + parallelization)) / 1024)
}

function work({ cost, blockSize, parallelization }: ScryptParameters): number {
  return cost * blockSize * parallelization
}
