// The report of an import while it is written. It is written part by part, so that it may have any size and can be read while the import
// runs. Generated secrets are encrypted in it, stored in the transaction that stores what they belong to, and kept when an import is
// resumed: they are never generated twice, and a process that is killed loses none.
import type { ImportJobPart, ImportRecord } from '@symbolon/core-protocol'
import { noCounts, sentenceFor, transientReasons } from '@symbolon/provisioning'
import type { ApplyAction, ApplyEntry, SettledBatch, SettledChunk } from '@symbolon/provisioning'
import { deferredParts } from './deferred-in-jobs.ts'
import type { PartsContext } from './deferred-in-jobs.ts'
import { orgPart } from './forecast.ts'
import { progressPart } from './progress.ts'
import type { EarlierRun, ImportPosition } from './progress.ts'
import type { ReportList } from './report-lists.ts'
import { errorOf } from './rows.ts'
import type { ImportError, ImportLedgerRow, ImportRow } from './rows.ts'
import { sealingPurpose } from './sealing-purpose.ts'
import { successOf } from './success.ts'

/** Where a row comes from: a malformed place in the document, or a piece of it, such as one whose credentials were left out. */
export type RowSource = 'reading' | 'pieces'

/** The numbers of an import so far. */
export interface ImportNumbers {
  readonly counts: Readonly<Record<ApplyAction, number>>
  /** The number of entries whose result the report holds. */
  readonly settled: number
  /** The number of objects that the storage failed to store, or that it was too busy for. */
  readonly unfinished: number
}

/** The report of an import while it grows. */
export interface ImportReport {
  /** A row from reading. It is written with the next transaction, unless an earlier run has written it. */
  add(row: ImportRow, source: RowSource): void
  /** @returns what is stored in the transaction of a batch: its rows, what was generated, what waits, and the progress */
  record(batch: SettledBatch): Promise<ImportRecord>
  /** Counts a batch, and writes it unless a transaction has stored its record. */
  settled(batch: SettledBatch, stored: boolean): Promise<void>
  /** Writes the waiting rows. */
  flush(): Promise<void>
  /** The number of rows that are not written yet. */
  readonly waiting: number
  readonly numbers: ImportNumbers
}

/** The dependencies of writing a report. */
export interface ReportContext extends PartsContext {
  /** The holder that runs the import. */
  readonly holder: string
  /** The rows of an earlier run over the same document. */
  readonly earlier?: EarlierRun | undefined
  /** How the document is read, which is stored with the progress. */
  readonly reading: () => Pick<ImportPosition, 'late' | 'objectsAtOnce' | 'read'>
}

interface WaitingRow {
  readonly row: ImportRow
  readonly source: RowSource
}

