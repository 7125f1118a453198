// The report of an import while it is written. It is written part by part, so that it may have any size and can be read while the import
// runs. Generated secrets are encrypted in it, stored in the transaction that stores what they belong to, and kept when an import is
// resumed: they are never generated twice, and a process that is killed loses none.
import type { DirectoryStore, ImportJobPart, ImportJobStore, ImportRecord, Resource, Sealing } from '@symbolon/core-protocol'
import { findStored, sentenceFor } from '@symbolon/provisioning'
import type { ApplyEntry, SettledChunk } from '@symbolon/provisioning'
import { orgPart } from './forecast.ts'
import { errorOf } from './rows.ts'
import type { ImportError, ImportLedgerRow, ImportRow } from './rows.ts'
import { successOf } from './success.ts'

/** The lists of an import's parts. Other lists are `deferred:` with a pass. */
export const reportLists = ['errors', 'ledger', 'generated', 'orgs', 'success', 'signIns'] as const

/** @returns the purpose under which secrets of an import are encrypted, so that they cannot be decrypted for another import */
export function sealingPurpose(jobId: string): string {
  return `import:${jobId}`
}

/** The report of an import while it grows. */
export interface ImportReport {
  /** A row from reading. It is written with the next chunk. */
  add(row: ImportRow): void
  /** @returns what is stored in the transaction of generated values, given the rows that hold them */
  record(generated: readonly ApplyEntry[]): Promise<ImportRecord>
  settled(chunk: SettledChunk): Promise<void>
  /** Writes the waiting rows. */
  flush(): Promise<void>
  /** Starts again. The caller removes the parts that were written. */
  forget(): void
  /** The number of rows that are not written yet. */
  readonly waiting: number
  /** The number of all errors. */
  readonly errors: number
}

/** What writing a report needs. */
export interface ReportContext {
  readonly jobId: string
  /** Who runs the import. */
  readonly holder: string
  readonly jobs: ImportJobStore
  readonly directory: DirectoryStore
  readonly sealing: Sealing
  /** The next position of a part. */
  readonly nextPosition: () => number
}

/** @returns the report of an import, which is written to its job part by part */
export function importReport({ jobId, holder, jobs, directory, sealing, nextPosition }: ReportContext): ImportReport {
  const orgs = new Set<string>()
  let errors: ImportError[] = []
  let ledger: ImportLedgerRow[] = []
  let count = 0

  const part = (list: (typeof reportLists)[number], content: string, orgId = ''): ImportJobPart => ({
    list,
    orgId,
    position: nextPosition(),
    content,
  })
  function waiting(): ImportJobPart[] {
    const parts = [
      ...(errors.length === 0 ? [] : [part('errors', JSON.stringify(errors))]),
      ...(ledger.length === 0 ? [] : [part('ledger', JSON.stringify(ledger))]),
    ]
    errors = []
    ledger = []
    return parts
  }
  function add(row: ImportRow): void {
    if (row.row === 'ledger') return void ledger.push(row.entry)
    errors.push(row.error)
    count += 1
  }

  return {
    get waiting() {
      return errors.length + ledger.length
    },
    get errors() {
      return count
    },
    add,
    forget() {
      errors = []
      ledger = []
      count = 0
      orgs.clear()
    },
    async record(generated) {
      const rows = generated.map(({ kind, key, path, generated: values }) => ({ kind, key, path, ...values }))
      return { jobId, holder, parts: [part('generated', await sealing.seal(JSON.stringify(rows), sealingPurpose(jobId)))] }
    },
    async settled({ orgId = '', entries }) {
      for (const entry of entries) for (const row of rowsOf(entry, orgId)) add(row)
      const success = successOf(entries, await contentsOf(entries, directory))
      const parts = waiting()
      if (orgId !== '' && !orgs.has(orgId)) {
        orgs.add(orgId)
        parts.push(part('orgs', orgPart(orgId, placeOf(entries)), orgId))
      }
      if (Object.keys(success).length > 0) parts.push(part('success', JSON.stringify(success), orgId))
      await jobs.append(jobId, parts)
    },
    async flush() {
      if (errors.length + ledger.length > 0) await jobs.append(jobId, waiting())
    },
  }
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

const furtherKinds: readonly string[] = ['projectGrant', 'projectGrantMember', 'triggerActions', 'userLink']

/** The additional members of objects in the success lists, for the kinds that have them. */
async function contentsOf(entries: readonly ApplyEntry[], directory: DirectoryStore): Promise<ReadonlyMap<string, Resource>> {
  const wanted = entries.flatMap(({ kind, key, action }) =>
    kind !== 'member' && furtherKinds.includes(kind) && ['created', 'changed', 'same'].includes(action) ? [{ kind, key }] : [],
  )
  return wanted.length === 0 ? new Map() : await findStored(directory, wanted)
}
