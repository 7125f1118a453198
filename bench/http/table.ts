// The results as Markdown, for the README and the terminal.
import type { Effort } from './measure.ts'
import type { Latencies, Removal } from './removal.ts'
import type { Report, Setting } from './results.ts'
import { ratio, spreadOf } from './statistics.ts'
import type { Figures, RowResult, Spread } from './statistics.ts'

/** The least ratios that are aimed at: to oidc-provider, and to the bare route, which commits where the row is durable. */
const targets: Readonly<Record<string, readonly [peer: number, bare: number]>> = {
  'introspection, token in memory': [3, 0.85],
  'introspection, token from the database': [2, 0.6],
  'userinfo, token in memory': [3, 0.85],
  'userinfo, token from the database': [2, 0.6],
  'client credentials, opaque': [1.5, 0.85],
  'client credentials, ES256 JWT': [1.6, 0.9],
  'code to tokens': [1.5, 0.8],
  refresh: [1.5, 0.8],
  'key set': [2, 0.9],
}
const scaleTarget = 0.9
const commandTargets = { start: 300, memory: 100e6, allocated: 16_000 }
/** Above this share the generator counts as the bottleneck. */
const busiest = 0.85

/** The servers of the comparison, in the order of the columns. */
export const compared = ['symbolon', 'oidc-provider', 'bare', 'bare that commits', 'node:http'] as const

export const processorHeader = [
  `| processor µs a request | ${compared.join(' | ')} | to oidc-provider | to bare |`,
  `|---|${compared.map(() => '---|').join('')}---|---|`,
].join('\n')

export function processorLine({ name, figures }: RowResult): string {
  const ours = figures['symbolon']
  const [peer, bare] = targets[name] ?? []
  const limit = figures['bare that commits'] ?? figures['bare']
  return cells([
    name,
    ...compared.map((label) => processorCell(figures[label])),
    judged(ratio(ours, figures['oidc-provider']), peer),
    judged(ratio(ours, limit), bare),
  ])
}

/** @returns the whole report in Markdown */
export function reportText({ rows, shipped, removal, clients, scale, command, seconds }: Report, effort: Effort, setting: Setting): string {
  return [
    where(seconds, effort, setting),
    '![Processor time of a request](results/http.svg)',
    [processorHeader, ...rows.map(processorLine)].join('\n'),
    ...notWarm(rows),
    rateTable(rows, compared),
    ...latencyTable(rows),
    ...allocationTable(rows),
    ...(shipped.length === 0 ? [] : [[shippedHeader, ...shipped.map(shippedLine)].join('\n')]),
    ...(removal === undefined ? [] : [removalText(removal)]),
    ...(clients.length === 0 ? [] : [clientsText(clients)]),
    ...(scale.length === 0 ? [] : [[scaleHeader(scale), ...scale.map(scaleLine)].join('\n')]),
    ...(command === undefined ? [] : [commandText(command)]),
  ].join('\n\n')
}

/** @param labels the servers, in the order of the columns */
export function runtimesText({ rows, seconds }: Report, effort: Effort, setting: Setting, labels: readonly string[]): string {
  return [
    where(seconds, effort, setting),
    [
      `| processor µs a request | ${labels.join(' | ')} |`,
      `|---|${labels.map(() => '---|').join('')}`,
      ...rows.map(({ name, figures }) => cells([name, ...labels.map((label) => processorCell(figures[label]))])),
    ].join('\n'),
    ...notWarm(rows),
    rateTable(rows, labels),
  ].join('\n\n')
}

/** Microseconds that log, limits and audit may add to a request. */
const shippedTarget = 8

export const shippedHeader = [
  `| processor µs a request | symbolon | as shipped | difference (target at most ${shippedTarget}) |`,
  '|---|---|---|---|',
].join('\n')

export function shippedLine({ name, figures }: RowResult): string {
  const { symbolon, 'as shipped': ofCommand } = figures
  const difference = (ofCommand?.processorTime?.p25 ?? Number.NaN) - (symbolon?.processorTime?.p25 ?? Number.NaN)
  const judgement = difference <= shippedTarget ? `**${difference.toFixed(1)}**` : `${difference.toFixed(1)}, missed`
  return cells([name, processorCell(symbolon), processorCell(ofCommand), judgement])
}

