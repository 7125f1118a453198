// The report of an import: as the server returns it, and as text for a terminal, which joins equal rows.
import { forecastTable } from '@symbolon/command-line'
import { groupedLines, titledLines, visible } from '@symbolon/provisioning'
import type { TerminalRow } from '@symbolon/provisioning'
import { sumForecasts } from '@symbolon/schema-v2'
import { isNotice, isSignInReason } from '@symbolon/transfer'
import * as v from 'valibot'
import { notOurs } from './at-server.ts'

const row = v.object({ type: v.string(), id: v.string(), message: v.string() })
const ledgerRow = v.object({ path: v.string(), reason: v.string(), advice: v.string(), count: v.exactOptional(v.number()) })
const forecastEntries = {
  people: v.number(),
  able: v.number(),
  unable: v.number(),
  by: v.record(v.string(), v.number()),
  reasons: v.record(v.string(), v.number()),
}
const stateSchema = v.looseObject({
  jobId: v.string(),
  state: v.picklist(['waiting', 'running', 'completed', 'stopped', 'failed', 'interrupted']),
  dryRun: v.boolean(),
  progress: v.object({ bytes: v.number(), objects: v.number(), settled: v.number() }),
  counts: v.record(v.string(), v.number()),
  signIn: v.exactOptional(v.looseObject(forecastEntries)),
  problem: v.exactOptional(v.object({ id: v.string(), message: v.string() })),
})
const reportSchema = v.looseObject({
  ...stateSchema.entries,
  errors: v.optional(v.array(row), []),
  ledger: v.optional(v.array(ledgerRow), []),
  generated: v.optional(v.array(v.looseObject({ kind: v.string(), key: v.array(v.string()) })), []),
  signIns: v.optional(v.array(v.looseObject({ orgId: v.string(), ...forecastEntries })), []),
})

/** How an import goes. */
export type ImportState = v.InferOutput<typeof stateSchema>
/** The report of an import, as the server returns it. */
export type ImportReport = v.InferOutput<typeof reportSchema>

/** @throws StartError server_refused */
export function readImportState(answer: unknown): ImportState {
  const { success, output } = v.safeParse(stateSchema, answer)
  if (!success) throw notOurs('The server')
  return output
}

/** @throws StartError server_refused */
export function readImportReport(answer: unknown): ImportReport {
  const { success, output } = v.safeParse(reportSchema, answer)
  if (!success) throw notOurs('The server')
  return output
}

const states = {
  waiting: 'waits for other imports to end',
  running: 'is still under way',
  stopped: 'was stopped before its end. Run the command again to complete it',
  failed: 'failed',
  interrupted: 'was interrupted. Run the command again to complete it',
} as const

/** @param reportFile where the whole report is */
export function formatImportReport(report: ImportReport, reportFile?: string): string {
  const { dryRun, counts, errors, ledger, generated } = report
  // A notice has a row, although it is not about an object.
  const used = Object.entries(counts)
    .filter(([action, count]) => count > 0 && action !== 'notice')
    .map(([action, count]) => `${count} ${action}`)
  const whole = reportFile === undefined ? 'Run the command again with --report FILE to see every row.' : `Every row is in ${reportFile}.`
  const sections = [
    dryRun ? ['Dry run: nothing was changed. The run would do this:'] : [],
    [stateLine(report)],
    [used.length === 0 ? 'The document holds nothing to import.' : `Objects: ${used.join(', ')}.`],
    generated.length === 0
      ? []
      : [hasSecret(generated) ? 'Generated values. They are shown only now:' : 'New client ids:', ...generated.map(generatedLine)],
    forecastLines(report),
    titledLines(
      'Errors:',
      groupedLines(errors.map(({ type, id, message }) => ({ name: type, place: id === '' ? 'without id' : id, text: message }))),
    ),
    ...ledgerTitles.map((title) =>
      titledLines(`${title}:`, groupedLines(ledger.filter(({ reason }) => titleOf(reason) === title).map(rowOf))),
    ),
    errors.length + ledger.length === 0 ? [] : [whole],
  ]
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

const ledgerTitles = ['Cannot sign in', 'Left out', 'Kept without effect', 'To look at'] as const

function titleOf(reason: string): (typeof ledgerTitles)[number] {
  if (isSignInReason(reason)) return 'Cannot sign in'
  if (/^no[_-]effect/.test(reason)) return 'Kept without effect'
  return isNotice(reason) ? 'To look at' : 'Left out'
}

function rowOf({ path, reason, advice, count }: v.InferOutput<typeof ledgerRow>): TerminalRow {
  return { name: reason, place: path, text: advice, count }
}

/** Lines of a ledger below their title; none without rows. */
export function ledgerLines(title: string, ledger: ImportReport['ledger']): readonly string[] {
  return titledLines(
    title,
    groupedLines(ledger.map(({ path, reason, advice, count }) => ({ name: reason, place: path, text: advice, count }))),
  )
}

/** The forecast of sign-ins as a short table; none where no organization of the document has people. */
function forecastLines({ dryRun, signIn, signIns }: ImportReport): readonly string[] {
  if (signIn === undefined || signIn.people === 0) return []
  const title = dryRun ? 'People who could sign in afterwards:' : 'People who can sign in:'
  return [title, ...forecastTable(signIns, sumForecasts)]
}

/**
 * @returns the exit code of an import: 0 where everything was taken and everybody is able to sign in, otherwise 2
 */
export function exitCodeOf({ errors, signIn }: Pick<ImportReport, 'errors' | 'signIn'>): 0 | 2 {
  return errors.length === 0 && (signIn?.unable ?? 0) === 0 ? 0 : 2
}

/** Never "complete" where something was refused. */
function stateLine({ state, dryRun, problem, errors, jobId, signIn }: ImportReport): string {
  const what = dryRun ? 'The dry run' : 'The import'
  if (state !== 'completed')
    return `${what} ${states[state]}${problem === undefined ? '.' : `: ${visible(problem.message)}`} Its id is ${visible(jobId)}.`
  const unable = signIn?.unable ?? 0
  const people = unable === 0 ? '' : ` ${unable} ${unable === 1 ? 'person' : 'people'} cannot sign in.`
  if (errors.length === 0) return `${what} is complete.${people}`
  return `${what} has ended, with ${errors.length} ${errors.length === 1 ? 'error' : 'errors'}.${people}`
}

function hasSecret(generated: ImportReport['generated']): boolean {
  return generated.some(({ clientSecret, token }) => clientSecret !== undefined || token !== undefined)
}

function generatedLine({ kind, key, ...values }: ImportReport['generated'][number]): string {
  const shown = ['clientId', 'clientSecret', 'token'].flatMap((name) =>
    typeof values[name] === 'string' ? [`${name} ${visible(values[name])}`] : [],
  )
  return `  ${visible(`${kind} ${key.join('/')}`)}: ${shown.join(', ')}`
}
