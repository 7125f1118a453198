// Limits the space of rows that unauthenticated requests cause, such as pending authorization requests. Before the limit is reached,
// rows of the sources that take most are removed. The space in use is counted in the database, so that every process sees the rows of
// all. Counting at each insert would cost more than the insert, so a process counts only after it has stored a fraction of the limit.

/** A process counts after it has stored 1/16 of the limit; 2/16 stay free for this and for other processes. */
const fractions = 16
/** Rows that one statement removes, so that other writes do not wait for long. */
const batchSize = 100

/** The rows that one source caused, such as all requests from one address. */
export interface Source {
  readonly source: string
  /** The space that its rows take, in the unit of the limit. */
  readonly size: number
  readonly rows: number
}

/** The rows whose space is limited. */
export interface BoundedRows {
  /** The sources, largest first; of equal ones the one with the oldest row first. */
  list(): Promise<readonly Source[]>
  /**
   * Removes this number of rows of the source, least valuable first. Returns the size of each removed row.
   * @param now the time of the insert that needs the room
   */
  remove(source: string, rows: number, now: number): Promise<readonly number[]>
}

/** A row that is about to be stored. */
export interface InsertedRow {
  /** In the unit of the limit. */
  readonly size: number
  readonly limit: number
  /** Milliseconds since the epoch. */
  readonly now: number
}

/**
 * @returns a function that runs `insert`, which stores a row of the given size, after it has made sure that the row fits in the limit
 */
export function boundedInsert(bounded: BoundedRows): (row: InsertedRow, insert: () => Promise<unknown>) => Promise<void> {
  /** The space that may be filled before the next count. */
  let free = 0
  let counting: Promise<void> | undefined
  /** Inserts that a count must wait for: if it missed them, their space would be given away twice. */
  const pending = new Set<Promise<unknown>>()

  async function makeRoom({ size, limit, now }: InsertedRow): Promise<void> {
    const fraction = limit / fractions
    await Promise.allSettled(pending)
    const sources = await bounded.list()
    let excess = sources.reduce((sum, source) => sum + source.size, 0) - (limit - Math.max(2 * fraction, size))
    const level = levelOf(sources, excess)
    for (const source of sources) {
      if (excess <= 0 || source.size <= level) break
      excess -= await remove(bounded, source, Math.min(source.size - level, excess), now)
    }
    free = Math.max(fraction, size)
  }

  return async (row, insert) => {
    while (free < row.size) {
      counting ??= makeRoom(row).finally(() => void (counting = undefined))
      await counting
    }
    free -= row.size
    const inserted = insert()
    pending.add(inserted)
    await inserted.finally(() => pending.delete(inserted))
  }
}

/** The size to which each of the largest sources is reduced, so that all of them together lose the excess. */
function levelOf(sources: readonly Source[], excess: number): number {
  let total = 0
  for (const [index, { size }] of sources.entries()) {
    total += size
    const level = (total - excess) / (index + 1)
    if (level >= (sources[index + 1]?.size ?? 0)) return Math.max(level, 0)
  }
  return 0
}

/** @returns the size of what was removed: at least the excess, unless the source has no more rows */
async function remove(bounded: BoundedRows, { source, size, rows }: Source, excess: number, now: number): Promise<number> {
  let removed = 0
  while (removed < excess) {
    const sizes = await bounded.remove(source, Math.min(Math.ceil(((excess - removed) * rows) / size), batchSize), now)
    if (sizes.length === 0) break
    for (const each of sizes) removed += each
  }
  return removed
}
