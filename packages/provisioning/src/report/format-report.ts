// The report as text for a terminal: how much happened, then what to write down, then what needs a hand.
import { applyActions } from './apply-report.ts'
import type { ApplyAction, ApplyEntry, ApplyReport } from './apply-report.ts'
import { advice } from './reason.ts'
import { groupedLines, titledLines, visible } from './terminal-lines.ts'
import type { TerminalRow } from './terminal-lines.ts'

/** @param options `secretsIn`: the file that holds what was generated, of which the text then names the client ids alone */
export function formatReport(report: ApplyReport, { secretsIn }: { readonly secretsIn?: string } = {}): string {
  const generated = report.entries.filter((entry) => entry.generated !== undefined)
  const shown = secretsIn === undefined ? generated : generated.map(withoutSecrets)
  const list = (title: string, wanted: ApplyAction): readonly string[] => (
    titledLines(title, groupedLines(report.entries.filter(({ action }) => action === wanted).map(reasonRow)))
  )
  const sections = [
    report.dryRun ? ['Nothing was changed: this is what applying would do.'] : [],
    table(countRows(report.entries)),
    titled(secretsIn === undefined ? 'Shown once, and never again:' : `Made, with secrets and tokens in ${secretsIn}:`, shown.flatMap(generatedLines)),
    list('Refused:', 'refused'),
    list('Kept as stored:', 'kept'),
    list('Ignored:', 'ignored'),
    list('To look at:', 'notice'),
  ]
  return `${sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function countRows(entries: readonly ApplyEntry[]): readonly (readonly string[])[] {
  const kinds = [...new Set(entries.map(({ kind }) => kind))]
  const used = applyActions.filter((action) => entries.some((entry) => entry.action === action))
  const rows = kinds.map((kind) => [kind, ...used.map((action) => {
    const count = entries.filter((entry) => entry.kind === kind && entry.action === action).length
    return count === 0 ? '·' : String(count)
  })])
  return [['', ...used], ...rows]
}

/** The first column to the left, numbers to the right. */
function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => row.map((cell, column) => (
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)
  )).join('  ').trimEnd())
}

function titled(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines]
}

function generatedLines({ path, kind, key, generated = {} }: ApplyEntry): readonly string[] {
  const names = Object.entries({ 'client id': generated.clientId, 'client secret': generated.clientSecret, token: generated.token })
  return [
    `  ${kind} ${visible(key.join('/'))} (${visible(path)})`,
    ...names.flatMap(([name, value]) => value === undefined ? [] : [`    ${name.padEnd(13)}  ${visible(value)}`]),
  ]
}

function withoutSecrets({ generated: { clientId } = {}, ...entry }: ApplyEntry): ApplyEntry {
  return { ...entry, ...(clientId === undefined ? {} : { generated: { clientId } }) }
}

function reasonRow({ path, key, member, action, reason, changed = [], count, milliseconds }: ApplyEntry): TerminalRow {
  const place = member === undefined ? path : `${path}.${member}`
  const cost = milliseconds === undefined ? '' : ` (${milliseconds} ms)`
  const differences = changed.length === 0 ? '' : ` (${changed.join(', ')})`
  return {
    name: reason ?? action,
    place: key.length === 0 ? place : `${place} (${key.join('/')})`,
    text: `${reason === undefined ? '' : advice[reason]}${cost}${differences}`.trimStart(),
    count,
  }
}
