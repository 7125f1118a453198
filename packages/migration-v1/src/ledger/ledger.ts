// Writes rows. Rows that say the same of many entries of one list are gathered into one with a count, so that a million users
// with the same harmless member make one line.
import { formatPath } from '@symbolon/json-stream'
import type { Path } from '@symbolon/json-stream'
import { reasons } from './reasons.ts'
import type { ReasonCode } from './reasons.ts'

/** Takes the rows of a ledger as they occur. */
export type OnRow = (row: LedgerRow) => void

/** Where the conversion says what it leaves out. */
export interface Ledger {
  /** `detail` comes before the reason's own advice. It never holds a value of the input. */
  add(reason: ReasonCode, place: Path | string, detail?: string, id?: string): void
  /** For an entry of a list: `entry` ends in its index, `place` begins with `entry`. Written by `flush`. */
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
      const path = typeof place === 'string' ? place : formatPath(place)
      const pattern = `${formatPath(entry.slice(0, -1))}[*]${path.slice(formatPath(entry).length)}`
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

/** `loss`: gone, somebody should look. `implied`: left out, and nothing is missing. `notice`: not left out, but something is to be done. */
export type RowKind = 'loss' | 'implied' | 'notice'

/**
 * The ledger: what became of everything in the input that the output does not hold as it stood, and what an operator has to know before
 * the output is imported. Every leaf of the input is in the output, or a row's path leads to it or to something around it. No row holds a
 * value, but for the id of an entry that was left out, or a member of it.
 */
export interface LedgerRow {
  readonly kind: RowKind
  /** Where in the input, with its own spelling and indices. Rows of many equal places have `[*]` instead of the index, and a count. */
  readonly path: string
  /** Of an entry that did not fit, or a member of which did not: what names it, as far as that can be read. */
  readonly id?: string
  readonly reason: ReasonCode
  readonly advice: string
  /** How many places `[*]` stands for. */
  readonly count?: number
}
