// The contract of a hash scheme: it recognises its own strings, checks their cost against our limits, and verifies. Parsing never throws.

/** What one verification or hash takes while it runs. The time is an estimate. */
export interface Cost {
  readonly memoryKiB: number
  readonly milliseconds: number
}

/** Why a hash of a known scheme is not verified. */
export type HashRefusal = 'malformed' | 'cost_out_of_bounds'

/** A scheme. `Parsed` is what it reads out of a hash. */
export interface Scheme<Parsed extends object> {
  readonly name: string
  /** @returns undefined if the hash is not of this scheme */
  parse(hash: string): Parsed | HashRefusal | undefined
  estimatedCost(parsed: Parsed): Cost
  /** The bytes of a secret that the scheme compares. Default: all of them. */
  readonly comparedBytes?: number
  /** Verifies without blocking the event loop. Called only with what `parse` returned. */
  verify(secret: Uint8Array, parsed: Parsed): Promise<boolean>
}

/** A hash that may be verified: its scheme is known, it is well formed, and its cost is within the limits. */
export interface ReadHash {
  readonly scheme: string
  readonly cost: Cost
  readonly comparedBytes: number
  verify(secret: Uint8Array): Promise<boolean>
}

/** @returns undefined if the hash is not of the scheme */
export type HashReader = (hash: string) => ReadHash | HashRefusal | undefined

/** Hides the type of the parsed hash, so that different schemes fit in one list. */
export function readerOf<Parsed extends object>(scheme: Scheme<Parsed>): HashReader {
  return (hash) => {
    const parsed = scheme.parse(hash)
    if (parsed === undefined || parsed === 'malformed' || parsed === 'cost_out_of_bounds') return parsed
    return {
      scheme: scheme.name,
      cost: scheme.estimatedCost(parsed),
      comparedBytes: scheme.comparedBytes ?? Infinity,
      verify: (secret) => scheme.verify(secret, parsed),
    }
  }
}
