// The revoked identifiers in memory. Every use of a token asks for a few of them, and nearly always none is revoked. The cache holds
// all identifiers or none; it is used only where no other process writes.

/** With more identifiers than this, about two megabytes, the database is asked instead. */
const maxIds = 10_000
const pageSize = 1000

/** A copy of all revoked identifiers. */
export interface RevokedIdCache {
  /** Whether one of the identifiers is revoked; undefined when the database must be asked. */
  includesAny(ids: readonly string[]): boolean | undefined
  /** Must be called once a revocation is durable, and before its caller gets the result. */
  add(ids: readonly string[]): void
  /** Must be called after rows were removed, and after an error that leaves the content of the table unknown. */
  invalidate(): void
}

/**
 * A cache that reads all identifiers in the background when it is first asked.
 * @param list the next identifiers after the given one, in their order, at most `limit`
 */
export function revokedIdCache(list: (after: string, limit: number) => Promise<readonly string[]>): RevokedIdCache {
  let state: Set<string> | 'empty' | 'reading' | 'too many' = 'empty'
  let changes = 0

  async function read(): Promise<void> {
    state = 'reading'
    const changesBefore = changes
    const ids = new Set<string>()
    try {
      for (let last = ''; ids.size <= maxIds;) {
        const page = await list(last, pageSize)
        for (const id of page) ids.add(id)
        last = page.at(-1) ?? ''
        if (page.length < pageSize) break
      }
      // An identifier that was revoked meanwhile may be missing.
      state = changes !== changesBefore ? 'empty' : ids.size > maxIds ? 'too many' : ids
    } catch {
      // The caller asks the database itself and gets its error.
      state = 'empty'
    }
  }

  return {
    includesAny(ids) {
      if (typeof state !== 'string') {
        for (const id of ids) if (state.has(id)) return true
        return false
      }
      if (state === 'empty') void read()
      return undefined
    },
    add(ids) {
      changes += 1
      if (typeof state === 'string') return
      for (const id of ids) state.add(id)
      if (state.size > maxIds) state = 'too many'
    },
    invalidate() {
      changes += 1
      if (state !== 'reading') state = 'empty'
    },
  }
}
