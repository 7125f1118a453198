// The results as JSON, for each number of users, and as the table of the README.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg, release } from 'node:os'
import type { StepResult } from './steps.ts'

export type Results = Readonly<Record<string, StepResult>>

interface Run {
  readonly date: string
  readonly machine: Readonly<Record<string, unknown>>
  readonly versions: Readonly<Record<string, string>>
  readonly users: number
  readonly orgs: number
  readonly inputBytes: number
  /** The longest stall of a process that did nothing, which the machine itself causes, milliseconds. */
  readonly longestStallOfIdle: number
  readonly results: Results
}

const targets = { peakMemory: 300 * 1024 ** 2, longestStall: 50, moreLatency: 25, microsecondsOfObject: 200 }

export const header = `| | seconds | users /s | peak memory, MB (target ${mebibytes(targets.peakMemory)}) | longest stall, ms (target ${targets.longestStall}) | of it processor | \
tokens, p99 idle, ms | during (target +${targets.moreLatency}) | processor, s | of it for each object, µs (target ${targets.microsecondsOfObject}) |
|---|---|---|---|---|---|---|---|---|---|---|`

export function line([name, { seconds, usersPerSecond, process, tokens, objects }]: readonly [string, StepResult]): string {
  const { peakMemory, longestStall, longestTurn, processor } = process
  const stall = tokens === undefined ? '' : judged(longestStall, targets.longestStall)
  const latency = tokens === undefined ? '' : judged(tokens.during.p99, tokens.idle.p99 + targets.moreLatency)
  const cells = [
    name,
    seconds.toFixed(1),
    usersPerSecond.toFixed(0),
    `${mebibytes(peakMemory)}${peakMemory > targets.peakMemory ? ', missed' : ''}`,
    stall,
    tokens === undefined ? '' : longestTurn.toFixed(0),
    tokens?.idle.p99.toFixed(0) ?? '',
    latency,
    processor.toFixed(1),
    objects === undefined ? '' : judged((processor * 1_000_000) / objects, targets.microsecondsOfObject),
  ]
  return `| ${cells.join(' | ')} |`
}

function judged(value: number, limit: number): string {
  return `${value.toFixed(0)}${value > limit ? ', missed' : ''}`
}

function mebibytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(0)
}

export async function writeResults(facts: Pick<Run, 'users' | 'orgs' | 'inputBytes' | 'longestStallOfIdle' | 'results'>): Promise<void> {
  const run: Run = {
    date: new Date().toISOString().slice(0, 16),
    machine: {
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
      kernel: release(),
      loadAverage: loadavg().map((load) => Number(load.toFixed(2))),
    },
    versions: { node: process.versions.node },
    ...facts,
  }
  const directory = new URL('../results/', import.meta.url)
  await mkdir(directory, { recursive: true })
  const file = new URL('migration.json', directory)
  const earlier = (JSON.parse(await readFile(file, 'utf8').catch(() => '[]')) as readonly Run[]).filter(({ users }) => users !== run.users)
  const runs = [...earlier, run].sort((one, other) => one.users - other.users)
  await writeFile(file, `${JSON.stringify(runs, undefined, 2)}\n`)
  const readme = new URL('../README.md', import.meta.url)
  const [before = '', , after = ''] = (await readFile(readme, 'utf8')).split(/<!-- (?:migration|end of migration) -->\n/)
  await writeFile(readme, `${before}<!-- migration -->\n${runs.map(section).join('\n\n')}\n<!-- end of migration -->\n${after}`)
}

function section({ date, machine, versions, users, orgs, inputBytes, longestStallOfIdle, results }: Run): string {
  const where = [
    `${users} users in ${orgs} organizations, ${mebibytes(inputBytes)} MB; ${date} UTC; ${String(machine['cpu'])}, ${String(machine['cores'])} cores`,
    `${machine['pinned'] === true ? 'this process on core 0, what is measured on core 1' : 'nothing pinned'}, load average at the end ${String(machine['loadAverage'])}`,
    `longest stall of a process that does nothing ${longestStallOfIdle.toFixed(0)} ms; Linux ${String(machine['kernel'])}, Node ${[versions['node'], versions['options']].filter((each) => each !== undefined).join(' with ')}.`,
  ].join(';\n')
  return `${where}\n\n${[header, ...Object.entries(results).map(line)].join('\n')}`
}
