// Writes the results as JSON, as a chart, and as a section of the README.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg, release } from 'node:os'
import type { Effort } from './measure.ts'
import type { PackedCommand } from './packed-command.ts'
import type { Removal } from './removal.ts'
import { pinned } from './server-process.ts'
import type { RowResult } from './statistics.ts'

export interface Report {
  readonly rows: readonly RowResult[]
  /** The published command and Symbolon without log and limits. */
  readonly shipped: readonly RowResult[]
  readonly removal: Removal | undefined
  /** One of many clients, and all of them. */
  readonly clients: readonly RowResult[]
  /** Symbolon with many live tokens and with few. */
  readonly scale: readonly RowResult[]
  readonly command: PackedCommand | undefined
  readonly seconds: number
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

/**
 * @param name of the file in `results/`, and of the section of the README
 * @param text the section in Markdown
 */
export async function writeResults(
  name: 'http' | 'postgres' | 'runtimes',
  results: { readonly report: Report; readonly effort: Effort; readonly setting: Setting },
  text: string,
  chart?: string,
): Promise<void> {
  const directory = new URL('../results/', import.meta.url)
  await mkdir(directory, { recursive: true })
  await writeFile(
    new URL(`${name}.json`, directory),
    `${JSON.stringify({ ...results.setting, effort: results.effort, ...results.report }, undefined, 2)}\n`,
  )
  if (chart !== undefined) await writeFile(new URL(`${name}.svg`, directory), chart)
  const readme = new URL('../README.md', import.meta.url)
  const [before = '', , after = ''] = (await readFile(readme, 'utf8')).split(new RegExp(`<!-- (?:end of )?${name} -->\\n`))
  await writeFile(readme, `${before}<!-- ${name} -->\n${text}\n<!-- end of ${name} -->\n${after}`)
}

async function versionOf(directory: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(new URL(`${directory}/package.json`, import.meta.url), 'utf8'))
  return String(typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, 'version') : undefined)
}
