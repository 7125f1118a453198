// An export: the bytes of one snapshot of the directory, with their length and hash.
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
  /** The number of entries that were written so far, by the member of the document. */
  readonly counts: ReadonlyMap<string, number>
  /** The entries that were left out so far, and the entries that refer to an object outside of the document. */
  ledger(): readonly ExportLedgerRow[]
  /** The caller that opened the export has to call it. */
  close(): Promise<void>
}

/** The time limit of an export, and a check between two pages. */
export interface ExportOptions {
  /** The greatest duration in milliseconds. */
  readonly timeout: number
  /** Called between two pages. An error that it throws ends the export. */
  readonly step: (counts: ReadonlyMap<string, number>) => void
}

/** The snapshot is kept a little longer than the time limit, so that `step` reports the end and not a closed database. */
const grace = 10_000

/**
 * Opens an export of one snapshot of the directory.
 * @throws UnknownOrganizationError when the selection names an unknown organization
 */
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
