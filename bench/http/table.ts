// The results as Markdown tables, for the README and the terminal.
import type { Effort } from './measure.ts'
import type { Rate, Report, RowResult, Setting } from './results.ts'
import type { ServerName } from './server-process.ts'

const peers: readonly ServerName[] = ['symbolon', 'oidc-provider', 'bare']
const runtimes: readonly ServerName[] = ['symbolon', 'symbolon@bun', 'symbolon@deno']

export const header = `| | symbolon /s | oidc-provider /s | bare /s | to oidc-provider (target 2) | to bare (target 0.7) | processor µs a request | generator busy |
|---|---|---|---|---|---|---|---|`

export function line(row: RowResult): string {
  const { name, rates, ratios } = row
  const times = peers.map((server) => rates[server]?.processorTime?.toFixed(0) ?? '–').join(' / ')
  return cells([
    name,
    ...peers.map((server) => rate(rates[server])),
    judged(row, ratios['oidc-provider'], 2),
    judged(row, ratios.bare, 0.7),
    times,
    busy(row),
  ])
}

/** @returns the whole report in Markdown */
export function reportText(
  { closed, open, runtimes: onRuntimes, scale, control, idleMemory, seconds }: Report,
  effort: Effort,
  { date, machine, versions }: Setting,
): string {
  const where = [
    `${date} UTC, ${effort.alternations} windows of ${effort.windowMilliseconds / 1000} s each, ${(seconds / 60).toFixed(1)} minutes in all`,
    `${machine.cpu}, ${machine.cores} cores, ${machine.pinned ? 'generator on core 0, server on core 1' : 'nothing pinned'}, load average at the end ${machine.loadAverage.join(' ')}`,
    `Linux ${machine.kernel}, ${Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}.`,
  ].join(';\n')
  return [
    where,
    '![Requests a second](results/http.svg)',
    [header, ...closed.map(line)].join('\n'),
    ...(control === undefined
      ? []
      : [`The control, a server that echoes: ${rate(control.rates.echo)} /s with the generator busy for ${busy(control)} of the time.`]),
    ...(open.length === 0 ? [] : [openTable(open)]),
    ...(onRuntimes.length === 0 ? [] : [runtimeTable(onRuntimes)]),
    ...(scale === undefined ? [] : [scaleLine(scale)]),
    ...(idleMemory === undefined
      ? []
      : [`Memory of the idle server: ${(idleMemory / 1e6).toFixed(0)} MB${idleMemory < 120e6 ? '' : ' (target 120 MB, missed)'}.`]),
  ].join('\n\n')
}

function openTable(results: readonly RowResult[]): string {
  return [
    `| at a fixed rate, milliseconds | ${peers.map((server) => `${server} p50 / p95 / p99`).join(' | ')} | generator busy |`,
    `|---|${peers.map(() => '---|').join('')}---|`,
    ...results.map((row) => cells([row.name, ...peers.map((server) => latency(row.rates[server])), busy(row)])),
  ].join('\n')
}

function runtimeTable(results: readonly RowResult[]): string {
  return [
    '| symbolon on | Node /s | Bun /s | Deno /s | processor µs a request | generator busy |',
    '|---|---|---|---|---|---|',
    ...results.map((row) =>
      cells([
        row.name,
        ...runtimes.map((server) => rate(row.rates[server])),
        runtimes.map((server) => row.rates[server]?.processorTime?.toFixed(0) ?? '–').join(' / '),
        busy(row),
      ]),
    ),
  ].join('\n')
}

/** Compares a server that holds many tokens (first) with one that holds few (second). */
export function scaleLine({ name, rates, ratios }: RowResult): string {
  const [many, few] = Object.values(rates)
  const [ratio = Number.NaN] = Object.values(ratios)
  return `${name}: ${rate(many)} /s and ${rate(few)} /s, a ratio of ${ratio.toFixed(2)} (target at least 0.8${ratio >= 0.8 ? '' : ', missed'}).`
}

function cells(values: readonly string[]): string {
  return `| ${values.join(' | ')} |`
}

function rate(of: Rate | undefined): string {
  return of === undefined ? '' : `${of.median.toFixed(0)} (${of.lowest.toFixed(0)} to ${of.highest.toFixed(0)})`
}

function latency(of: Rate | undefined): string {
  return of?.latency === undefined ? '' : `${of.latency.p50.toFixed(1)} / ${of.latency.p95.toFixed(1)} / ${of.latency.p99.toFixed(1)}`
}

function busy({ rates }: RowResult): string {
  return `${(Math.max(...Object.values(rates).map((of) => of?.generatorBusy ?? 0)) * 100).toFixed(0)} %`
}

function judged({ valid }: RowResult, ratio: number | undefined, target: number): string {
  if (ratio === undefined) return ''
  if (!valid) return `invalid: generator too busy (${ratio.toFixed(2)})`
  return ratio >= target ? `**${ratio.toFixed(2)}**` : `${ratio.toFixed(2)}, missed`
}
