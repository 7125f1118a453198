// `npm test`: runs the suites one after another. The last line is the total of passed and failed tests. `npm test -- help` lists the options.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { print } from './print.ts'
import { endWithSignals } from './process-group.ts'
import { runNodeSuite } from './run-node-suite.ts'
import type { RunOptions, SuiteResult } from './run-node-suite.ts'
import { runToolSuite } from './run-tool-suite.ts'
import { changedFiles } from './changed-files.ts'
import { chooseSuites, suites, suitesTouchedBy, testFiles } from './suites.ts'
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
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      changed: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      verbose: { type: 'boolean', default: false },
    },
  })
  if (positionals.includes('help')) {
    print(usage())
    return 0
  }
  const { verbose } = values
  const chosen = choose(positionals, values)
  if (chosen.length === 0) {
    print('No suite is touched by what changed.')
    return 0
  }
  const results: TimedResult[] = []
  for (const suite of chosen) {
    print(`${suite.name} …`)
    const started = performance.now()
    const result = { ...(await runSuite(suite, { root, verbose })), name: suite.name, seconds: (performance.now() - started) / 1000 }
    print(`${result.failed === 0 ? '✔' : '✖'} ${summary(result)}\n`)
    results.push(result)
  }
  if (results.length > 1) print(`${results.map(summary).join('\n')}\n`)
  const passed = sum(results, 'passed')
  const failed = sum(results, 'failed')
  print(`${passed} passed, ${failed} failed`)
  return failed === 0 && passed > 0 ? 0 : 1
}

function usage(): string {
  return `npm test [-- suite … | --only FILE … | --changed] [--verbose]

  suite …     these suites: ${suites.map(({ name }) => name).join(', ')}
  --only      one test file; may be given several times
  --changed   types, lint, architecture, and the suites that uncommitted changes touch
  --verbose   every test and all output`
}

/** @throws TypeError for unknown names, and for options that exclude each other */
function choose(
  names: readonly string[],
  { changed, only }: { readonly changed: boolean; readonly only: readonly string[] },
): readonly Suite[] {
  const ways = [names.length > 0, changed, only.length > 0].filter(Boolean).length
  if (ways > 1) throw new TypeError('Give only one of: suites, --only, --changed.')
  if (only.length > 0) return [{ name: 'chosen files', files: only }]
  return changed ? suitesTouchedBy(changedFiles(root)) : chooseSuites(names)
}

async function runSuite(suite: Suite, options: RunOptions): Promise<SuiteResult> {
  if ('tools' in suite) return await runToolSuite(suite.tools, options)
  const files = testFiles(suite, root)
  const result =
    files.length === 0 ? { passed: 0, failed: 0, skipped: 0 } : await runNodeSuite({ files, concurrency: suite.concurrency ?? 2 }, options)
  // A suite without tests counts as failed.
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
