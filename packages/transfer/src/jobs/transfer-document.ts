// Reads the document of an import, applies it and writes the report. It counts the entries that were read and the entries that the report
// accounts for: an import is complete only when both numbers are equal.
import { readOrgHeads, V1InputError } from '@symbolon/migration-v1'
import type { OrgHead } from '@symbolon/migration-v1'
import { applyContextOf, applyPieces, entryCount, eventLoopTurns, PlannedSignIns } from '@symbolon/provisioning'
import type { ApplyEntry, DocumentPiece, Journal } from '@symbolon/provisioning'
import { convertPieces } from '../import/convert-pieces.ts'
import { deferredInJobs } from '../import/deferred-in-jobs.ts'
import { writeForecast } from '../import/forecast.ts'
import { startOver } from '../import/progress.ts'
import type { EarlierRun } from '../import/progress.ts'
import { DocumentChanged, ReadDocument } from '../import/read-document.ts'
import { readPieces } from '../import/read-pieces.ts'
import type { ReadingProgress } from '../import/read-pieces.ts'
import { ledgerRow } from '../import/rows.ts'
import { importReport } from '../import/report.ts'
import type { ImportReport, ReportContext } from '../import/report.ts'
import { providersWithSecret, withoutCredentials } from '../import/without-credentials.ts'
import type { ImportFacts } from './import-facts.ts'
import type { ImportContext, ImportTask } from './import-task.ts'

/** One run of an import over its document. */
export interface TransferRun {
  readonly signal: AbortSignal
  /** The holder that runs the import. */
  readonly holder: string
  /** The next position of a part of the report. */
  readonly nextPosition: () => number
  /** The progress of an earlier run. */
  readonly earlier?: EarlierRun | undefined
  /** Renews the lease if it is due. @throws if the lease is lost */
  readonly check: () => Promise<void>
  /** Called once the run has passed everything that an earlier run settled. */
  readonly reached: () => void
  /** Called when the document is read for its ids alone, during which nothing can be settled. */
  readonly searching: () => void
  /** Called with the rows of each transaction. */
  readonly settled: (entries: readonly ApplyEntry[]) => void
  /** Called with the current facts. */
  readonly known: (facts: Partial<Pick<ImportFacts, 'counts' | 'progress' | 'signIn'>>) => void
}

/**
 * The document was read to its end, but some objects were neither stored nor refused for their own reason. The import has to be run
 * again.
 */
export class IncompleteImport extends Error {
  override readonly name = 'IncompleteImport'
}

/** Bytes of a document that are held at once; see migration-v1. */
const limits = { maxValueBytes: 64 * 1024 * 1024, maxHeldBytes: 16 * 1024 * 1024 }

/** The number of rows that may wait for the next chunk. */
const mostWaiting = 500

/**
 * @returns whether the signal stopped it before its end
 * @throws IncompleteImport, V1InputError, SourceError and the errors of the source
 */
export async function transferDocument(task: ImportTask, run: TransferRun, context: ImportContext): Promise<boolean> {
  const { source } = task
  // The ids come late. A first pass finds them.
  const lateHeads = async (): Promise<Heads> => {
    run.searching()
    return await readOrgHeads(source.read(run.signal), limits)
  }
  // Objects that were applied before stay the same.
  const fromBeginning = { ...run, earlier: undefined }
  try {
    return await transferOnce(task, run.earlier?.late === true ? await lateHeads() : undefined, run, context)
  } catch (error) {
    if (error instanceof DocumentChanged) {
      await startOver(task.id, context.stores.importJobs)
      return await transferDocument(task, fromBeginning, context)
    }
    if (!(error instanceof V1InputError) || error.code !== 'members_out_of_order') throw error
    const heads = await lateHeads()
    await startOver(task.id, context.stores.importJobs)
    return await transferOnce(task, heads, fromBeginning, context)
  }
}

type Heads = readonly (OrgHead | undefined)[] | undefined

