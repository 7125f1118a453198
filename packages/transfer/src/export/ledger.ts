// What an export says beside its document: what it leaves out because it names something that stays behind, and what it names although
// the document does not hold it. One row for each place in the format, with the number of entries.
import type { ImportLedgerRow } from '../import/import-row.ts'

export type ExportReason = 'stays_behind' | 'not_exported'

export const exportAdvice: Readonly<Record<ExportReason, string>> = {
  stays_behind: 'Left out: it names an object of an organization that is not exported. Export that organization too, if it shall move.',
  not_exported: 'Kept, although what it names is not in the document: set that up with the same id where the document goes.',
}

export type ExportLedgerRow = Required<ImportLedgerRow> & { readonly reason: ExportReason }

export interface ExportLedger {
  /** @param path a place in the format, as `orgs[*].projectGrants` */
  add(path: string, reason: ExportReason): void
  rows(): readonly ExportLedgerRow[]
}

export function exportLedger(): ExportLedger {
  const rows = new Map<string, { readonly path: string, readonly reason: ExportReason, count: number }>()
  return {
    add(path, reason) {
      const row = rows.get(`${reason} ${path}`)
      if (row === undefined) rows.set(`${reason} ${path}`, { path, reason, count: 1 })
      else row.count += 1
    },
    rows: () => [...rows.values()].map((row) => ({ ...row, advice: exportAdvice[row.reason] })),
  }
}
