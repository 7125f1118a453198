// `npm test`: runs the suites in their order. The last line is the total of passed and failed tests. `npm test -- help` lists the options.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { print } from './print.ts'
import { endWithSignals } from './process-group.ts'
import type { RunOptions, SuiteResult } from './file-report.ts'
import { runTestFiles } from './run-test-files.ts'
import { runToolSuite } from './run-tool-suite.ts'
import { longestFirst, rememberDurations } from './durations.ts'
import { chooseSeed, inRandomOrder } from './random-order.ts'
import { changedFiles } from './changed-files.ts'
import { SuiteProgress, summary } from './suite-progress.ts'
import type { TimedResult } from './suite-progress.ts'
import { chooseFiles, chooseSuites, suites, suitesTouchedBy, testFiles } from './suites.ts'
import type { NodeSuite, Suite, ToolSuite } from './suites.ts'

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
      order: { type: 'string' },
      verbose: { type: 'boolean', default: false },
    },
  })
  if (positionals.includes('help')) {
    print(usage())
    return 0
  }
  const seed = chooseSeed(values.order, process.env['SYMBOLON_TEST_LONG'] === '1')
  const chosen = choose(positionals, values)
  if (chosen.length === 0) {
    print('No suite is touched by what changed.')
    return 0
  }
  const options = { root, verbose: values.verbose }
  // Tools use all cores for a part of their time only, so they run together.
  const tools = await Promise.all(chosen.filter((suite) => 'tools' in suite).map((suite) => runTools(suite, options)))
  const tests = await runTests(
    chosen.filter((suite) => 'files' in suite),
    seed,
    options,
  )
  const results = [...tools, ...tests]
  if (results.length > 1) print(`${results.map(summary).join('\n')}\n`)
  if (seed !== undefined && tests.length > 0) print(orderOf(seed))
  const passed = sum(results, 'passed')
  const failed = sum(results, 'failed')
  print(`${passed} passed, ${failed} failed`)
  return failed === 0 && passed > 0 ? 0 : 1
}

function usage(): string {
  return `npm test [-- suite … | --only FILE … | --changed] [--verbose]

  suite …     these suites, of which timing runs only when it is named: ${suites.map(({ name }) => name).join(', ')}
  --only      one test file; may be given several times
  --changed   types, lint, architecture, and the suites that uncommitted changes touch
  --order     the files in the random order of this number; the long tier chooses a number and prints it
  --verbose   every file as it begins, every test and all output`
}

/** @throws TypeError for unknown names, and for options that exclude each other */
function choose(
  names: readonly string[],
  { changed, only }: { readonly changed: boolean; readonly only: readonly string[] },
): readonly Suite[] {
  const ways = [names.length > 0, changed, only.length > 0].filter(Boolean).length
  if (ways > 1) throw new TypeError('Give only one of: suites, --only, --changed.')
  if (only.length > 0) return [chooseFiles(only, root)]
  return changed ? suitesTouchedBy(changedFiles(root)) : chooseSuites(names)
}

async function runTools({ name, tools }: ToolSuite, options: RunOptions): Promise<TimedResult> {
  print(`${name} …`)
  const started = performance.now()
  const result = { ...(await runToolSuite(tools, options)), name, seconds: (performance.now() - started) / 1000 }
  print(`${result.failed === 0 ? '✔' : '✖'} ${summary(result)}\n`)
  return result
}

function orderOf(seed: number): string {
  return `The files run in a random order, which --order ${seed} repeats.\n`
}

/**
 * The next suite begins when no file of the one before waits any more, so that no core is idle.
 * @param seed of a random order of the files of all suites
 */
async function runTests(chosen: readonly NodeSuite[], seed: number | undefined, options: RunOptions): Promise<readonly TimedResult[]> {
  const files = chosen.flatMap((suite) => testFiles(suite, root))
  const progress = new Map(chosen.map(({ name }) => [name, new SuiteProgress(name, files.filter(({ suite }) => suite === name).length)]))
  if (seed !== undefined && files.length > 0) print(orderOf(seed))
  await runTestFiles(seed === undefined ? longestFirst(files, root) : inRandomOrder(files, seed), options, {
    begins({ suite, path }) {
      progress.get(suite)?.begins(path)
      if (options.verbose) print(`  ${path}`)
    },
    ended: ({ suite }, report) => progress.get(suite)?.ended(report),
  })
  rememberDurations(Object.assign({}, ...[...progress.values()].map(({ durations }) => durations)), root)
  return [...progress.values()].map((suite) => suite.result)
}

function sum(results: readonly SuiteResult[], member: keyof SuiteResult): number {
  return results.reduce((total, result) => total + result[member], 0)
}