/** @returns the report of an import, which is written to its job part by part */
export function importReport(context: ReportContext): ImportReport {
  const { jobId, holder, jobs, sealing, nextPosition, earlier, reading } = context
  const orgs = new Set(earlier?.orgIds)
  const waiting: WaitingRow[] = []
  /** The number of waiting rows in the last record. */
  let recorded = 0
  let numbers: ImportNumbers = {
    counts: earlier?.counts ?? noCounts(),
    settled: earlier?.settled ?? 0,
    unfinished: earlier?.unfinished ?? 0,
  }
  let written = { reading: 0, pieces: 0, ...earlier?.rows }
  const seen = { reading: 0, pieces: 0 }

  const part = (list: ReportList, content: string, orgId = ''): ImportJobPart => ({
    list,
    orgId,
    position: nextPosition(),
    content,
  })
  const rowParts = (rows: readonly ImportRow[]): readonly ImportJobPart[] => {
    const errors: ImportError[] = []
    const ledger: ImportLedgerRow[] = []
    for (const row of rows) {
      if (row.row === 'ledger') ledger.push(row.entry)
      else errors.push(row.error)
    }
    return [
      ...(errors.length === 0 ? [] : [part('errors', JSON.stringify(errors))]),
      ...(ledger.length === 0 ? [] : [part('ledger', JSON.stringify(ledger))]),
    ]
  }
  const generatedPart = async (entries: readonly ApplyEntry[]): Promise<readonly ImportJobPart[]> => {
    const rows = entries.flatMap(({ kind, key, path, generated }) => (generated === undefined ? [] : [{ kind, key, path, ...generated }]))
    if (rows.length === 0) return []
    return [part('generated', await sealing.seal(JSON.stringify(rows), sealingPurpose(jobId)))]
  }
  const chunkParts = ({ orgId = '', entries }: SettledChunk, { contentOf }: SettledBatch, begun: Set<string>): readonly ImportJobPart[] => {
    const success = successOf(entries, contentOf)
    const isNew = orgId !== '' && !orgs.has(orgId) && !begun.has(orgId)
    begun.add(orgId)
    return [
      ...(isNew ? [part('orgs', orgPart(orgId, placeOf(entries)), orgId)] : []),
      ...(Object.keys(success).length > 0 ? [part('success', JSON.stringify(success), orgId)] : []),
    ]
  }
  const partsOf = async (batch: SettledBatch, taken: readonly WaitingRow[]): Promise<readonly ImportJobPart[]> => {
    const entries = batch.chunks.flatMap((chunk) => chunk.entries)
    const rows = batch.chunks.flatMap((chunk) => chunk.entries.flatMap((entry) => rowsOf(entry, chunk.orgId ?? '')))
    const begun = new Set<string>()
    const parts = [
      ...rowParts([...taken.map(({ row }) => row), ...rows]),
      ...(await generatedPart(entries)),
      ...batch.chunks.flatMap((chunk) => chunkParts(chunk, batch, begun)),
      ...(await deferredParts(batch.deferred, context)),
    ]
    const { position, memory } = batch
    const progress = { position, memory, ...added(numbers, batch), rows: counted(written, taken), ...reading() }
    return [...parts, progressPart(progress, nextPosition())]
  }

  const take = (rows: readonly WaitingRow[]): void => {
    waiting.splice(0, rows.length)
    written = counted(written, rows)
  }

  return {
    get waiting() {
      return waiting.length
    },
    get numbers() {
      return numbers
    },
    add(row, source) {
      seen[source] += 1
      if (seen[source] > (earlier?.rows[source] ?? 0)) waiting.push({ row, source })
    },
    async record(batch) {
      recorded = waiting.length
      return { jobId, holder, parts: await partsOf(batch, waiting) }
    },
    async settled(batch, stored) {
      const taken = waiting.slice(0, stored ? recorded : waiting.length)
      if (!stored) await jobs.append(jobId, await partsOf(batch, taken))
      numbers = added(numbers, batch)
      for (const { orgId } of batch.chunks) if (orgId !== undefined) orgs.add(orgId)
      take(taken)
    },
    async flush() {
      const taken = [...waiting]
      if (taken.length === 0) return
      await jobs.append(jobId, rowParts(taken.map(({ row }) => row)))
      take(taken)
    },
  }
}

function counted(written: Readonly<Record<RowSource, number>>, rows: readonly WaitingRow[]): Record<RowSource, number> {
  const sum = { ...written }
  for (const { source } of rows) sum[source] += 1
  return sum
}

function added({ counts: before, settled, unfinished }: ImportNumbers, { chunks }: SettledBatch): ImportNumbers {
  const counts = { ...before }
  let more = 0
  let failed = 0
  for (const chunk of chunks) {
    more += chunk.settled
    for (const { action, reason } of chunk.entries) {
      counts[action] += 1
      if (reason !== undefined && transientReasons.has(reason)) failed += 1
    }
  }
  return { counts, settled: settled + more, unfinished: unfinished + failed }
}

/** The place of an organization in the document, e.g. `orgs[0]`. */
function placeOf(entries: readonly ApplyEntry[]): string {
  const [place = ''] = entries[0]?.path.split('.') ?? []
  return place
}

/** Why a hash or a seed is not used. */
const costlyReasons: ReadonlySet<string> = new Set(['otp_secret_malformed', 'password_hash_unsupported', 'password_hash_too_slow'])

function rowsOf(entry: ApplyEntry, orgId: string): readonly ImportRow[] {
  const { action, reason, path, member, count, milliseconds, changed = [] } = entry
  if (reason === undefined || !['refused', 'kept', 'ignored', 'notice'].includes(action)) return []
  const differences = changed.length === 0 ? '' : ` (${changed.join(', ')})`
  // A password, hash or seed that cannot be used prevents the user from signing in, so it is an error although the rest was stored.
  const costly = costlyReasons.has(reason) || member === 'user.password'
  if (!['ignored', 'notice'].includes(action) || costly) {
    const about = member === undefined || costly ? '' : `${member}: `
    return [{ row: 'error', error: errorOf(entry, orgId, `${reason}: ${about}${sentenceFor({ ...entry, reason })}${differences}`) }]
  }
  const place = member === undefined ? path : `${path}.${member}`
  const cost = milliseconds === undefined ? '' : ` (${milliseconds} ms)`
  return [
    {
      row: 'ledger',
      entry: { path: place, reason, advice: `${sentenceFor({ ...entry, reason })}${cost}`, ...(count === undefined ? {} : { count }) },
    },
  ]
}
