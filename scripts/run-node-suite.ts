// Runs the test files of one suite under `node --test`, each file in a process of its own, and counts the tests that hold no other tests.
// A file that fails to load, or that has no tests, counts as one failure.
import { spawn } from 'node:child_process'
import { join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { print } from './print.ts'
import { endGroup, whileRunning } from './process-group.ts'

export interface SuiteResult {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export interface RunOptions {
  readonly root: string
  readonly verbose: boolean
}

export interface TestFiles {
  readonly files: readonly string[]
  /** The number of files that run in parallel. */
  readonly concurrency: number
}

/** An event that scripts/events-reporter.mjs writes. */
type TestEvent =
  | { readonly type: 'start'; readonly file: string | undefined; readonly nesting: number; readonly name: string }
  | { readonly type: 'output'; readonly file: string; readonly text: string }
  | { readonly type: 'late'; readonly file: string | undefined; readonly text: string }
  | Ended

interface Ended {
  readonly type: 'pass' | 'fail'
  readonly file: string | undefined
  readonly nesting: number
  readonly name: string
  readonly place?: string
  readonly suite: boolean
  readonly skipped: boolean
  readonly milliseconds: number
  readonly ofSubtests: boolean
  readonly error?: string
}

const testLimit = 300_000
/** Longer than any test may take. Without an event for this time, a file is considered stuck. */
const silenceLimit = testLimit + 60_000

export async function runNodeSuite({ files, concurrency }: TestFiles, { root, verbose }: RunOptions): Promise<SuiteResult> {
  const tally = new Tally(root, verbose)
  // A process group of its own, so that processes which the tests leave behind can be killed.
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--test',
      `--test-concurrency=${concurrency}`,
      `--test-timeout=${testLimit}`,
      `--test-reporter=${join(root, 'scripts', 'events-reporter.mjs')}`,
      ...files,
    ],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], detached: true, env: environment() },
  )

  let silence: NodeJS.Timeout | undefined
  const heard = (): void => {
    clearTimeout(silence)
    silence = setTimeout(() => {
      tally.broken(`nothing happened for ${silenceLimit / 60_000} minutes: a test file does not end`)
      endGroup(child)
    }, silenceLimit)
  }
  heard()
  const code = await whileRunning(child, async () => {
    for await (const line of createInterface({ input: child.stdout })) {
      heard()
      tally.take(JSON.parse(line) as TestEvent)
    }
  })
  clearTimeout(silence)
  if (endGroup(child)) tally.broken('a test left a process running; it was ended')
  return tally.end(code)
}

/** The environment without NODE_TEST_CONTEXT, which would make an `npm test` inside a test act as a test file. */
function environment(): NodeJS.ProcessEnv {
  const { NODE_TEST_CONTEXT: _, ...rest } = process.env
  return rest
}

class Tally {
  readonly #root: string
  readonly #verbose: boolean
  readonly #path: string[] = []
  readonly #parents = new Set<string>()
  readonly #outputs = new Map<string, string[]>()
  readonly #failedFiles = new Set<string>()
  #passed = 0
  #failed = 0
  #skipped = 0

  constructor(root: string, verbose: boolean) {
    this.#root = root
    this.#verbose = verbose
  }

  take(event: TestEvent): void {
    switch (event.type) {
      case 'start':
        return this.#start(event.nesting, event.name)
      case 'output':
        return this.#output(event.file, event.text)
      case 'late':
        return this.#fail(event.file, 'after the end of a test', event.text)
      case 'pass':
      case 'fail':
        return this.#ended(event)
    }
  }

  /** A failure of the run itself. */
  broken(reason: string): void {
    this.#fail(undefined, 'the run', reason)
  }

  end(code: number): SuiteResult {
    if (code !== 0 && this.#failed === 0) this.broken(`node --test ended with code ${code}`)
    const quiet = [...this.#outputs].filter(([file]) => !this.#failedFiles.has(file)).flatMap(([, texts]) => texts)
    for (const [file, texts] of this.#outputs) {
      if (this.#failedFiles.has(file)) print(`  output of ${relative(this.#root, file)}:\n${indent(texts.join('').trimEnd(), 4)}`)
    }
    if (quiet.length > 0)
      print(`  ${quiet.join('').split('\n').length - 1} lines of output of passing files are not shown (--verbose shows them)`)
    return { passed: this.#passed, failed: this.#failed, skipped: this.#skipped }
  }

  #start(nesting: number, name: string): void {
    if (nesting > 0) this.#parents.add(this.#path.slice(0, nesting).join('\0'))
    this.#path.splice(nesting, Infinity, name)
  }

  #output(file: string, text: string): void {
    if (this.#verbose) print(text.replace(/\n$/, ''))
    else this.#outputs.set(file, [...(this.#outputs.get(file) ?? []), text])
  }

  #ended(event: Ended): void {
    const { file, nesting, name } = event
    const path = [...this.#path.slice(0, nesting), name]
    const hasTests = this.#parents.delete(path.join('\0'))
    if (event.type === 'fail') {
      // The failed tests inside have been counted.
      if (!event.ofSubtests) this.#fail(file, path.join(' › '), event.error ?? '', event.place)
      else if (file !== undefined) this.#failedFiles.add(file)
    } else if (file !== undefined && nesting === 0 && resolve(this.#root, name) === file) {
      this.#fail(file, 'the file', 'it holds no test')
    } else if (event.skipped) {
      this.#skipped += 1
    } else if (!hasTests && !event.suite) {
      this.#passed += 1
      if (this.#verbose) print(`  ✔ ${path.join(' › ')} (${Math.round(event.milliseconds)} ms)`)
    }
  }

  #fail(file: string | undefined, title: string, error: string, place?: string): void {
    this.#failed += 1
    if (file !== undefined) this.#failedFiles.add(file)
    const where = place ?? file
    print(`  ✖ ${title}${where === undefined ? '' : `\n    ${relative(this.#root, where)}`}\n${indent(error, 4)}\n`)
  }
}

function indent(text: string, columns: number): string {
  return text.replace(/^/gm, ' '.repeat(columns))
}
