// The forecast of sign-ins as a table for a terminal: the organizations in which people cannot sign in come first. Of many organizations, only
// these have separate lines.
import { plainText } from './command-form.ts'

/** The number of users who are able to sign in, by method, and of the others, by reason. A later server may know other methods and reasons. */
interface Forecast {
  readonly people: number
  readonly able: number
  readonly unable: number
  readonly by: Readonly<Record<string, number | undefined>>
  readonly reasons: Readonly<Record<string, number | undefined>>
}

/** The forecast of one organization. */
export interface ForecastRow extends Forecast {
  readonly orgId: string
}

/** The most organizations that have separate lines. */
const mostLines = 20

const head = ['organization', 'people', 'can sign in', 'by', 'cannot', 'because'] as const

/**
 * @param sum of forecasts
 * @returns the lines of the table
 */
export function forecastTable(orgs: readonly ForecastRow[], sum: (forecasts: readonly ForecastRow[]) => Forecast): readonly string[] {
  const sorted = orgs.toSorted((one, other) => other.unable - one.unable)
  const problems = sorted.filter(({ unable }) => unable > 0)
  const shown = orgs.length > mostLines ? problems.slice(0, mostLines) : sorted
  const rest = sorted.slice(shown.length)
  const further =
    rest.length === 0
      ? []
      : [
          cellsOf({
            orgId: shown.length === 0 ? `${rest.length} organizations` : `${rest.length} further organizations`,
            ...sum(rest),
          }),
        ]
  const rows = [
    [...head],
    ...shown.map((row) => cellsOf({ ...row, orgId: plainText(row.orgId) })),
    ...further,
    ...(orgs.length === 1 ? [] : [cellsOf({ ...sum(orgs), orgId: 'total' })]),
  ]
  const widths = head.map((_, column) => rows.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0))
  return rows.map((row) => `  ${row.map((cell, column) => padded(cell, widths[column] ?? 0, column)).join('  ')}`.trimEnd())
}

/** Numbers stand at the right of their columns. */
function padded(cell: string, width: number, column: number): string {
  return [1, 2, 4].includes(column) ? cell.padStart(width) : cell.padEnd(width)
}

function cellsOf({ orgId, people, able, unable, by, reasons }: ForecastRow): string[] {
  return [orgId, String(people), String(able), counted(by), String(unable), counted(reasons)]
}

function counted(counts: Forecast['by']): string {
  const names = Object.entries(counts).filter(([, count]) => (count ?? 0) > 0)
  return names.length === 0 ? '-' : names.map(([name, count]) => `${plainText(name)} ${count}`).join(', ')
}
