// Writes rows. Equal rows of the entries of one list become one row with a count, so that a million users with the same harmless member
// make one line.
import { formatPath, formatSteps } from '@symbolon/json-stream'
import type { Path } from '@symbolon/json-stream'
import { reasons } from './reasons.ts'
import type { ReasonCode, RowKind } from './reasons.ts'

/** Takes the rows of a ledger as they occur. */
export type OnRow = (row: LedgerRow) => void

/** The conversion reports here what it leaves out. */
export interface Ledger {
  /** `detail` is the sentence before the advice of the reason. It never holds a value of the input. */
  add(reason: ReasonCode, place: Path | string, detail?: string, id?: string): void
  /** For an entry of a list. `entry` ends in its index, and `place` begins with `entry`. `flush` writes the row. */
  gather(reason: ReasonCode, entry: Path, place: Path | string): void
  /** Writes what was gathered. */
  flush(): void
}

/** @returns an empty ledger; it gives its rows to `onRow` */
export function createLedger(onRow: OnRow): Ledger {
  const gathered = new Map<string, { readonly reason: ReasonCode; readonly path: string; count: number }>()

  function row(reason: ReasonCode, path: string, more: Partial<LedgerRow> = {}): LedgerRow {
    const { kind, advice } = reasons[reason]
    return { kind, path, reason, advice, ...more }
  }

  return {
    add(reason, place, detail, id) {
      const path = typeof place === 'string' ? place : formatPath(place)
      const advice = detail === undefined ? {} : { advice: `${detail} ${reasons[reason].advice}` }
      onRow(row(reason, path, { ...(id === undefined ? {} : { id }), ...advice }))
    },
    gather(reason, entry, place) {
      const below = typeof place === 'string' ? place.slice(formatPath(entry).length) : formatSteps(place.slice(entry.length))
      const pattern = `${formatPath(entry.slice(0, -1))}[*]${below}`
      const key = `${reason} ${pattern}`
      const found = gathered.get(key)
      if (found === undefined) gathered.set(key, { reason, path: pattern, count: 1 })
      else found.count += 1
    },
    flush() {
      for (const { reason, path, count } of gathered.values()) onRow(row(reason, path, { count }))
      gathered.clear()
    },
  }
}

/**
 * The ledger lists everything in the input that the output does not hold unchanged, and everything that an operator has to know before the
 * import. Every leaf of the input is in the output, or the path of a row leads to it or to an object around it. No row holds a value,
 * except the id of an entry or of an object around a member that was left out.
 */
export interface LedgerRow {
  readonly kind: RowKind
  /** The place in the input, in the spelling of the input. A row for many equal places has `[*]` instead of the index, and a count. */
  readonly path: string
  /** The id of an entry that does not match the format or has such a member, if it can be read. */
  readonly id?: string
  readonly reason: ReasonCode
  readonly advice: string
  /** The number of places that `[*]` stands for. */
  readonly count?: number
}
