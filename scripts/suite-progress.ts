// Follows the files of one suite, and prints its summary when the last one has ended.
import type { FileReport, SuiteResult } from './file-report.ts'
import { print } from './print.ts'

/** The result of a suite. */
export interface TimedResult extends SuiteResult {
  readonly name: string
  readonly seconds: number
}

/** The line of the result. */
export function summary({ name, seconds, passed, failed, skipped }: TimedResult): string {
  const counts = `${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed`
  return `${name.padEnd(16)} ${seconds.toFixed(1).padStart(7)} s ${counts}${skipped === 0 ? '' : `, ${skipped} skipped`}`
}

/** One suite. */
export class SuiteProgress {
  readonly #name: string
  readonly #reports: FileReport[] = []
  readonly #durations = new Map<string, number>()
  #left: number
  #first: number | undefined
  #last = 0
  #linesNotShown = 0

  /** @param files how many files the suite has */
  constructor(name: string, files: number) {
    this.#name = name
    this.#left = files
    // A suite without tests counts as failed.
    if (files === 0) print(`✖ ${summary(this.result)}: it has no test files\n`)
  }

  /** Milliseconds of each file that has ended, by its path. */
  get durations(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#durations)
  }

  /** Reports can change until all processes have ended. */
  get result(): TimedResult {
    const sum = (member: keyof SuiteResult): number => this.#reports.reduce((total, { result }) => total + result[member], 0)
    return {
      name: this.#name,
      seconds: (this.#last - (this.#first ?? this.#last)) / 1000,
      passed: sum('passed'),
      failed: sum('failed') + (this.#left === 0 && this.#reports.length === 0 ? 1 : 0),
      skipped: sum('skipped'),
    }
  }

  begins(file: string): void {
    if (this.#first === undefined) print(`${this.#name} …`)
    this.#durations.set(file, performance.now())
    this.#first ??= performance.now()
  }

  ended(report: FileReport): void {
    this.#last = performance.now()
    this.#durations.set(report.file, Math.round(this.#last - (this.#durations.get(report.file) ?? this.#last)))
    this.#reports.push(report)
    this.#linesNotShown += report.end()
    this.#left -= 1
    if (this.#left > 0) return
    if (this.#linesNotShown > 0) print(`  ${this.#linesNotShown} lines of output of passing files are not shown (--verbose shows them)`)
    const { result } = this
    print(`${result.failed === 0 ? '✔' : '✖'} ${summary(result)}\n`)
  }
}
