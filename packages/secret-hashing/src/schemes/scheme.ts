// What one hash scheme is. A scheme is one file: it recognises its own strings, checks their cost against our caps, and verifies.
// Parsing is total: every string has an answer, none throws.
import type { Cost } from '../bounded-queue.ts'

export type HashRefusal = 'malformed' | 'cost_out_of_bounds'

export interface Scheme<Parsed extends object> {
  readonly name: string
  /** `undefined`: not of this scheme. */
  parse(hash: string): Parsed | HashRefusal | undefined
  estimatedCost(parsed: Parsed): Cost
  /** Works off the event loop. Only ever called with what `parse` let through. */
  verify(secret: Uint8Array, parsed: Parsed): Promise<boolean>
}

/** A hash that may be verified: known, well formed, within the caps. */
export interface ReadHash {
  readonly scheme: string
  readonly cost: Cost
  verify(secret: Uint8Array): Promise<boolean>
}

export type HashReader = (hash: string) => ReadHash | HashRefusal | undefined

/** Closes over the scheme's own parsed form, so that schemes of different forms stand in one list. */
export function readerOf<Parsed extends object>(scheme: Scheme<Parsed>): HashReader {
  return (hash) => {
    const parsed = scheme.parse(hash)
    if (parsed === undefined || parsed === 'malformed' || parsed === 'cost_out_of_bounds') return parsed
    return {
      scheme: scheme.name,
      cost: scheme.estimatedCost(parsed),
      verify: (secret) => scheme.verify(secret, parsed),
    }
  }
}
