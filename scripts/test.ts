// `npm test [-- suite … --verbose]`: the suites one after another; the last line is the count of all of them.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { print } from './print.ts'
import { endWithSignals } from './process-group.ts'
import { runNodeSuite } from './run-node-suite.ts'
import type { RunOptions, SuiteResult } from './run-node-suite.ts'
import { runToolSuite } from './run-tool-suite.ts'
import { chooseSuites, testFiles } from './suites.ts'
import type { Suite } from './suites.ts'

interface TimedResult extends SuiteResult {
  readonly name: string
  readonly seconds: number
}

endWithSignals()
const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.exitCode = await main().catch((error: unknown) => {
  if (!(error instanceof TypeError)) throw error
  process.stderr.write(`${error.message}\n`)
  return 2
})

async function main(): Promise<number> {
  const { values: { verbose }, positionals } = parseArgs({ allowPositionals: true, options: { verbose: { type: 'boolean', default: false } } })
  const results: TimedResult[] = []
  for (const suite of chooseSuites(positionals)) {
    print(`${suite.name} …`)
    const started = performance.now()
    const result = { ...await runSuite(suite, { root, verbose }), name: suite.name, seconds: (performance.now() - started) / 1000 }
    print(`${result.failed === 0 ? '✔' : '✖'} ${summary(result)}\n`)
    results.push(result)
  }
  if (results.length > 1) print(`${results.map(summary).join('\n')}\n`)
  const passed = sum(results, 'passed')
  const failed = sum(results, 'failed')
  print(`${passed} passed, ${failed} failed`)
  return failed === 0 && passed > 0 ? 0 : 1
}

async function runSuite(suite: Suite, options: RunOptions): Promise<SuiteResult> {
  if ('tools' in suite) return await runToolSuite(suite.tools, options)
  const files = testFiles(suite, root)
  const result = files.length === 0 ? { passed: 0, failed: 0, skipped: 0 } : await runNodeSuite(files, options)
  // A suite that ran nothing proves nothing.
  if (result.passed > 0 || result.failed > 0) return result
  print(`  ✖ no test ran in ${suite.files.join(', ')}`)
  return { ...result, failed: 1 }
}

function summary({ name, seconds, passed, failed, skipped }: TimedResult): string {
  const counts = `${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed`
  return `${name.padEnd(16)} ${seconds.toFixed(1).padStart(7)} s ${counts}${skipped === 0 ? '' : `, ${skipped} skipped`}`
}

function sum(results: readonly SuiteResult[], member: keyof SuiteResult): number {
  return results.reduce((total, result) => total + result[member], 0)
}
