// `npm run bench [-- --quick] [--row NAME]`: how many requests a second, beside oidc-provider and beside a bare route.
import { parseArgs } from 'node:util'
import { measure } from './measure.ts'
import type { Effort } from './measure.ts'
import { summarize, writeResults } from './results.ts'
import type { RowResult } from './results.ts'
import { rows } from './rows.ts'
import { header, line } from './table.ts'

const { values: { quick, row: only } } = parseArgs({ options: { quick: { type: 'boolean', default: false }, row: { type: 'string' } } })
const effort: Effort = quick
  ? { windowMilliseconds: 1000, alternations: 3, warmUpMilliseconds: 500 }
  : { windowMilliseconds: 2000, alternations: 7, warmUpMilliseconds: 1000 }
const chosen = rows.filter(({ name }) => only === undefined || name === only)
const [control] = rows
if (control === undefined || chosen.length === 0) throw new TypeError(`--row is one of: ${rows.map(({ name }) => name).join('; ')}`)

const results: RowResult[] = []
console.log(header)
for (const row of chosen) {
  const result = summarize(row.name, await measure(row, ['symbolon', 'oidc-provider', 'bare'], effort))
  results.push(result)
  console.log(line(result))
}
const echo = summarize('control: echo', await measure({ ...control, name: 'control: echo' }, ['echo'], effort))
console.log(line(echo))
if (only === undefined) await writeResults([...results, echo], effort)
