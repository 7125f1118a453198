// The messages of the command: its progress, and at the end the number of objects of each kind, the losses, the advice, and the next step.

import { forecastTable } from '@symbolon/command-line'
import { signInAdvice, signInReasons, sumForecasts } from '@symbolon/schema-v2'
import type { Progress } from '../convert/convert-v1-stream.ts'
import type { RowKind } from '../ledger/reasons.ts'
import type { Counts, ReasonTotal, Report } from '../ledger/report.ts'

/** How a conversion ended. */
export interface Ending extends Omit<Report, 'rows'> {
  /** Whether --strict refused to write the document because of losses. */
  readonly refused: boolean
  readonly out: string | undefined
  readonly report: string | undefined
}

const titles: readonly (readonly [kind: RowKind, title: string])[] = [
  ['loss', 'Lost'],
  ['notice', 'To look at'],
  ['implied', 'Left out without loss'],
]

/** @param size of the input in bytes, where that is known */
export function progressText({ bytes, objects }: Progress, size: number | undefined): string {
  const part = size === undefined || size === 0 ? '' : `${String(Math.floor((100 * bytes) / size)).padStart(3)} %  `
  return `${part}${formatBytes(bytes)}  ${formatNumber(objects)} objects`
}

/** @returns the text for standard error, which ends in a line break */
export function summaryText({ counts, reasons, signIns, refused, out, report }: Ending): string {
  const parts = [
    table(counts),
    ...titles.flatMap(([kind, title]) =>
      section(
        title,
        reasons.filter((reason) => reason.kind === kind),
      ),
    ),
    ...signInSections(signIns),
  ]
  const ledger = report === undefined ? 'Run the command again with --report FILE to see every place.' : `Every place is in ${report}.`
  if (reasons.length > 0) parts.push(ledger)
  parts.push(refused ? 'Something is lost, so --strict wrote no document.' : next(out))
  return `${parts.join('\n\n')}\n`
}

function table(counts: Counts): string {
  const rows = Object.entries(counts)
  if (rows.length === 0) return 'The input holds no organization.'
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows
    .map(([name, { read, kept }]) => {
      const left = kept === read ? '' : `   ${formatNumber(read - kept)} left out`
      return `  ${name.padEnd(width)}  ${formatNumber(kept).padStart(11)}${left}`
    })
    .join('\n')
}

function section(title: string, totals: readonly ReasonTotal[]): readonly string[] {
  if (totals.length === 0) return []
  const lines = totals.map(({ reason, count, advice, examples }) => {
    const more = count > examples.length && !examples.some((path) => path.includes('[*]')) ? ', …' : ''
    return `  ${formatNumber(count)} × ${reason}: ${examples.join(', ')}${more}\n    ${advice}`
  })
  return [`${title}:\n${lines.join('\n')}`]
}

function signInSections(signIns: Report['signIns']): readonly string[] {
  if (signIns.length === 0) return []
  const { reasons } = sumForecasts(signIns)
  const unable = signInReasons.flatMap((reason) =>
    reasons[reason] === undefined ? [] : [`  ${formatNumber(reasons[reason])} × ${reason}\n    ${signInAdvice[reason]}`],
  )
  return [
    `People who can sign in after an import with credentials into a new instance:\n${forecastTable(signIns, sumForecasts).join('\n')}`,
    ...(unable.length === 0 ? [] : [`Cannot sign in:\n${unable.join('\n')}`]),
  ]
}

function next(out: string | undefined): string {
  const where = out === undefined ? 'The document went to standard output' : `The document is in ${out}`
  return `${where}. It holds password hashes and secrets. Keep it private, import it, then delete it.`
}

// Making one takes longer than formatting, and the progress is formatted after each slice of the input.
const numberFormat = new Intl.NumberFormat('en')

function formatNumber(value: number): string {
  return numberFormat.format(value)
}

function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  const units = ['kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length, Math.floor(Math.log10(bytes) / 3))
  return `${(bytes / 1000 ** power).toFixed(1)} ${units[power - 1] ?? ''}`
}
