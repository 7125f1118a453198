// The report as text for a terminal.
import { applyActions, withoutSecrets } from './apply-report.ts'
import type { ApplyAction, ApplyEntry, ApplyReport } from './apply-report.ts'
import { sentenceFor } from './reason.ts'

/** Lines of one list, and ids or places of one line. More would not be readable on a terminal. */
const [mostLines, mostExamples] = [50, 5]

/** A row of a report on a terminal. Equal rows are joined, and text from a document is escaped. */
export interface TerminalRow {
  readonly name: string
  readonly place: string
  /** The meaning and the advice; may be empty. */
  readonly text: string
  /** The number of entries that the row represents. Default: 1. */
  readonly count?: number | undefined
}

/**
 * Escapes control characters. They move the cursor, clear the screen or reorder letters, so a document could hide or forge rows of the
 * report.
 * @returns the text with such characters as escapes, line breaks too
 */
export function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
}

/** Two lines for rows that differ only in their places: the number, the reason and some places, then the advice. */
export function groupedLines(rows: readonly TerminalRow[]): readonly string[] {
  const groups = new Map<string, TerminalRow[]>()
  for (const row of rows) {
    const key = `${row.name} ${anyPlace(row.text)}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [row])
    else group.push(row)
  }
  return [...groups.values()].map((group) => {
    const { name = '', text = '' } = group[0] ?? {}
    const count = group.reduce((total, row) => total + (row.count ?? 1), 0)
    const places = [...group.slice(0, mostExamples).map(({ place }) => visible(place)), ...(group.length > mostExamples ? ['…'] : [])]
    const meaning = visible(group.length === 1 ? text : anyPlace(text))
    return `  ${count} × ${visible(name)}: ${places.join(', ')}${meaning === '' ? '' : `\n    ${meaning}`}`
  })
}

function anyPlace(text: string): string {
  return text.replaceAll(/\[\d+\]/g, '[*]')
}

/** A section of the report, cut off after `mostLines`. Empty when it has no lines. */
export function titledLines(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return []
  return [title, ...lines.slice(0, mostLines), ...(lines.length > mostLines ? [`  … and ${lines.length - mostLines} more`] : [])]
}

/**
 * @returns the report as text for a terminal: counts, then generated values, then rows that need attention
 * @param options `secretsIn`: the file that holds the generated values; the text then shows only the client ids
 */
export function formatReport(report: ApplyReport, { secretsIn }: { readonly secretsIn?: string } = {}): string {
  const list = (title: string, wanted: ApplyAction): readonly string[] =>
    titledLines(title, groupedLines(report.entries.filter(({ action }) => action === wanted).map(reasonRow)))
  const sections = [
    report.dryRun ? ['Dry run: nothing was changed. The run would do this:'] : [],
    table(countRows(report.entries)),
    titled(
      secretsIn === undefined ? 'Generated values. They are shown only now:' : `Generated. The secrets and tokens are in ${secretsIn}:`,
      generatedLines(report.entries, { secretsIn }),
    ),
    list('Refused:', 'refused'),
    list('Kept as stored:', 'kept'),
    list('Ignored:', 'ignored'),
    list('To look at:', 'notice'),
  ]
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

function countRows(entries: readonly ApplyEntry[]): readonly (readonly string[])[] {
  const kinds = [...new Set(entries.map(({ kind }) => kind))]
  const used = applyActions.filter((action) => entries.some((entry) => entry.action === action))
  const rows = kinds.map((kind) => [
    kind,
    ...used.map((action) => {
      const count = entries.filter((entry) => entry.kind === kind && entry.action === action).length
      return count === 0 ? '·' : String(count)
    }),
  ])
  return [['', ...used], ...rows]
}

/** The first column is aligned to the left, numbers to the right. */
function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

function titled(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines]
}

/**
 * @returns what was generated, as lines for a terminal
 * @param options `secretsIn`: the file that holds the secrets; the lines then show only the client ids
 */
export function generatedLines(
  entries: readonly ApplyEntry[],
  { secretsIn }: { readonly secretsIn?: string | undefined } = {},
): readonly string[] {
  const generated = entries.filter((entry) => entry.generated !== undefined)
  return (secretsIn === undefined ? generated : generated.map(withoutSecrets)).flatMap(linesOf)
}

function linesOf({ path, kind, key, generated = {} }: ApplyEntry): readonly string[] {
  const names = Object.entries({ 'client id': generated.clientId, 'client secret': generated.clientSecret, token: generated.token })
  return [
    `  ${kind} ${visible(key.join('/'))} (${visible(path)})`,
    ...names.flatMap(([name, value]) => (value === undefined ? [] : [`    ${name.padEnd(13)}  ${visible(value)}`])),
  ]
}

function reasonRow(entry: ApplyEntry): TerminalRow {
  const { path, key, member, action, reason, changed = [], count, milliseconds } = entry
  const place = member === undefined ? path : `${path}.${member}`
  const cost = milliseconds === undefined ? '' : ` (${milliseconds} ms)`
  const differences = changed.length === 0 ? '' : ` (${changed.join(', ')})`
  return {
    name: reason ?? action,
    place: key.length === 0 ? place : `${place} (${key.join('/')})`,
    text: `${reason === undefined ? '' : sentenceFor({ ...entry, reason })}${cost}${differences}`.trimStart(),
    count,
  }
}
