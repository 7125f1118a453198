// Rows of a table in memory: those that were inserted or found last. Only for tables whose rows never change, so that a row in memory is
// the one in the database for as long as that exists.
import type { SqlDialect } from './dialect.ts'

/** Some of the rows of one table, by number. */
export interface RecentRows<Row> {
  find(number: number): Row | undefined
  /** Must be called only with a row that is committed. */
  keep(number: number, row: Row): void
  /** Must be called after rows were deleted. */
  forget(numbers: readonly number[]): void
}

/**
 * Keeps at most `rowsInMemory` rows of the dialect; none where other processes write, and none once the database is lost. The rows are in
 * two halves: when the newer one is full, the older one is dropped. A row of the older half that is found moves to the newer one. So rows
 * in use stay, at a cost that does not depend on their number.
 */
export function recentRows<Row>({ generation, rowsInMemory = 0 }: Pick<SqlDialect, 'generation' | 'rowsInMemory'>): RecentRows<Row> {
  const half = Math.floor(rowsInMemory / 2)
  let newer = new Map<number, Row>()
  let older = new Map<number, Row>()

  function keep(number: number, row: Row): void {
    if (half === 0 || generation === undefined || generation.ended) return
    if (newer.size >= half) {
      older = newer
      newer = new Map()
    }
    newer.set(number, row)
  }

  return {
    keep,
    find(number) {
      if (generation?.ended) return undefined
      const row = newer.get(number)
      if (row !== undefined) return row
      const old = older.get(number)
      if (old !== undefined) {
        older.delete(number)
        keep(number, old)
      }
      return old
    },
    forget(numbers) {
      for (const number of numbers) {
        newer.delete(number)
        older.delete(number)
      }
    },
  }
}
