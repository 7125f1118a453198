// Computes medians, ranges and ratios of the measured windows, and writes them as JSON, as a chart, and as the tables of the README.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg, release } from 'node:os'
import { chart } from './chart.ts'
import type { Window } from './load.ts'
import type { Effort, Measurement } from './measure.ts'
import { pinned } from './server-process.ts'
import type { ServerName } from './server-process.ts'

export interface Rate {
  readonly median: number
  readonly lowest: number
  readonly highest: number
  /** The median share of a window in which the generator was busy. */
  readonly generatorBusy: number
  /** The median processor time of the server for a request, in microseconds. */
  readonly processorTime: number | undefined
  /** Latencies in milliseconds over all requests of all windows; only at a fixed rate. */
  readonly latency?: { readonly p50: number; readonly p95: number; readonly p99: number }
}

export interface RowResult {
  readonly name: string
  readonly rates: Readonly<Partial<Record<ServerName, Rate>>>
  /** False when the generator was so busy that it limited a server. */
  readonly valid: boolean
  /** The medians of the ratios of the first server to each other one, over pairs of windows that followed each other. */
  readonly ratios: Readonly<Partial<Record<ServerName, number>>>
}

export interface Report {
  readonly closed: readonly RowResult[]
  readonly open: readonly RowResult[]
  readonly runtimes: readonly RowResult[]
  readonly scale: RowResult | undefined
  readonly control: RowResult | undefined
  /** Bytes. */
  readonly idleMemory: number | undefined
  readonly seconds: number
}

/** Above this share the generator counts as the bottleneck. */
const busiest = 0.85

export function summarize(name: string, measurement: Measurement): RowResult {
  const [first = []] = measurement.values()
  const rates = Object.fromEntries([...measurement].map(([server, windows]) => [server, rateOf(windows)]))
  const ratios = Object.fromEntries(
    [...measurement]
      .slice(1)
      .map(([server, windows]) => [
        server,
        median(first.map(({ perSecond }, alternation) => perSecond / (windows[alternation]?.perSecond ?? Number.NaN))),
      ]),
  )
  return { name, rates, valid: Object.values(rates).every((of) => of.generatorBusy <= busiest), ratios }
}

function rateOf(windows: readonly Window[]): Rate {
  const perSecond = windows.map((window) => window.perSecond)
  const times = windows.map(({ processorTime }) => processorTime).filter((time) => time !== undefined)
  const latencies = windows.flatMap((window) => window.latencies).toSorted((a, b) => a - b)
  const percentile = (share: number): number => latencies[Math.floor((latencies.length - 1) * share)] ?? Number.NaN
  return {
    median: median(perSecond),
    lowest: Math.min(...perSecond),
    highest: Math.max(...perSecond),
    generatorBusy: median(windows.map((window) => window.generatorBusy)),
    processorTime: times.length === 0 ? undefined : median(times),
    ...(latencies.length === 0 ? {} : { latency: { p50: percentile(0.5), p95: percentile(0.95), p99: percentile(0.99) } }),
  }
}

export interface Setting {
  readonly date: string
  readonly machine: {
    readonly cpu: string
    readonly cores: number
    readonly kernel: string
    readonly pinned: boolean
    readonly loadAverage: readonly number[]
  }
  readonly versions: Readonly<Record<string, string>>
}

export async function settingOf(): Promise<Setting> {
  return {
    date: new Date().toISOString().slice(0, 16),
    machine: {
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
      kernel: release(),
      pinned,
      loadAverage: loadavg().map((load) => Number(load.toFixed(2))),
    },
    versions: {
      Node: process.versions.node,
      Bun: await versionOf('../../node_modules/bun'),
      Deno: await versionOf('../../node_modules/deno'),
      'oidc-provider': await versionOf('../node_modules/oidc-provider'),
      hono: await versionOf('../node_modules/hono'),
    },
  }
}

/** @param text the report in Markdown */
export async function writeResults(report: Report, effort: Effort, setting: Setting, text: string): Promise<void> {
  const directory = new URL('../results/', import.meta.url)
  await mkdir(directory, { recursive: true })
  await writeFile(new URL('http.json', directory), `${JSON.stringify({ ...setting, effort, ...report }, undefined, 2)}\n`)
  await writeFile(new URL('http.svg', directory), chart(report.closed))
  const readme = new URL('../README.md', import.meta.url)
  const [before = '', , after = ''] = (await readFile(readme, 'utf8')).split(/<!-- (?:results|end of results) -->\n/)
  await writeFile(readme, `${before}<!-- results -->\n${text}\n<!-- end of results -->\n${after}`)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

async function versionOf(directory: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(new URL(`${directory}/package.json`, import.meta.url), 'utf8'))
  return String(typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, 'version') : undefined)
}
