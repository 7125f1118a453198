// `npm run bench [-- --quick] [--row NAME …] [--runtimes] [--postgres]`: the processor time of requests next to oidc-provider and bare routes; the effect
// of a million live tokens; the start and the memory of the packed command. With `--runtimes`, the same requests on Node, Bun and
// Deno instead; with `--postgres`, on Postgres.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chart } from './chart.ts'
import { clientsGroup, comparedGroups, postgresGroup, removalName, rowNames, scaleGroup, shippedGroup } from './groups.ts'
import { measureGroup } from './measure.ts'
import type { Effort, Group } from './measure.ts'
import { installCommand, measurePackedCommand } from './packed-command.ts'
import { postgresText } from './postgres-table.ts'
import { measureRemoval } from './removal.ts'
import { settingOf, writeResults } from './results.ts'
import type { Report } from './results.ts'
import type { ServerName } from './server-process.ts'
import { summarize } from './statistics.ts'
import type { RowResult } from './statistics.ts'
import {
  clientsText,
  compared,
  processorHeader,
  processorLine,
  removalText,
  reportText,
  runtimesText,
  scaleHeader,
  scaleLine,
  shippedHeader,
  shippedLine,
} from './table.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    row: { type: 'string', multiple: true },
    runtimes: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
  },
})
const { quick, row: wanted = rowNames, runtimes, postgres } = values
const unknown = wanted.filter((name) => !rowNames.includes(name))
if (unknown.length > 0) throw new TypeError(`There is no row ${unknown.join(', ')}. --row is one of: ${rowNames.join('; ')}`)
const isWhole = values.row === undefined

const effort: Effort = quick
  ? { windowMilliseconds: 400, alternations: 3, warmUpRequests: [5000, 5000], warmUpLimit: 1500 }
  : { windowMilliseconds: 500, alternations: 6, warmUpRequests: [100_000, 50_000], warmUpLimit: 40_000 }
/** More than the 50,000 that Symbolon keeps in memory. */
const liveTokens = quick ? 60_000 : 100_000
const onRuntimes: readonly ServerName[] = ['symbolon', 'symbolon@bun', 'symbolon@deno', 'bare', 'bare@bun', 'bare@deno']

const started = performance.now()
await (postgres ? comparePostgres() : runtimes ? compareRuntimes() : compareServers())

async function compareServers(): Promise<void> {
  console.log(processorHeader)
  const rows = await results(comparedGroups(wanted, compared, liveTokens), processorLine)
  const { shipped, removal } = await compareShipped()
  const ofClients = clientsGroup(wanted)
  const clients = ofClients.rows.length === 0 ? [] : await results([ofClients], ({ name }) => name)
  if (clients.length > 0) console.log(clientsText(clients))
  let scale: readonly RowResult[] = []
  if (isWhole) {
    const group = scaleGroup(quick ? 10_000 : 1_000_000, 1000)
    scale = await results([group], (result) => `${scaleHeader([result])}\n${scaleLine(result)}`)
  }
  const command = isWhole ? await measurePackedCommand() : undefined
  const report: Report = { rows, shipped, removal, clients, scale, command, seconds: (performance.now() - started) / 1000 }
  const setting = await settingOf()
  const text = reportText(report, effort, setting)
  console.log(`\n${text}`)
  if (isWhole && !quick) await writeResults('http', { report, effort, setting }, text, chart(rows))
}

/** The published command next to Symbolon without log and limits, and while it removes expired rows. */
async function compareShipped(): Promise<Pick<Report, 'removal' | 'shipped'>> {
  const directory = await mkdtemp(join(tmpdir(), 'symbolon-bench-'))
  try {
    const path = await installCommand(directory)
    const group = shippedGroup(wanted, path)
    const shipped = group.rows.length === 0 ? [] : await results([group], (result) => `${shippedHeader}\n${shippedLine(result)}`)
    const removal = wanted.includes(removalName) ? await measureRemoval(path, quick ? 100_000 : 1_000_000) : undefined
    if (removal !== undefined) console.log(removalText(removal))
    return { shipped, removal }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** A report without what is measured on Node and a file alone. */
const rowsAlone = { shipped: [], removal: undefined, clients: [], scale: [], command: undefined } as const

async function compareRuntimes(): Promise<void> {
  const rows = await results(comparedGroups(wanted, onRuntimes, liveTokens), ({ name }) => name)
  const report: Report = {
    ...rowsAlone,
    rows,
    seconds: (performance.now() - started) / 1000,
  }
  const setting = await settingOf()
  const text = runtimesText(report, effort, setting, onRuntimes)
  console.log(`\n${text}`)
  if (isWhole && !quick) await writeResults('runtimes', { report, effort, setting }, text)
}

/** Four servers and five rows within six minutes. */
async function comparePostgres(): Promise<void> {
  const brief: Effort = quick ? effort : { windowMilliseconds: 600, alternations: 4, warmUpRequests: [20_000, 10_000], warmUpLimit: 8000 }
  const rows = await results([postgresGroup(quick ? 2000 : 20_000)], ({ name }) => name, brief)
  const report: Report = {
    ...rowsAlone,
    rows,
    seconds: (performance.now() - started) / 1000,
  }
  const setting = await settingOf()
  const text = postgresText(report, brief, setting)
  console.log(`\n${text}`)
  if (!quick) await writeResults('postgres', { report, effort: brief, setting }, text)
}

/** @param line what to print after each row */
async function results(
  groups: readonly Group[],
  line: (result: RowResult) => string,
  howMuch: Effort = effort,
): Promise<readonly RowResult[]> {
  const all: RowResult[] = []
  for (const group of groups) {
    await measureGroup(group, howMuch, (row, measurement) => {
      const result = summarize(row.name, measurement)
      all.push(result)
      console.log(line(result))
    })
  }
  return all
}
