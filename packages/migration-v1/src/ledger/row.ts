// The ledger: what became of everything in the input that the output does not hold as it stood, and what an operator has to know
// before the output is imported. Every leaf of the input is in the output, or a row's path leads to it or to something around it.
// No row holds a value, but for the id of an entry that was left out, or a member of it.

import type { ReasonCode } from './reasons.ts'

/** `loss`: gone, somebody should look. `implied`: left out, and nothing is missing. `notice`: not left out, but something is to be done. */
export type RowKind = 'loss' | 'implied' | 'notice'

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
