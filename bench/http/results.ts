// From windows to medians, spreads and ratios; kept as JSON and as the table of the README.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg, release } from 'node:os'
import type { Effort, Measurement } from './measure.ts'
import { pinned } from './start-server.ts'
import type { ServerName } from './start-server.ts'
import { header, line } from './table.ts'

export interface Rate {
  readonly median: number
  readonly lowest: number
  readonly highest: number
  /** Median share of a window that the generator was busy. */
  readonly generatorBusy: number
}

export interface RowResult {
  readonly name: string
  readonly rates: Readonly<Partial<Record<ServerName, Rate>>>
  /** Medians of the ratios of windows of one alternation. */
  readonly toPeer?: number
  readonly toBare?: number
}

export function summarize(name: string, measurement: Measurement): RowResult {
  const rates = Object.fromEntries([...measurement].map(([server, windows]) => {
    const perSecond = windows.map((window) => window.perSecond)
    return [server, {
      median: median(perSecond),
      lowest: Math.min(...perSecond),
      highest: Math.max(...perSecond),
      generatorBusy: median(windows.map((window) => window.generatorBusy)),
    }]
  }))
  const toPeer = ratio(measurement, 'oidc-provider')
  const toBare = ratio(measurement, 'bare')
  return { name, rates, ...(toPeer === undefined ? {} : { toPeer }), ...(toBare === undefined ? {} : { toBare }) }
}

export async function writeResults(results: readonly RowResult[], effort: Effort): Promise<void> {
  const machine = {
    cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, kernel: release(), pinned, loadAverage: loadavg().map((load) => Number(load.toFixed(2))),
  }
  const versions = { node: process.versions.node, 'oidc-provider': await versionOf('oidc-provider'), hono: await versionOf('hono') }
  const date = new Date().toISOString().slice(0, 16)
  const directory = new URL('../results/', import.meta.url)
  await mkdir(directory, { recursive: true })
  await writeFile(new URL('http.json', directory), `${JSON.stringify({ date, machine, versions, effort, results }, undefined, 2)}\n`)
  const where = [
    `${date} UTC, ${effort.alternations} windows of ${effort.windowMilliseconds / 1000} s each; ${machine.cpu}, ${machine.cores} cores`,
    `${pinned ? 'generator on core 0, server on core 1' : 'nothing pinned'}, load average at the end ${machine.loadAverage.join(' ')}`,
    `Linux ${machine.kernel}, Node ${versions.node}, oidc-provider ${versions['oidc-provider']}, hono ${versions.hono}.`,
  ].join(';\n')
  const readme = new URL('../README.md', import.meta.url)
  const [before = '', , after = ''] = (await readFile(readme, 'utf8')).split(/<!-- (?:results|end of results) -->\n/)
  const table = [header, ...results.map(line)].join('\n')
  await writeFile(readme, `${before}<!-- results -->\n${where}\n\n${table}\n<!-- end of results -->\n${after}`)
}

function ratio(measurement: Measurement, other: ServerName): number | undefined {
  const theirs = measurement.get(other)
  const ours = measurement.get('symbolon')
  if (theirs === undefined || ours === undefined) return undefined
  return median(ours.map(({ perSecond }, alternation) => perSecond / (theirs[alternation]?.perSecond ?? Number.NaN)))
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

async function versionOf(name: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(new URL(`../node_modules/${name}/package.json`, import.meta.url), 'utf8'))
  return String(typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, 'version') : undefined)
}
