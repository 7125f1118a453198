// The report of an import: as the server answers it, and as text for a terminal.
import * as v from 'valibot'
import { notOurs } from './at-server.ts'

const row = v.object({ type: v.string(), id: v.string(), message: v.string() })
const ledgerRow = v.object({ path: v.string(), reason: v.string(), advice: v.string(), count: v.exactOptional(v.number()) })
const schema = v.object({
  jobId: v.string(),
  state: v.picklist(['running', 'completed', 'stopped', 'failed', 'interrupted']),
  dryRun: v.boolean(),
  progress: v.object({ bytes: v.number(), objects: v.number(), settled: v.number() }),
  counts: v.record(v.string(), v.number()),
  problem: v.exactOptional(v.object({ id: v.string(), message: v.string() })),
  errors: v.optional(v.array(row), []),
  ledger: v.optional(v.array(ledgerRow), []),
  generated: v.optional(v.array(v.looseObject({ kind: v.string(), key: v.array(v.string()) })), []),
})

export type ImportReport = v.InferOutput<typeof schema>

/** @throws StartError server_refused */
export function readImportReport(answer: unknown): ImportReport {
  const { success, output } = v.safeParse(schema, answer)
  if (!success) throw notOurs('The server')
  return output
}

const states = {
  running: 'is still under way',
  completed: 'is complete',
  stopped: 'was stopped before its end; run it again to complete it',
  failed: 'failed',
  interrupted: 'was interrupted; run it again to complete it',
} as const

/** Lines of one list; more than these nobody reads on a terminal. */
const mostLines = 50

export function formatImportReport({ state, dryRun, counts, problem, errors, ledger, generated }: ImportReport): string {
  const used = Object.entries(counts).filter(([, count]) => count > 0).map(([action, count]) => `${count} ${action}`)
  const sections = [
    dryRun ? ['Nothing was changed: this is what importing would do.'] : [],
    [`The import ${states[state]}${problem === undefined ? '' : `: ${problem.message}`}`],
    [used.length === 0 ? 'There was nothing to import.' : `Objects: ${used.join(', ')}.`],
    titled('Shown once, and never again:', generated.map(generatedLine), generated.length),
    titled('Errors:', errors.map(({ type, id, message }) => `  ${type} ${id}: ${message}`)),
    titled('Left out:', ledger.map(({ path, reason, advice, count }) => (
      `  ${path}${count === undefined ? '' : ` [${count}]`}: ${reason} – ${advice}`
    ))),
  ]
  return `${sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function generatedLine({ kind, key, ...values }: ImportReport['generated'][number]): string {
  const shown = ['clientId', 'clientSecret', 'token'].flatMap((name) => typeof values[name] === 'string' ? [`${name} ${values[name]}`] : [])
  return `  ${kind} ${key.join('/')}: ${shown.join(', ')}`
}

function titled(title: string, lines: readonly string[], most = mostLines): readonly string[] {
  if (lines.length === 0) return []
  return [title, ...lines.slice(0, most), ...(lines.length > most ? [`  … and ${lines.length - most} more`] : [])]
}
