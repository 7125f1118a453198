// Makes room for rows that strangers cause before all of them would take more than they may. How much they take is in the database, so
// that every process sees those of all; to count it at each row would cost more than the row, so a process counts when it has itself
// stored a small part of the limit since it last did.

/** The part of the limit that is stored between two counts; two parts stay free for it and for other processes. */
const parts = 16
/** Rows that one statement removes: others are not kept waiting. */
const batch = 100

/** Rows of one source share their fate. */
export interface Source {
  readonly source: string
  /** What its rows take, in the unit of the limit. */
  readonly size: number
  readonly rows: number
}

export interface BoundedRows {
  /** The heaviest sources first; of equal ones the one with the oldest row. */
  list(): Promise<readonly Source[]>
  /** Removes so many rows of the source, those first that can be spared. @returns what each of them took */
  remove(source: string, rows: number): Promise<readonly number[]>
}

/** @returns stores a row of this size once it fits in beside what there is */
export function roomFor(bounded: BoundedRows): (size: number, limit: number, store: () => Promise<unknown>) => Promise<void> {
  /** What may be stored before the next count. */
  let room = 0
  let counting: Promise<void> | undefined
  /** A count that did not see them would let as many in once more. */
  const underWay = new Set<Promise<unknown>>()

  async function count(size: number, limit: number): Promise<void> {
    const part = limit / parts
    await Promise.allSettled(underWay)
    let excess = -(limit - Math.max(2 * part, size))
    const sources = await bounded.list()
    for (const source of sources) excess += source.size
    const level = levelOf(sources, excess)
    // The heaviest first, down to what all of the heavy ones may keep; no further than is needed.
    for (const source of sources) {
      if (excess <= 0 || source.size <= level) break
      excess -= await remove(bounded, source, Math.min(source.size - level, excess))
    }
    room = Math.max(part, size)
  }

  return async (size, limit, store) => {
    while (room < size) {
      counting ??= count(size, limit).finally(() => void (counting = undefined))
      await counting
    }
    room -= size
    const stored = store()
    underWay.add(stored)
    await stored.finally(() => underWay.delete(stored))
  }
}

/** How much each of the heaviest sources may keep, so that all of them together lose the excess. */
function levelOf(sources: readonly Source[], excess: number): number {
  let heavy = 0
  for (const [index, { size }] of sources.entries()) {
    heavy += size
    const level = (heavy - excess) / (index + 1)
    if (level >= (sources[index + 1]?.size ?? 0)) return Math.max(level, 0)
  }
  return 0
}

/** @returns how much was removed: at least the excess, unless the source has no more */
async function remove(bounded: BoundedRows, { source, size, rows }: Source, excess: number): Promise<number> {
  let removed = 0
  while (removed < excess) {
    const gone = await bounded.remove(source, Math.min(Math.ceil((excess - removed) * rows / size), batch))
    if (gone.length === 0) break
    for (const each of gone) removed += each
  }
  return removed
}
