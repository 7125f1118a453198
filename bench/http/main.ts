// `npm run bench [-- --quick] [--row NAME]`: requests per second and latency, beside oidc-provider and a bare route; the same on Bun and Deno;
// the effect of a million tokens; the memory of an idle server.
import { parseArgs } from 'node:util'
import { measureIdleMemory } from './idle-memory.ts'
import { measure } from './measure.ts'
import type { Effort } from './measure.ts'
import { settingOf, summarize, writeResults } from './results.ts'
import type { Report, RowResult } from './results.ts'
import { introspectionOf, rows } from './rows.ts'
import type { Row } from './rows.ts'
import { header, line, reportText, scaleLine } from './table.ts'

const {
  values: { quick, row: only },
} = parseArgs({ options: { quick: { type: 'boolean', default: false }, row: { type: 'string' } } })
const effort: Effort = quick
  ? { windowMilliseconds: 1000, alternations: 3, warmUpMilliseconds: 2000 }
  : { windowMilliseconds: 2000, alternations: 7, warmUpMilliseconds: 5000 }
/** The rate of the open rows, in requests per second. Every server can reach it. */
const fixedRate = 1000
const [few, many] = [1000, quick ? 100_000 : 1_000_000]

const started = performance.now()
const closed = await closedRows(rows.filter(({ name }) => only === undefined || name === only))
if (closed.length === 0) throw new TypeError(`--row is one of: ${rows.map(({ name }) => name).join('; ')}`)
if (only === undefined) await rest()

async function closedRows(chosen: readonly Row[]): Promise<readonly RowResult[]> {
  const results: RowResult[] = []
  console.log(header)
  for (const row of chosen) {
    const result = summarize(row.name, await measure(row, ['symbolon', 'oidc-provider', 'bare'], effort))
    results.push(result)
    console.log(line(result))
  }
  return results
}

async function rest(): Promise<void> {
  const [smallest] = rows
  const control =
    smallest === undefined ? undefined : summarize('control', await measure({ ...smallest, name: 'control' }, ['echo'], effort))
  const open: RowResult[] = []
  for (const row of rows.filter(({ name }) => name === 'client credentials, opaque' || name === 'introspection')) {
    open.push(summarize(`${row.name}, ${fixedRate} /s`, await measure(row, ['symbolon', 'oidc-provider', 'bare'], effort, fixedRate)))
  }
  const runtimes: RowResult[] = []
  for (const row of rows) {
    runtimes.push(summarize(row.name, await measure(row, ['symbolon', 'symbolon@bun', 'symbolon@deno'], { ...effort, alternations: 3 })))
  }
  const scale = await scaleRow()
  const idleMemory = await measureIdleMemory()
  const report: Report = { closed, open, runtimes, scale, control, idleMemory, seconds: (performance.now() - started) / 1000 }
  const setting = await settingOf()
  const text = reportText(report, effort, setting)
  console.log(`\n${text}`)
  if (!quick) await writeResults(report, effort, setting, text)
}

/** Both servers are asked for random tokens, so that responses do not come from a cache. */
async function scaleRow(): Promise<RowResult> {
  const names = [`symbolon ${many}`, `symbolon ${few}`] as const
  const [ofMany, ofFew] = [introspectionOf(many), introspectionOf(few)]
  const row: Row = {
    ...ofMany,
    exchange: (server, connection, codes) => (server.liveTokens === many ? ofMany : ofFew).exchange(server, connection, codes),
  }
  const result = summarize(
    `introspection with ${many.toLocaleString('en')} live tokens and with ${few.toLocaleString('en')}`,
    await measure(row, names, effort),
  )
  console.log(scaleLine(result))
  return result
}
