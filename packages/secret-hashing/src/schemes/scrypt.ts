// scrypt with its parameters spelled out, as passlib writes it: `$scrypt$ln=16,r=8,p=1$salt$digest`, and the same under `$7$`. The native
// code obeys the parameters of the string, so the caps here are what protects memory and time. https://www.rfc-editor.org/rfc/rfc7914
import { Buffer } from 'node:buffer'
import { scrypt as scryptWithCallback } from 'node:crypto'
import type { ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'
import { equalDigests } from '@symbolon/core-protocol'
import type { Cost } from '../bounded-queue.ts'
import type { Bounds } from '../bounds.ts'
import { isWithin } from '../bounds.ts'
import { rawBase64Bytes } from './raw-base64.ts'
import type { Scheme } from './scheme.ts'

interface ScryptHash {
  readonly cost: number
  readonly blockSize: number
  readonly parallelization: number
  readonly salt: string
  readonly digest: string
}

const derive = promisify<Uint8Array, Uint8Array, number, ScryptOptions, Buffer>(scryptWithCallback)

const exponentBounds: Bounds = { least: 14, most: 20 }
const blockSizeBounds: Bounds = { least: 8, most: 32 }
const parallelizationBounds: Bounds = { least: 1, most: 16 }
const saltBounds: Bounds = { least: 1, most: 64 }
const digestBounds: Bounds = { least: 16, most: 64 }
/** Every digest is a prefix of the longer ones, so that a text that was cut short would still verify. No origin makes odd lengths. */
const digestUnit = 4
const mostMemoryKiB = 262_144
/** N times r times p. Measured on Node 24: 2^17 times 8 take 400 ms. */
const mostWork = 2 ** 23
const workPerMillisecond = 2600

export const scrypt: Scheme<ScryptHash> = {
  name: 'scrypt',
  parse(hash) {
    const [, rest] = /^\$(?:scrypt|7)\$(.*)$/s.exec(hash) ?? []
    if (rest === undefined) return undefined
    const members = /^ln=(0|[1-9]\d*),r=(0|[1-9]\d*),p=(0|[1-9]\d*)\$([^$]+)\$([^$]+)$/.exec(rest)
    const [, exponent, blockSize, parallelization, salt = '', digest = ''] = members ?? []
    const [saltBytes, digestBytes] = [rawBase64Bytes(salt), rawBase64Bytes(digest)]
    if (members === null || saltBytes === undefined || digestBytes === undefined || digestBytes % digestUnit !== 0) return 'malformed'
    const isBounded = isWithin(Number(exponent), exponentBounds) && isWithin(Number(blockSize), blockSizeBounds)
      && isWithin(Number(parallelization), parallelizationBounds)
      && isWithin(saltBytes, saltBounds) && isWithin(digestBytes, digestBounds)
    if (!isBounded) return 'cost_out_of_bounds'
    const parsed = { cost: 2 ** Number(exponent), blockSize: Number(blockSize), parallelization: Number(parallelization), salt, digest }
    return scryptMemoryKiB(parsed) <= mostMemoryKiB + 1024 && work(parsed) <= mostWork ? parsed : 'cost_out_of_bounds'
  },
  estimatedCost: (parsed): Cost => ({ memoryKiB: scryptMemoryKiB(parsed), milliseconds: scryptMilliseconds(parsed) }),
  async verify(secret, parsed) {
    const { cost: N, blockSize: r, parallelization: p, salt, digest } = parsed
    const length = rawBase64Bytes(digest) ?? 0
    const options = { N, r, p, maxmem: (scryptMemoryKiB(parsed) + 1024) * 1024 }
    const derived = await derive(secret, Buffer.from(salt, 'base64'), length, options)
    return equalDigests(derived.toString('base64').replace(/=+$/, ''), digest)
  },
}

type Parameters = Pick<ScryptHash, 'cost' | 'blockSize' | 'parallelization'>

/** https://www.rfc-editor.org/rfc/rfc7914#section-6 */
export function scryptMemoryKiB({ cost, blockSize, parallelization }: Parameters): number {
  return Math.ceil((128 * blockSize * (cost + parallelization)) / 1024)
}

export function scryptMilliseconds(parameters: Parameters): number {
  return work(parameters) / workPerMillisecond
}

function work({ cost, blockSize, parallelization }: Parameters): number {
  return cost * blockSize * parallelization
}
