// The report of an import as JSON: the shape that existing clients know, followed by additional members. It is written page by page,
// because a report may be larger than memory.
import type { ImportJob, ImportJobPart, ImportJobStore, Sealing } from '@symbolon/core-protocol'
import { eventLoopTurns } from '@symbolon/provisioning'
import type { Turns } from '@symbolon/provisioning'
import type { OrganizationForecast } from '@symbolon/schema-v2'
import { forecastList } from '../import/forecast.ts'
import { partsOf } from '../import/parts.ts'
import { sealingPurpose } from '../import/sealing-purpose.ts'
import type { ImportError, ImportLedgerRow } from '../import/rows.ts'
import { successLists } from '../import/success.ts'
import type { SuccessList, SuccessLists } from '../import/success.ts'
import { readFacts } from './import-facts.ts'
import type { ImportFacts } from './import-facts.ts'

/** The dependencies of reading a report. */
export interface ReportTextContext {
  readonly jobs: ImportJobStore
  readonly sealing: Sealing
}

/** The parts of the report to write. */
export interface ReportTextOptions {
  /** False writes only the state and the numbers, for callers that poll. */
  readonly rows: boolean
}

const pageSize = 50

/** An import as it is reported: its state and its numbers. Times are RFC 3339. */
export interface ImportDescription extends ImportFacts {
  readonly jobId: string
  readonly state: ImportJob['state']
  readonly startedAt: string
  readonly updatedAt: string
}

/** @returns the state and the numbers of an import */
export function describeImport({ id, state, startedAt, updatedAt, facts }: ImportJob): ImportDescription {
  const { progress, counts, signIn, problem, ...about } = readFacts(facts)
  return {
    jobId: id,
    state,
    startedAt: new Date(startedAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    ...about,
    progress,
    counts,
    ...(signIn === undefined ? {} : { signIn }),
    ...(problem === undefined ? {} : { problem }),
  }
}

/** @returns the report of an import as JSON, in parts */
export async function* reportText(
  job: ImportJob,
  context: ReportTextContext,
  { rows }: ReportTextOptions = { rows: true },
): AsyncGenerator<string> {
  const facts = describeImport(job)
  if (!rows) return yield JSON.stringify(facts)
  yield '{'
  yield* listText('errors', job, context)
  yield '"success":{'
  yield* orgsText(job, context)
  yield `},${JSON.stringify(facts).slice(1, -1)}`
  yield* listText('ledger', job, context, ',')
  yield* listText('generated', job, context, ',')
  yield* listText(forecastList, job, context, ',')
  yield '}'
}

/** The rows of the lists of a report. */
export interface ImportRows {
  /** The refused entries, with their reasons. */
  readonly errors: ImportError
  /** Values that were left out or have no effect, with the remedy. */
  readonly ledger: ImportLedgerRow
  /** Secrets and ids that were generated. */
  readonly generated: Readonly<Record<string, unknown>>
  /** The number of users of each organization who are able to sign in. */
  readonly signIns: OrganizationForecast
}

/** Reads one list of a report, page by page: take as many rows as are needed. */
export async function* importRows<L extends keyof ImportRows>(
  { id }: Pick<ImportJob, 'id'>,
  list: L,
  { jobs, sealing }: ReportTextContext,
): AsyncGenerator<ImportRows[L]> {
  for await (const { content } of partsOf(jobs, { jobId: id, list, pageSize })) {
    const rows: unknown = JSON.parse(list === 'generated' ? await sealing.open(content, sealingPurpose(id)) : content)
    yield* rows as readonly ImportRows[L][]
  }
}

/** A list with its name; empty if it has no entries. */
async function* listText(
  list: 'errors' | 'ledger' | 'generated' | 'signIns',
  job: ImportJob,
  { jobs, sealing }: ReportTextContext,
  before: ',' | '' = '',
): AsyncGenerator<string> {
  let separator = `${before}"${list}":[`
  for await (const { content } of partsOf(jobs, { jobId: job.id, list, pageSize })) {
    const rows = list === 'generated' ? await sealing.open(content, sealingPurpose(job.id)) : content
    yield separator + rows.slice(1, -1)
    separator = ','
  }
  if (separator === ',') yield before === '' ? '],' : ']'
}

async function* orgsText(job: ImportJob, { jobs }: ReportTextContext): AsyncGenerator<string> {
  const turns = eventLoopTurns()
  let separator = '"orgs":['
  for await (const { orgId } of partsOf(jobs, { jobId: job.id, list: 'orgs', pageSize })) {
    yield `${separator}{"orgId":${JSON.stringify(orgId)}`
    yield* successText(job.id, orgId, jobs, turns)
    yield '}'
    separator = ','
  }
  if (separator === ',') yield ']'
}

/**
 * For an organization with few parts, all lists are collected at once. For a larger one, each list is collected by a pass over the parts.
 */
async function* successText(jobId: string, orgId: string, jobs: ImportJobStore, turns: Turns): AsyncGenerator<string> {
  const few = await jobs.list(jobId, 'success', { orgId, limit: pageSize })
  const gathered = few.length < pageSize ? await listsOf(few, turns) : undefined
  for (const list of successLists) {
    let separator = `,"${list}":[`
    for await (const lists of gathered ?? partsWith(list, jobId, orgId, jobs, turns)) {
      const entries = lists[list] ?? []
      if (entries.length === 0) continue
      yield separator + entries.map((entry) => JSON.stringify(entry)).join(',')
      separator = ','
    }
    if (separator === ',') yield ']'
  }
}

/** The parts that hold this list. Most parts hold one or two lists, and parsing all of them for each list would take long. */
async function* partsWith(
  list: SuccessList,
  jobId: string,
  orgId: string,
  jobs: ImportJobStore,
  turns: Turns,
): AsyncGenerator<SuccessLists> {
  for await (const part of partsOf(jobs, { jobId, list: 'success', orgId, pageSize })) {
    if (part.content.includes(`"${list}"`)) yield* await listsOf([part], turns)
  }
}

async function listsOf(some: readonly ImportJobPart[], turns: Turns): Promise<readonly SuccessLists[]> {
  const lists: SuccessLists[] = []
  for (const { content } of some) {
    lists.push(JSON.parse(content) as SuccessLists)
    await turns.rest()
  }
  return lists
}
