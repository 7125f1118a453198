// The service as it is run: the command in a separate process, by default on https, with a database in a file.
import type { OrgDocument } from '@symbolon/schema-v2'
import { createUserAgent } from '@symbolon/test-kit'
import type { UserAgent } from '@symbolon/test-kit'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createCertificate } from './certificate.ts'
import { createHttpsFetch } from './https-fetch.ts'
import type { HttpsFetch } from './https-fetch.ts'
import { cleanEnvironment, freePort } from './run-command.ts'
import { bundled, serviceProgram } from './runtimes.ts'
import type { Runtime } from './runtimes.ts'

export interface TestService {
  readonly issuer: string
  readonly port: number
  /** Of the process. */
  readonly pid: number
  readonly fetch: HttpsFetch['fetch']
  /**
   * Moves the clock of the process on by so many seconds, and returns its time, in milliseconds since the epoch.
   * @throws Error unless its clock is held
   */
  advance(seconds: number): Promise<number>
  /** A new browser, with separate cookies. */
  newUserAgent(): UserAgent
  /** What the process wrote, standard error included. */
  output(): string
  /** What the process wrote for people. */
  stdout(): string
  /** The log, and what went wrong. */
  stderr(): string
  kill(signal: NodeJS.Signals): void
  /** Resolves when the process has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
  /** Ends the process and removes its files. @throws Error when it did not end in order */
  stop(): Promise<void>
}

export interface TestServiceOptions {
  /** Applied at the start; every part of it has to be accepted. */
  readonly document?: OrgDocument
  /** Further settings. */
  readonly settings?: Readonly<Record<string, string>>
  /** Whether the service speaks https itself; default true. */
  readonly tls?: boolean
  /** What runs it; by default Node with a bundle. */
  readonly runtime?: Runtime
  /** Whether its clock stands still until the test moves it; on Node. */
  readonly heldClock?: boolean
  /** Where its files are, and stay; by default a temporary directory. */
  readonly directory?: string
  readonly port?: number
  /** The path of the issuer, such as `/auth`; by default none. */
  readonly issuerPath?: string
  /** Of the command. */
  readonly args?: readonly string[]
}

/** Far more than a start takes on a machine that does other work. */
const startLimit = 120_000

export async function startTestService(options: TestServiceOptions): Promise<TestService> {
  const { document, settings = {}, tls = true, runtime = bundled, heldClock = false } = options
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'symbolon-service-')))
  const { certificate, privateKey } = await createCertificate()
  const file = (name: string): string => join(directory, name)
  await Promise.all([
    writeFile(file('certificate.pem'), certificate),
    writeFile(file('private-key.pem'), privateKey, { mode: 0o600 }),
    ...(document === undefined ? [] : [writeFile(file('document.json'), JSON.stringify(document))]),
  ])
  const port = options.port ?? (await freePort())
  const issuer = `${tls ? 'https' : 'http'}://localhost:${port}${options.issuerPath ?? ''}`
  const [binary, ...args] = runtime.command(serviceProgram, directory)
  const clock = heldClock ? ['--import', new URL('held-clock.ts', import.meta.url).href] : []
  const child = spawn(binary, [...clock, ...args, ...(options.args ?? [])], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'pipe', heldClock ? 'ipc' : 'ignore'],
    env: cleanEnvironment({
      SYMBOLON_ISSUER: issuer,
      SYMBOLON_PORT: String(port),
      SYMBOLON_DATABASE_URL: `file:${file('symbolon.db')}`,
      ...(tls ? { SYMBOLON_TLS_CERT_FILE: file('certificate.pem'), SYMBOLON_TLS_KEY_FILE: file('private-key.pem') } : {}),
      ...(document === undefined ? {} : { SYMBOLON_APPLY: file('document.json') }),
      ...settings,
    }),
  })
  // A test run that is broken off must not leave the process behind.
  const killWithTests = (): void => void child.kill('SIGKILL')
  process.once('exit', killWithTests)
  const stdout = collect(child.stdout)
  const stderr = collect(child.stderr)
  const output = (): string => stdout() + stderr()
  const ended = new Promise<Awaited<TestService['ended']>>((resolve) => child.once('close', (code, signal) => resolve({ code, signal })))
  const { fetch, close } = tls ? createHttpsFetch(certificate) : { fetch: globalThis.fetch, close: () => undefined }

  async function stop(): Promise<void> {
    close()
    await end(child)
    process.off('exit', killWithTests)
    if (options.directory === undefined) await rm(directory, { recursive: true, force: true })
    if (child.exitCode !== 0) throw new Error(`The service ended with ${child.exitCode ?? child.signalCode}:\n${output()}`)
  }

  try {
    await started(child, output)
    if (/^Refused:/m.test(output())) throw new Error(`The document was refused:\n${output()}`)
  } catch (error) {
    await stop().catch(() => undefined)
    throw error
  }
  const kill = (signal: NodeJS.Signals): void => void child.kill(signal)
  const advance = async (seconds: number): Promise<number> => await advanceClock(child, seconds)
  return {
    issuer,
    port,
    pid: child.pid ?? 0,
    fetch,
    advance,
    newUserAgent: () => createUserAgent(fetch),
    output,
    stdout,
    stderr,
    kill,
    ended,
    stop,
  }
}

/** One at a time. */
async function advanceClock(child: ChildProcess, seconds: number): Promise<number> {
  if (!child.connected) throw new Error('The clock of the service is not held.')
  const reply = once(child, 'message')
  child.send(seconds * 1000)
  const [time] = (await reply) as readonly unknown[]
  return Number(time)
}

function collect(stream: Readable | null): () => string {
  let text = ''
  stream?.setEncoding('utf8').on('data', (chunk: string) => void (text += chunk))
  return () => text
}

/** Resolves when the service says that it runs, which it says once requests are answered. */
async function started(child: ChildProcess, output: () => string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new Error(`The service did not start:\n${output()}`)), startLimit)
  child.stdout?.on('data', () => output().includes('Symbolon runs at') && resolve())
  child.once('exit', () => reject(new Error(`The service ended at its start:\n${output()}`)))
  child.once('error', reject)
  await promise.finally(() => clearTimeout(timer))
}

async function end(child: ChildProcess): Promise<void> {
  // Without a process id there never was a process.
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000)
  child.kill('SIGTERM')
  await exit
  clearTimeout(timer)
}
