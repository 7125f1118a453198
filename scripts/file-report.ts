// Counts the tests of one file that hold no other tests, and prints those that fail. A file that fails to load, or that has no tests,
// counts as one failure.
import { relative, resolve } from 'node:path'
import { print } from './print.ts'

/** The number of tests. */
export interface SuiteResult {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export interface RunOptions {
  readonly root: string
  readonly verbose: boolean
}

/** An event that a process of scripts/test-process sends. The file itself is the suite at nesting 0. */
export type TestEvent = { readonly type: 'start'; readonly nesting: number; readonly name: string } | Uncaught | Ended

/** An error that nothing caught. Its test may have ended. */
interface Uncaught {
  readonly type: 'uncaught'
  readonly text: string
}

interface Ended {
  readonly type: 'pass' | 'fail'
  readonly nesting: number
  readonly name: string
  readonly place?: string
  readonly suite: boolean
  readonly skipped: boolean
  readonly milliseconds: number
  /** Bytes that the process has. */
  readonly memory: number
  readonly ofSubtests: boolean
  readonly error?: string
}

/** The report of one test file. */
export class FileReport {
  readonly file: string
  readonly #root: string
  readonly #verbose: boolean
  readonly #path: string[] = []
  readonly #parents = new Set<string>()
  #output = ''
  #passed = 0
  #failed = 0
  #skipped = 0

  /** @param file relative to the repository */
  constructor(file: string, { root, verbose }: RunOptions) {
    this.file = file
    this.#root = root
    this.#verbose = verbose
  }

  get result(): SuiteResult {
    return { passed: this.#passed, failed: this.#failed, skipped: this.#skipped }
  }

  /** @returns whether the file has ended */
  take(event: TestEvent): boolean {
    if (event.type === 'uncaught') this.#fail('an error that nothing caught', event.text)
    else if (event.type === 'start') this.#start(event.nesting, event.name)
    else if (event.nesting === 0 && resolve(this.#root, this.file) === event.name) {
      this.#ended(event)
      return true
    } else this.#testEnded(event)
    return false
  }

  output(text: string): void {
    if (this.#verbose) process.stdout.write(text)
    else this.#output += text
  }

  /** A failure of the file or of its process. */
  broken(reason: string): void {
    this.#fail('the file', reason)
  }

  /** Prints the output of a file with failures. @returns how many lines are not shown */
  end(): number {
    const output = this.#output.trimEnd()
    this.#output = ''
    if (output === '') return 0
    if (this.#failed === 0) return output.split('\n').length
    print(`  output of ${this.file}:\n${indent(output, 4)}`)
    return 0
  }

  #start(nesting: number, name: string): void {
    if (nesting > 0) this.#parents.add(this.#path.slice(0, nesting).join('\0'))
    this.#path.splice(nesting, Infinity, name)
  }

  #ended({ type, ofSubtests, error = '' }: Ended): void {
    if (type === 'fail' && !ofSubtests) this.broken(error)
    else if (this.#passed + this.#failed + this.#skipped === 0) this.broken('it holds no test')
  }

  #testEnded(event: Ended): void {
    const path = [...this.#path.slice(0, event.nesting), event.name]
    const title = path.slice(1).join(' › ')
    const hasTests = this.#parents.delete(path.join('\0'))
    if (event.type === 'fail') {
      // The failed tests inside have been counted.
      if (!event.ofSubtests) this.#fail(title, event.error ?? '', event.place)
    } else if (event.skipped) {
      this.#skipped += 1
    } else if (!hasTests && !event.suite) {
      this.#passed += 1
      if (this.#verbose) print(`  ✔ ${title} (${Math.round(event.milliseconds)} ms)`)
    }
  }

  #fail(title: string, error: string, place = this.file): void {
    this.#failed += 1
    const where = [...new Set([relative(this.#root, resolve(this.#root, place)), this.file])]
      .filter((path, index, all) => index === 0 || !all[0]?.startsWith(`${path}:`))
      .join(', in ')
    print(`  ✖ ${title}\n    ${where}\n${indent(error, 4)}\n`)
  }
}

function indent(text: string, columns: number): string {
  return text.replace(/^/gm, ' '.repeat(columns))
}