async function transferOnce(task: ImportTask, heads: Heads, run: TransferRun, context: ImportContext): Promise<boolean> {
  const { id, options } = task
  const { signal, nextPosition, known, holder, earlier } = run
  const { importJobs, directory } = context.stores
  const job = { jobId: id, jobs: importJobs, sealing: context.sealing, nextPosition }
  const document = new ReadDocument(earlier?.read)
  // No other caller waits to write where the import is alone. An import that continues counts the steps that it counted before.
  const objectsAtOnce = earlier?.objectsAtOnce ?? (task.alone === true ? 200 : 100)
  const reading = (): ReturnType<ReportContext['reading']> => ({ late: heads !== undefined, read: document.part, objectsAtOnce })
  const report = importReport({ ...job, holder, earlier, reading })
  const tally = new Tally(report)
  const planned = new PlannedSignIns(options.dryRun)
  const withoutSecret = new Set<string>()
  const applying = applyContextOf(context, context.hashing, task.authority, context.passkeys)
  const journal: Journal = {
    resumed: earlier,
    async record(batch) {
      await run.check()
      // The position would be one of another document.
      if (!document.isEarlier) return { jobId: id, holder, parts: [] }
      return await report.record(batch)
    },
    async settled(batch, stored) {
      if (!document.isEarlier) throw new DocumentChanged('The document has other objects.')
      await report.settled(batch, stored)
      run.settled(batch.chunks.flatMap(({ entries }) => entries))
      known({ counts: report.numbers.counts, progress: tally.progress() })
    },
    reached: run.reached,
  }
  const { stopped } = await applyPieces(piecesOf(task, heads, report, run, { document, tally, withoutSecret }), applying, {
    dryRun: options.dryRun,
    update: options.update,
    repeats: true,
    objectsAtOnce,
    signal,
    planned,
    journal,
    deferred: deferredInJobs(job),
  })
  await report.flush()
  known({ counts: report.numbers.counts, progress: tally.progress() })
  if (stopped) return true
  const { identityProvidersInCode = [] } = applying
  const turns = eventLoopTurns()
  const rest = async (): Promise<void> => await turns.rest()
  const caller = await task.authority.caller()
  const forecast = { directory, caller, identityProvidersInCode, planned, withoutSecret, rest }
  known({ signIn: await writeForecast(forecast, { jobId: id, jobs: importJobs, nextPosition }) })
  tally.requireAll()
  return false
}

async function* piecesOf(
  task: ImportTask,
  heads: Heads,
  report: ImportReport,
  { signal, known }: TransferRun,
  { document, tally, withoutSecret }: { readonly document: ReadDocument; readonly tally: Tally; readonly withoutSecret: Set<string> },
): AsyncGenerator<DocumentPiece> {
  const { source, format, options } = task
  const read = format === 'v1' ? convertPieces : readPieces
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of document.blocks(source.read(signal))) {
      if (report.waiting > mostWaiting) await report.flush()
      yield chunk
    }
  }
  const onProgress = (progress: ReadingProgress): void => {
    tally.read(progress)
    known({ progress: tally.progress() })
  }
  /** The place of the organization with each id. */
  const places = new Map<string, string>()
  const isRepeated = ({ org: { orgId }, path }: DocumentPiece): boolean => {
    const before = places.get(orgId)
    places.set(orgId, path)
    return before !== undefined && before !== path
  }
  for await (const piece of read(chunks(), { limits, heads, onRow: (row) => report.add(row, 'reading'), onProgress })) {
    // The conversion reports it for the other format.
    if (isRepeated(piece) && format === 'v2') report.add(ledgerRow(piece.path, 'repeated_org'), 'pieces')
    if (options.withCredentials) {
      yield piece
      continue
    }
    for (const id of providersWithSecret(piece)) withoutSecret.add(id)
    const left = withoutCredentials(piece, (row) => report.add(row, 'pieces'))
    tally.leaveOut(entryCount(piece) - entryCount(left))
    yield left
  }
}

/** Compares the entries that the reader saw with the entries that the report accounts for. */
class Tally {
  readonly #report: ImportReport
  #read: ReadingProgress = { bytes: 0, objects: 0, leftOut: 0 }
  #withoutCredentials = 0

  constructor(report: ImportReport) {
    this.#report = report
  }

  read(progress: ReadingProgress): void {
    this.#read = progress
  }

  leaveOut(entries: number): void {
    this.#withoutCredentials += entries
  }

  progress(): ImportFacts['progress'] {
    const { bytes, objects, leftOut } = this.#read
    return { bytes, objects, settled: leftOut + this.#withoutCredentials + this.#report.numbers.settled }
  }

  /** @throws IncompleteImport */
  requireAll(): void {
    const { objects, settled } = this.progress()
    const { unfinished } = this.#report.numbers
    if (settled !== objects)
      throw new IncompleteImport(`The report accounts for ${settled} of ${objects} entries. Send the import again with the same id.`)
    if (unfinished === 0) return
    throw new IncompleteImport(
      `The database failed or was too busy for ${unfinished} objects. The report lists them under errors as storage_failed,` +
        ' storage_full or secret_hashing_busy. Send the import again with the same id to complete it.',
    )
  }
}
