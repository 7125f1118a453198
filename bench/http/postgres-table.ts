// The results on Postgres as Markdown.
import type { Effort } from './measure.ts'
import type { Report, Setting } from './results.ts'
import type { Figures, RowResult } from './statistics.ts'
import { cells, judged, notWarm, processorCell, rateTable, spread, where } from './table.ts'

/** The least rate of one instance on Postgres, as a multiple of the rate of oidc-provider, which keeps everything in memory. */
const targets: Readonly<Record<string, number>> = { introspection: 1, 'client credentials, opaque': 1 }
const columns = ['file', 'Postgres', 'Postgres, 3 instances', 'oidc-provider'] as const

/** @returns the whole report in Markdown */
export function postgresText({ rows, seconds }: Report, effort: Effort, setting: Setting): string {
  return [
    where(seconds, effort, setting),
    rateTable(rows, columns),
    [
      '| rate of one instance on Postgres | to oidc-provider | to the file | of three instances to one |',
      '|---|---|---|---|',
      ...rows.map(({ name, figures }) =>
        cells([
          name,
          judged(rates(figures['Postgres'], figures['oidc-provider']), targets[name]),
          judged(rates(figures['Postgres'], figures['file']), undefined),
          judged(rates(figures['Postgres, 3 instances'], figures['Postgres']), undefined),
        ]),
      ),
    ].join('\n'),
    [
      `| processor µs a request | ${columns.join(' | ')} | of the Postgres server | of that for 3 instances |`,
      `|---|${columns.map(() => '---|').join('')}---|---|`,
      ...rows.map(processorLine),
    ].join('\n'),
    ...notWarm(rows),
  ].join('\n\n')
}

function processorLine({ name, figures }: RowResult): string {
  return cells([
    name,
    ...columns.map((label) => processorCell(figures[label])),
    databaseCell(figures['Postgres']),
    databaseCell(figures['Postgres, 3 instances']),
  ])
}

function databaseCell(of: Figures | undefined): string {
  return of?.databaseTime === undefined ? '' : spread(of.databaseTime, of.databaseTime.p25)
}

function rates(first: Figures | undefined, second: Figures | undefined): number | undefined {
  return first === undefined || second === undefined ? undefined : first.rate.median / second.rate.median
}
