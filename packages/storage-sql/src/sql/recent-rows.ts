// Rows of a table in memory: those that were kept last, or used since. A row in memory says what was inserted, so it suits rows that never
// change, and changes that the database alone decides.
import type { SqlDialect } from './dialect.ts'

/** Some of the rows of one table, by key. */
export interface RecentRows<Row, Key = number> {
  find(key: Key): Row | undefined
  /** Must be called only with a row that is committed. @returns whether the row is in memory now */
  keep(key: Key, row: Row): boolean
  /** Must be called after rows were deleted. */
  forget(keys: readonly Key[]): void
}

/**
 * Keeps at most `rowsInMemory` rows of the dialect; none where other processes write, and none once the database is lost. The rows are in
 * two halves: when the newer one is full, the older one is dropped. A row of the older half that is found moves to the newer one. So rows
 * in use stay, at a cost that does not depend on their number.
 */
export function recentRows<Row, Key = number>({
  generation,
  rowsInMemory = 0,
}: Pick<SqlDialect, 'generation' | 'rowsInMemory'>): RecentRows<Row, Key> {
  const half = Math.floor(rowsInMemory / 2)
  let newer = new Map<Key, Row>()
  let older = new Map<Key, Row>()

  function keep(key: Key, row: Row): boolean {
    if (half === 0 || generation === undefined || generation.ended) return false
    if (newer.size >= half) {
      older = newer
      newer = new Map()
    }
    newer.set(key, row)
    return true
  }

  return {
    keep,
    find(key) {
      if (generation?.ended) return undefined
      const row = newer.get(key)
      if (row !== undefined) return row
      const old = older.get(key)
      if (old !== undefined) {
        older.delete(key)
        keep(key, old)
      }
      return old
    },
    forget(keys) {
      for (const key of keys) {
        newer.delete(key)
        older.delete(key)
      }
    },
  }
}

/**
 * Detects repeated numbers, so that a row is kept in memory when it is found in the database for the second time. A caller that reads many rows
 * once does not displace rows in use, and a row that is not read again costs no garbage collection.
 * @param rowsInMemory a quarter as many numbers are remembered, one for each remainder: another with the same remainder replaces it
 * @returns a function that reports whether the number came before, and remembers it
 */
export function repetitions(rowsInMemory: number): (number: number) => boolean {
  const places = Math.ceil(rowsInMemory / 4)
  let remembered: Float64Array | undefined
  return (number) => {
    remembered ??= new Float64Array(places).fill(-1)
    const place = number % places
    if (remembered[place] === number) return true
    remembered[place] = number
    return false
  }
}
