// An export: one moment of the directory as bytes, with their measure.
import type { DirectoryStore, Sealing } from '@symbolon/core-protocol'
import { eventLoopTurns } from '@symbolon/provisioning'
import { exportDocument } from './export-document.ts'
import { exportLedger } from './ledger.ts'
import type { ExportLedgerRow } from './ledger.ts'
import { measured } from './measure.ts'
import type { Measured } from './measure.ts'
import { chooseOrgs } from './selection.ts'
import type { ExportSelection } from './selection.ts'

/** An export that is being read. */
export interface Export extends Measured {
  /** Entries that were written so far, by the member of the document. */
  readonly counts: ReadonlyMap<string, number>
  /** What was left out so far, and what names something that the document does not hold. */
  ledger(): readonly ExportLedgerRow[]
  /** To be called by whoever opened it. */
  close(): Promise<void>
}

/** How long an export may take, and what is asked between two pages. */
export interface ExportOptions {
  /** Milliseconds that it may take at most. */
  readonly timeout: number
  /** Called between two pages: what it throws ends the export. */
  readonly step: (counts: ReadonlyMap<string, number>) => void
}

/** The moment is kept a little longer than the time for the work: its end is told by `step`, not by a closed database. */
const grace = 10_000

/** @throws UnknownOrganizationError */
export async function openExport(
  selection: ExportSelection,
  { directory, sealing }: { readonly directory: DirectoryStore; readonly sealing: Sealing },
  { timeout, step }: ExportOptions,
): Promise<Export> {
  const snapshot = await directory.snapshot(timeout + grace)
  try {
    const orgs = await chooseOrgs(selection, snapshot)
    const counts = new Map<string, number>()
    const ledger = exportLedger()
    const document = exportDocument(selection, {
      snapshot,
      sealing,
      orgs,
      counts,
      ledger,
      step: () => step(counts),
      turns: eventLoopTurns(),
    })
    return { ...measured(document), counts, ledger: ledger.rows, close: async () => await snapshot.close() }
  } catch (error) {
    await snapshot.close()
    throw error
  }
}