/** What a request of many clients may take of one of a single client. */
const clientsTarget = 1.3

export function clientsText(clients: readonly RowResult[]): string {
  const [one, many] = clients.map(({ figures }) => figures['symbolon']?.processorTime?.p25 ?? Number.NaN)
  const growth = (many ?? Number.NaN) / (one ?? Number.NaN)
  return [
    '| processor µs a request | symbolon |',
    '|---|---|',
    ...clients.map(({ name, figures }) => cells([name, processorCell(figures['symbolon'])])),
    ...(Number.isNaN(growth)
      ? []
      : [`| many to one (target at most ${clientsTarget}) | ${growth.toFixed(2)}${growth > clientsTarget ? ', missed' : ''} |`]),
  ].join('\n')
}

/** Milliseconds by which the 99th percentile may grow. */
const removalTarget = 10

export function removalText({ rows, idle, during, removedPerSecond }: Removal): string {
  const growth = during.p99 - idle.p99
  const judgement = growth <= removalTarget ? `**${growth.toFixed(1)}**` : `${growth.toFixed(1)}, missed`
  return [
    `| ${rows.toLocaleString('en')} expired sessions | token p50 / p99 idle, ms | during the removal | p99 grows by (target at most ${removalTarget}) | rows removed /s |`,
    '|---|---|---|---|---|',
    cells(['client credentials opaque, as shipped', shownLatencies(idle), shownLatencies(during), judgement, removedPerSecond.toFixed(0)]),
  ].join('\n')
}

function shownLatencies({ p50, p99 }: Latencies): string {
  return `${p50.toFixed(1)} / ${p99.toFixed(1)}`
}

export function scaleHeader(scale: readonly RowResult[]): string {
  const labels = Object.keys(scale[0]?.figures ?? {}).slice(0, 2)
  return [
    `| live tokens | ${labels.map((label) => `${label}, requests /s`).join(' | ')} | ratio (target ${scaleTarget}) | ${labels.map((label) => `${label}, processor µs`).join(' | ')} |`,
    `|---|${labels.map(() => '---|---|').join('')}---|`,
  ].join('\n')
}

/** Symbolon with many live tokens next to each of the others. @returns a line for each of them */
export function scaleLine({ name, figures }: RowResult): string {
  const [[, many] = [], ...others] = Object.entries(figures)
  const lines = others.map(([label, few], index) => {
    const rates = (many?.rate.median ?? Number.NaN) / (few?.rate.median ?? Number.NaN)
    const what = index === 0 ? name : `${name}, next to ${label}`
    return cells([what, rateCell(many), rateCell(few), judged(rates, scaleTarget), processorCell(many), processorCell(few)])
  })
  return lines.join('\n')
}

export function where(seconds: number, effort: Effort, { date, machine, versions }: Setting): string {
  return [
    `${date} UTC, ${effort.alternations} windows of ${effort.windowMilliseconds / 1000} s each, ${(seconds / 60).toFixed(1)} minutes in all`,
    `${machine.cpu}, ${machine.cores} cores, ${machine.pinned ? 'generator on core 0, server on core 1' : 'nothing pinned'}, load average at the end ${machine.loadAverage.join(' ')}`,
    `Linux ${machine.kernel}, ${Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}.`,
  ].join(';\n')
}

export function notWarm(rows: readonly RowResult[]): readonly string[] {
  const cold = rows.flatMap(({ figures }) =>
    Object.values(figures).flatMap((of) => (of === undefined || of.warmUp.warm ? [] : [of.warmUp])),
  )
  if (cold.length === 0) return []
  const share = Math.max(...cold.map(({ compilerShare = 0 }) => compilerShare * 100))
  const requests = Math.min(...cold.map((warmUp) => warmUp.requests))
  return [
    `\\* After ${requests} requests or more, the threads that compile still used up to ${share.toFixed(0)} % of the processor time. On Node they collect garbage as well.`,
  ]
}

