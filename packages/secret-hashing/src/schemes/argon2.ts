// argon2id and argon2i in PHC strings of version 1.3, with the parameters in the order m, t, p. argon2d is refused: its memory accesses
// depend on the secret. The native code obeys the parameters of the string, so the limits here protect memory and time.
// https://www.rfc-editor.org/rfc/rfc9106#section-3.1
import { isWithin } from './bounds.ts'
import type { Bounds } from './bounds.ts'
import { argon2Library } from './native.ts'
import { rawBase64Bytes } from './base64.ts'
import type { Cost, Scheme } from './scheme.ts'

interface Argon2Hash {
  readonly memoryKiB: number
  readonly passes: number
  readonly text: string
}

interface Argon2Sizes<Size> {
  readonly memoryKiB: Size
  readonly passes: Size
  readonly lanes: Size
  readonly saltBytes: Size
  readonly digestBytes: Size
}

/** The accepted sizes. The number of passes has no separate bound: the work is bounded. */
export const argon2Bounds: Omit<Argon2Sizes<Bounds>, 'passes'> & { readonly work: Bounds } = {
  // Keycloak's default since release 25 is 7168 KiB in 5 passes, Logto's is 4096 KiB in 256 passes.
  memoryKiB: { least: 4096, most: 262_144 },
  /** Memory in KiB times passes. The greatest takes about 0.75 s. */
  work: { least: 8192, most: 2_621_440 },
  lanes: { least: 1, most: 16 },
  saltBytes: { least: 8, most: 64 },
  digestBytes: { least: 16, most: 64 },
}

/** Measured with @node-rs/argon2 2.2: 19456 KiB in 2 passes take 11 ms. */
const memoryPassesPerMillisecond = 3_500

/** argon2id. */
export const argon2id: Scheme<Argon2Hash> = argon2('argon2id')
/** argon2i. */
export const argon2i: Scheme<Argon2Hash> = argon2('argon2i')

/** The cost of one hash with these parameters. */
export function argon2Cost({ memoryKiB, passes }: { readonly memoryKiB: number; readonly passes: number }): Cost {
  return { memoryKiB, milliseconds: (memoryKiB * passes) / memoryPassesPerMillisecond }
}

function argon2(name: 'argon2id' | 'argon2i'): Scheme<Argon2Hash> {
  return {
    name,
    parse(text) {
      const prefix = `$${name}$`
      if (!text.startsWith(prefix)) return undefined
      const members = /^v=19\$m=(0|[1-9]\d*),t=(0|[1-9]\d*),p=(0|[1-9]\d*)\$([^$]+)\$([^$]+)$/.exec(text.slice(prefix.length))
      if (members === null) return 'malformed'
      const [memoryKiB, passes, lanes] = [Number(members[1]), Number(members[2]), Number(members[3])]
      const [saltBytes, digestBytes] = [rawBase64Bytes(members[4] ?? ''), rawBase64Bytes(members[5] ?? '')]
      if (saltBytes === undefined || digestBytes === undefined) return 'malformed'
      return isWithinBounds({ memoryKiB, passes, lanes, saltBytes, digestBytes }) ? { memoryKiB, passes, text } : 'cost_out_of_bounds'
    },
    estimatedCost: argon2Cost,
    verify: async (secret, { text }) => await (await argon2Library()).verify(text, secret),
  }
}

function isWithinBounds(sizes: Argon2Sizes<number>): boolean {
  return (
    isWithin(sizes.memoryKiB, argon2Bounds.memoryKiB) &&
    isWithin(sizes.memoryKiB * sizes.passes, argon2Bounds.work) &&
    isWithin(sizes.lanes, argon2Bounds.lanes) &&
    isWithin(sizes.saltBytes, argon2Bounds.saltBytes) &&
    isWithin(sizes.digestBytes, argon2Bounds.digestBytes)
  )
}
