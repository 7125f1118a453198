// A process that runs test files, in a separate process group, so that what the tests leave behind can be found and ended.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import type { FileReport, TestEvent } from './file-report.ts'
import { endGroup, whileRunning } from './process-group.ts'

const testLimit = 300_000
/** Longer than any test may take. Without an event for this time, a file is considered stuck. */
const silenceLimit = testLimit + 60_000
/** Bytes. A process that has more runs no further file. */
const memoryLimit = 512 * 1024 ** 2
/** In which a process must end after its last test. */
const endLimit = 60_000

/** A process for test files. */
export class TestProcess {
  readonly #root: string
  readonly #child: ChildProcess
  readonly #exit: Promise<number>
  /** The reports of the files that ran in this process, the present one last. */
  readonly #reports: FileReport[] = []
  #fileEnded: () => void = () => undefined
  #limit: NodeJS.Timeout | undefined
  #leftProcess = false
  #memory = 0

  constructor(root: string) {
    this.#root = root
    const folder = join(root, 'scripts', 'test-process')
    this.#child = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        `--test-timeout=${testLimit}`,
        `--test-reporter=${join(folder, 'events-reporter.mjs')}`,
        join(folder, 'main.mjs'),
      ],
      { cwd: root, stdio: ['ignore', 'pipe', 'pipe', 'ipc'], detached: true, env: environment() },
    )
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => this.#reports.at(-1)?.output(text))
    this.#child.on('message', (event: TestEvent) => this.#take(event))
    // A process that is left would keep the output open.
    this.#child.once('exit', () => {
      this.#leftProcess = endGroup(this.#child)
    })
    // What the process has reported last may arrive after its end.
    this.#exit = whileRunning(this.#child, async () => void (await once(this.#child, 'disconnect')))
  }

  /**
   * Runs a file.
   * @param file relative to the repository
   * @returns whether the process can run another file: no test has failed, and it still runs and is small
   */
  async run(file: string, report: FileReport): Promise<boolean> {
    this.#reports.push(report)
    const ended = new Promise<'ended'>((done) => {
      this.#fileEnded = () => done('ended')
    })
    this.#heard()
    if (this.#child.connected) this.#child.send(resolve(this.#root, file))
    const outcome = await Promise.race([ended, this.#exit])
    clearTimeout(this.#limit)
    if (outcome !== 'ended') report.broken(`its process ended with code ${outcome} before its tests did`)
    return outcome === 'ended' && report.result.failed === 0 && this.#memory < memoryLimit
  }

  /** Waits for the process to end, and ends what its tests left running. */
  async end(): Promise<void> {
    if (this.#child.connected) this.#child.send('end')
    this.#endAfter(endLimit, 'a test left something open, so that its process does not end')
    const code = await this.#exit
    clearTimeout(this.#limit)
    if (code !== 0 && this.#reports.every(({ result }) => result.failed === 0)) this.#broken(`the process ended with code ${code}`)
    if (this.#leftProcess) this.#broken('a test left a process running; it was ended')
  }

  #take(event: TestEvent): void {
    if (event.type === 'uncaught') {
      this.#reportOf(event.text)?.take(event)
      // A test that waits for what has failed has no other end.
      this.#endAfter(endLimit, 'nothing happened for a minute after an error that nothing caught')
    } else {
      this.#heard()
      if (event.type !== 'start') this.#memory = event.memory
      if (this.#reports.at(-1)?.take(event)) this.#fileEnded()
    }
  }

  /** The report of the file that the stack of an error names, or of the present file. */
  #reportOf(text: string): FileReport | undefined {
    return this.#reports.find(({ file }) => text.includes(`${file}:`)) ?? this.#reports.at(-1)
  }

  #heard(): void {
    this.#endAfter(silenceLimit, `nothing happened for ${silenceLimit / 60_000} minutes: a test file does not end`)
  }

  /** Ends the process after so many milliseconds, unless it is called again. */
  #endAfter(limit: number, reason: string): void {
    clearTimeout(this.#limit)
    this.#limit = setTimeout(() => {
      this.#broken(reason)
      endGroup(this.#child)
    }, limit)
  }

  /** A failure that one of the files has caused. */
  #broken(reason: string): void {
    const others = this.#reports.slice(0, -1).map(({ file }) => file)
    this.#reports.at(-1)?.broken(others.length === 0 ? reason : `${reason}; or another file in the same process did: ${others.join(', ')}`)
  }
}

/** The environment without NODE_TEST_CONTEXT, which would make an `npm test` inside a test act as a test file. */
function environment(): NodeJS.ProcessEnv {
  const { NODE_TEST_CONTEXT: _, ...rest } = process.env
  return rest
}
