// Writes rows. Rows that say the same of many entries of one list are gathered into one with a count, so that a million users
// with the same harmless member make one line.

import { formatPath } from '@symbolon/json-stream'
import type { Path } from '@symbolon/json-stream'
import { reasons } from './reasons.ts'
import type { ReasonCode } from './reasons.ts'
import type { LedgerRow } from './row.ts'

export type OnRow = (row: LedgerRow) => void

export interface Ledger {
  /** `detail` comes before the reason's own advice. It never holds a value of the input. */
  add(reason: ReasonCode, place: Path | string, detail?: string, id?: string): void
  /** For an entry of a list: `entry` ends in its index, `place` begins with `entry`. Written by `flush`. */
  gather(reason: ReasonCode, entry: Path, place: Path | string): void
  /** Writes what was gathered. */
  flush(): void
}

export function createLedger(onRow: OnRow): Ledger {
  const gathered = new Map<string, { readonly reason: ReasonCode, readonly path: string, count: number }>()

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
