// Writes the report row by row, so that a ledger of any length fits into memory, and its sums at the end.

import type { LedgerRow } from '../ledger/ledger.ts'
import type { Report } from '../ledger/report.ts'
import { createPrivateFile } from './private-file.ts'

/** Takes rows as they occur. */
export interface ReportWriter {
  add(row: LedgerRow): void
  end(sums: Omit<Report, 'rows'>): void
}

/** @throws CommandError, also from its methods, when the file cannot be written */
export function createReportWriter(path: string): ReportWriter {
  const file = createPrivateFile(path)
  let rows = 0
  return {
    add(row) {
      file.write(`${rows === 0 ? '{"rows":[' : ','}\n${JSON.stringify(row)}`)
      rows += 1
    },
    end({ counts, reasons, signIns }) {
      file.write(`${rows === 0 ? '{"rows":[' : '\n'}],\n"reasons":${JSON.stringify(reasons)},\n"counts":${JSON.stringify(counts)}`)
      file.write(`,\n"signIns":${JSON.stringify(signIns)}}\n`)
      file.close()
    },
  }
}
