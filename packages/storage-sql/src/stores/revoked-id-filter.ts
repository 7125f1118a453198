// Which identifiers are certainly not revoked. Every use of a token asks for a few of them, and nearly always none is revoked: then the
// database is not asked. The filter keeps a fingerprint of each revoked identifier, so it takes 5 to 11 bytes for each, however many there are.
// Used only where no other process writes.
import { FingerprintSet } from '../sql/fingerprint-set.ts'

/** With more identifiers than this, about 32 megabytes, the database is always asked. */
const maxIds = 6_000_000
const pageSize = 1000

/** A summary of all revoked identifiers. */
export interface RevokedIdFilter {
  /** Whether it is certain that none of the identifiers is revoked. If not, the database must be asked. */
  excludesAll(ids: readonly string[]): boolean
  /**
   * Must be called once a revocation is durable, and before its caller gets the result; after an error too, because it is unknown whether
   * the identifiers were stored.
   */
  add(ids: readonly string[]): void
  /** Must be called after rows were removed. The fingerprints of removed identifiers stay until they are the greater part. */
  removed(count: number): void
}

/**
 * A filter that reads all identifiers in the background when it is first asked.
 * @param list the next identifiers after the given one, in their order, at most `limit`
 * @param max the number of identifiers with which the filter gives up
 */
export function revokedIdFilter(list: (after: string, limit: number) => Promise<readonly string[]>, max: number = maxIds): RevokedIdFilter {
  let known: FingerprintSet | undefined
  /** Identifiers that are revoked while the others are read go into both sets. */
  let reading: FingerprintSet | undefined
  let removals = 0

  async function read(): Promise<void> {
    const fingerprints = new FingerprintSet()
    reading = fingerprints
    removals = 0
    try {
      for (let last = ''; fingerprints.size <= max;) {
        const page = await list(last, pageSize)
        for (const id of page) fingerprints.add(id)
        last = page.at(-1) ?? ''
        if (page.length < pageSize) break
      }
      known = fingerprints
    } catch {
      // The caller asks the database itself and gets its error.
    } finally {
      reading = undefined
    }
  }

  return {
    excludesAll(ids) {
      if (known === undefined) {
        if (reading === undefined) void read()
        return false
      }
      if (known.size === 0) return true
      if (known.size > max) return false
      for (const id of ids) if (known.has(id)) return false
      return true
    },
    add(ids) {
      for (const id of ids) {
        if (known !== undefined && known.size <= max) known.add(id)
        reading?.add(id)
      }
    },
    removed(count) {
      removals += count
      if (known !== undefined && reading === undefined && removals > known.size / 2) void read()
    },
  }
}
