// The ids that were ended, in memory, where no other process writes: every use of a token asks for some of them, and nearly always
// none is there. Kept as long as they are few; with more than that the database is asked.

/** Some two megabytes. */
const most = 10_000
const page = 1000

export interface KnownEnds {
  /** Whether one of the ids was ended; undefined when the database has to be asked. */
  include(ids: readonly string[]): boolean | undefined
  /** To be told of ids when their end is durable, and before whoever asked for it is told. */
  add(ids: readonly string[]): void
  /** To be told when ids were removed, and when nobody can say what is there. */
  forget(): void
}

/** @param list the next ids after one, at most so many, in their order */
export function knownEnds(list: (after: string, limit: number) => Promise<readonly string[]>): KnownEnds {
  let known: Set<string> | 'unread' | 'reading' | 'too many' = 'unread'
  let changes = 0

  async function read(): Promise<void> {
    known = 'reading'
    const changesBefore = changes
    const ids = new Set<string>()
    try {
      for (let last = ''; ids.size <= most;) {
        const some = await list(last, page)
        for (const id of some) ids.add(id)
        last = some.at(-1) ?? ''
        if (some.length < page) break
      }
      // What was ended meanwhile may be missing.
      known = changes !== changesBefore ? 'unread' : ids.size > most ? 'too many' : ids
    } catch {
      // Whoever asks the database learns what is wrong with it.
      known = 'unread'
    }
  }

  return {
    include(ids) {
      if (typeof known !== 'string') {
        for (const id of ids) if (known.has(id)) return true
        return false
      }
      if (known === 'unread') void read()
      return undefined
    },
    add(ids) {
      changes += 1
      if (typeof known === 'string') return
      for (const id of ids) known.add(id)
      if (known.size > most) known = 'too many'
    },
    forget() {
      changes += 1
      if (known !== 'reading') known = 'unread'
    },
  }
}
