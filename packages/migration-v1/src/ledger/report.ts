// The result of a conversion: the number of objects of each kind in the input and in the output, and the ledger, row by row and summed by
// reason.

import type { OrganizationForecast } from '@symbolon/schema-v2'
import type { LedgerRow } from './ledger.ts'
import type { ReasonCode, RowKind } from './reasons.ts'
import { reasons } from './reasons.ts'

/** The number of entries of a list that were read, and the number of them in the output. */
export interface Count {
  /** The number of entries in the input, without empty places. */
  readonly read: number
  /** The number of them in the output. */
  readonly kept: number
}

/** By member of the organization; `orgs` for the organizations themselves. */
export type Counts = Readonly<Record<string, Count>>

/** How often a reason occurred, with some of the places. */
export interface ReasonTotal {
  readonly kind: RowKind
  readonly reason: ReasonCode
  readonly advice: string
  /** Of places, not of rows. */
  readonly count: number
  /** The first places, with the ids of entries that were left out, for readers who do not read the whole ledger. */
  readonly examples: readonly string[]
}

/** The outcome of a conversion. */
export interface Report {
  readonly counts: Counts
  readonly reasons: readonly ReasonTotal[]
  /** The number of users of each organization who can sign in after an import with credentials into a new instance. */
  readonly signIns: readonly OrganizationForecast[]
  readonly rows: readonly LedgerRow[]
}

const MOST_EXAMPLES = 3
const kinds: readonly RowKind[] = ['loss', 'notice', 'implied']

/** Counts rows by their reason. */
export interface Tally {
  add(row: LedgerRow): void
  /** Losses come first. Reasons are in the order of their first row. */
  totals(): readonly ReasonTotal[]
}

/** @returns an empty tally */
export function createTally(): Tally {
  const totals = new Map<ReasonCode, { readonly kind: RowKind; count: number; readonly examples: string[] }>()
  return {
    add({ kind, reason, path, id, count = 1 }) {
      const total = totals.get(reason) ?? { kind, count: 0, examples: [] }
      total.count += count
      if (total.examples.length < MOST_EXAMPLES) total.examples.push(id === undefined ? path : `${path} (${id})`)
      totals.set(reason, total)
    },
    totals: () =>
      [...totals]
        .map(([reason, { kind, count, examples }]) => ({ kind, reason, advice: reasons[reason].advice, count, examples: [...examples] }))
        .sort((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind)),
  }
}