export function rateTable(rows: readonly RowResult[], labels: readonly string[]): string {
  return [
    `| requests a second | ${labels.join(' | ')} | generator busy |`,
    `|---|${labels.map(() => '---|').join('')}---|`,
    ...rows.map(({ name, figures }) => cells([name, ...labels.map((label) => rateCell(figures[label])), busy(figures)])),
  ].join('\n')
}

function latencyTable(rows: readonly RowResult[]): readonly string[] {
  const measured = rows.filter(({ figures }) => figures['symbolon']?.latency !== undefined)
  if (measured.length === 0) return []
  const header = [
    `| at 1000 requests a second, ms | ${compared.map((label) => `${label} p50 / p95 / p99`).join(' | ')} |`,
    `|---|${compared.map(() => '---|').join('')}`,
  ]
  return [
    [...header, ...measured.map(({ name, figures }) => cells([name, ...compared.map((label) => latencyCell(figures[label]))]))].join('\n'),
  ]
}

function allocationTable(rows: readonly RowResult[]): readonly string[] {
  const measured = rows.filter(({ figures }) => figures['symbolon']?.allocated !== undefined)
  if (measured.length === 0) return []
  const header = [`| allocated KB a request | ${compared.join(' | ')} |`, `|---|${compared.map(() => '---|').join('')}`]
  return [
    [
      ...header,
      ...measured.map(({ name, figures }) => cells([name, ...compared.map((label) => kilobytes(figures[label]?.allocated))])),
    ].join('\n'),
    `The target for introspection is ${kilobytes(commandTargets.allocated)} KB.`,
  ]
}

function commandText({ starts, idleMemory }: NonNullable<Report['command']>): string {
  const clock = starts.map(({ milliseconds }) => milliseconds)
  const processor = starts.flatMap((start) => start.processor ?? [])
  const first = `From the start of the packed command to its first response: ${millisecondsOf(clock)} ms (target ${commandTargets.start})`
  const spent = processor.length === 0 ? '' : `, ${millisecondsOf(processor)} ms of processor time`
  const memory =
    idleMemory === undefined ? '' : ` Its memory when idle: ${(idleMemory / 1e6).toFixed(0)} MB (target ${commandTargets.memory / 1e6}).`
  return `${first}${spent}.${memory}`
}

function millisecondsOf(values: readonly number[]): string {
  const { p25, lowest, highest } = spreadOf(values)
  return `${p25.toFixed(0)} (${lowest.toFixed(0)} to ${highest.toFixed(0)})`
}

export function cells(values: readonly string[]): string {
  return `| ${values.join(' | ')} |`
}

export function processorCell(of: Figures | undefined): string {
  if (of === undefined) return ''
  return of.processorTime === undefined ? '?' : `${spread(of.processorTime, of.processorTime.p25)}${of.warmUp.warm ? '' : ' \\*'}`
}

export function rateCell(of: Figures | undefined): string {
  return of === undefined ? '' : spread(of.rate, of.rate.median)
}

export function spread({ lowest, highest }: Spread, value: number): string {
  const digits = value < 100 ? 1 : 0
  return `${value.toFixed(digits)} (${lowest.toFixed(digits)} to ${highest.toFixed(digits)})`
}

function latencyCell(of: Figures | undefined): string {
  return of?.latency === undefined ? '' : `${of.latency.p50.toFixed(1)} / ${of.latency.p95.toFixed(1)} / ${of.latency.p99.toFixed(1)}`
}

function kilobytes(bytes: number | undefined): string {
  return bytes === undefined ? '' : (bytes / 1000).toFixed(1)
}

function busy(figures: RowResult['figures']): string {
  const most = Math.max(...Object.entries(figures).map(([label, of]) => (label === 'node:http' ? 0 : (of?.generatorBusy ?? 0))))
  return `${(most * 100).toFixed(0)} %${most > busiest ? ', which limits the rate' : ''}`
}

export function judged(value: number | undefined, target: number | undefined): string {
  if (value === undefined) return ''
  if (target === undefined) return value.toFixed(2)
  return value >= target ? `**${value.toFixed(2)}**` : `${value.toFixed(2)}, target ${target}`
}
