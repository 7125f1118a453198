// `symbolon import FILE --server URL`: sends the document, and asks for the state of the import until it has ended. When a proxy gives up
// or a connection breaks, only the sending ends: the server continues under an id that the command chose.
import { progressLine } from '@symbolon/command-line'
import type { ProgressLine } from '@symbolon/command-line'
import { managementPath } from '@symbolon/management-api'
import type { ImportTask } from '@symbolon/transfer'
import { setTimeout } from 'node:timers/promises'
import { connect, ServerRefusal } from './at-server.ts'
import type { ServerCall } from './at-server.ts'
import type { Configuration } from './configuration.ts'
import { readImportReport, readImportState } from './import-report.ts'
import type { ImportReport, ImportState } from './import-report.ts'
import { StartError } from './start-error.ts'

/** Milliseconds. */
export interface PollTiming {
  readonly betweenQuestions: number
  /** Until an import whose connection broke, and that the server does not know, counts as not begun: a proxy may still pass it on. */
  readonly unknown: number
  /** Without any answer. */
  readonly silence: number
}

const usualTiming: PollTiming = { betweenQuestions: 1000, unknown: 30_000, silence: 600_000 }

interface Job {
  readonly id: string
  readonly call: (call: ServerCall) => Promise<unknown>
  readonly progress: ProgressLine
  readonly timing: PollTiming
}

/** Where an import is begun; below it are its state and its report. */
const imports = `${managementPath}/imports`

/**
 * @returns the report of an import that has ended
 * @throws StartError token_missing, server_refused, server_unreachable, when it did not begin, or its state is unknown
 */
export async function importAtServer(
  { id, format, options }: Pick<ImportTask, 'format' | 'id' | 'options'>,
  document: Uint8Array,
  server: string,
  configuration: Configuration,
  timing: PollTiming = usualTiming,
): Promise<ImportReport> {
  const call = connect(server, configuration)
  const members = { job_id: id, timeout: '24h', dry_run: options.dryRun, update: options.update, with_credentials: options.withCredentials }
  const head = `${JSON.stringify(members).slice(0, -1)},"${format === 'v1' ? 'data_orgsv1' : 'data_orgs'}":`
  const body = Buffer.concat([Buffer.from(head), document, Buffer.from('}')])
  const progress = progressLine()
  const job = { id, call, progress, timing }
  process.stderr.write(`The id of the import is ${id}. If this command is stopped, run it again with --job-id ${id}.\n`)
  progress.show('sending')
  const over = new AbortController()
  try {
    const answer = await Promise.race([send(job, body, over.signal), watch(job, over.signal)])
    over.abort()
    return answer instanceof Error ? await untilEnd(job, answer) : answer
  } finally {
    over.abort()
    progress.end()
  }
}

/** @returns what is wrong if the server does not know the import; @throws StartError if the server refuses it */
async function send(job: Job, body: Buffer<ArrayBuffer>, signal: AbortSignal): Promise<Error> {
  try {
    await job.call({ path: imports, method: 'POST', body, signal })
    return new Error('The server does not know the import.')
  } catch (error) {
    if (isConnection(error)) return error
    if (!(error instanceof ServerRefusal) || !afterBeginning.includes(error.id ?? '')) throw error
    // With the id of a running import, the end of that import is what the command asks for.
    if (isUnderWay(await find(job).catch(() => undefined))) return error
    throw error
  }
}

/** Errors with which a server also responds when the import has begun. */
const afterBeginning = ['import_running', 'internal']

/** Shows how it goes while the answer is waited for, and ends when the import has ended although no answer came. */
async function watch(job: Job, signal: AbortSignal): Promise<ImportReport> {
  const startedAt = performance.now()
  for (let hasRun = false; ;) {
    await pause(job.timing.betweenQuestions, signal)
    const found = await find(job).catch(() => undefined)
    // A short import may have run between two requests. One that was completed before under this id is answered alike.
    const isCompleted = found?.state === 'completed' && performance.now() - startedAt > job.timing.unknown
    if (found !== undefined && isUnderWay(found)) show(job, found)
    else if (found !== undefined && (hasRun || isCompleted)) {
      // As a rule the answer is on its way, and says the same.
      await pause(job.timing.betweenQuestions, signal)
      return await reportOf(job)
    }
    hasRun ||= isUnderWay(found)
  }
}

async function untilEnd(job: Job, broken: Error): Promise<ImportReport> {
  const { timing, progress } = job
  const brokeAt = performance.now()
  for (let heardAt = brokeAt; ;) {
    try {
      const found = await find(job)
      heardAt = performance.now()
      if (found !== undefined && !isUnderWay(found)) return await reportOf(job)
      if (found !== undefined) show(job, found)
      else if (heardAt - brokeAt > timing.unknown) throw new StartError('import_refused', `Nothing was imported. ${broken.message}`)
      else progress.show('the connection broke; asking the server whether the import has begun')
    } catch (error) {
      if (!isConnection(error)) throw error
      progress.show(`asking again: ${error.message}`)
      if (performance.now() - heardAt > timing.silence) {
        throw new StartError(
          'server_unreachable',
          `${error.message} The state of the import is unknown. Run the command again with --job-id ${job.id}.`,
        )
      }
    }
    await pause(timing.betweenQuestions)
  }
}

/** @returns undefined when the server knows no import of the id */
async function find({ id, call }: Job): Promise<ImportState | undefined> {
  try {
    return readImportState(await call({ path: `${imports}/${id}`, method: 'GET', signal: AbortSignal.timeout(answerLimit) }))
  } catch (error) {
    if (error instanceof ServerRefusal && error.id === 'import_unknown') return undefined
    throw error
  }
}

async function reportOf({ id, call }: Job): Promise<ImportReport> {
  return readImportReport(await call({ path: `${imports}/${id}/report`, method: 'GET' }))
}

/** Milliseconds that an answer may take. */
const answerLimit = 30_000

/** Whether the connection failed, or a proxy on the way, not what was asked: the server may be at work. */
function isConnection(error: unknown): error is StartError {
  if (error instanceof ServerRefusal) return error.id === undefined && (error.status >= 500 || error.status === 408)
  return error instanceof StartError && error.code === 'server_unreachable'
}

/** Whether it runs, or waits for its turn. */
function isUnderWay({ state }: Partial<Pick<ImportState, 'state'>> = {}): boolean {
  return state === 'running' || state === 'waiting'
}

function show({ progress }: Job, { state, progress: { objects, settled } }: ImportState): void {
  progress.show(state === 'waiting' ? 'waiting for other imports to end' : `${objects} read, ${settled} done`)
}

async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, signal === undefined ? {} : { signal })
}
