// Runs test files in two processes more than there are cores. Files share processes, because loading the modules takes longer than most tests.
// A process runs no further file after a failure, and when it has become large. Some files need a separate process, and some run alone.
import { availableParallelism } from 'node:os'
import { FileReport } from './file-report.ts'
import type { RunOptions } from './file-report.ts'
import type { TestFile } from './suites.ts'
import { TestProcess } from './test-process.ts'

/** What the caller gets. */
interface Listener {
  begins(file: TestFile): void
  ended(file: TestFile, report: FileReport): void
}

/** @param files in the order in which they begin; those that run alone come last */
export async function runTestFiles(files: readonly TestFile[], options: RunOptions, listener: Listener): Promise<void> {
  const together = files.filter(({ process }) => process !== 'alone')
  const alone = files.filter(({ process }) => process === 'alone')
  // Two more than cores: half of the time, a file waits for a browser, a database, the disk or a program that it has started.
  const lanes = availableParallelism() + 2
  await Promise.all(Array.from({ length: lanes }, () => runQueue(together, options, listener)))
  await runQueue(alone, options, listener)
}

/** Runs one file after another, until the queue is empty. */
async function runQueue(queue: TestFile[], options: RunOptions, { begins, ended }: Listener): Promise<void> {
  let shared: TestProcess | undefined
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    begins(file)
    const report = new FileReport(file.path, options)
    const own = file.process !== 'shared'
    const runner: TestProcess = own ? new TestProcess(options.root) : (shared ??= new TestProcess(options.root))
    const usable = await runner.run(file.path, report)
    if (own || !usable) await runner.end()
    if (!own && !usable) shared = undefined
    ended(file, report)
  }
  await shared?.end()
}
