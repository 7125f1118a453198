// The service as it is run: the command in a process of its own, on https unless told otherwise, with a database in a file.
import type { OrgDocument } from '@symbolon/schema-v2'
import { createUserAgent } from '@symbolon/testing'
import type { UserAgent } from '@symbolon/testing'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createCertificate } from './certificate.ts'
import { createHttpsFetch } from './https-fetch.ts'
import type { HttpsFetch } from './https-fetch.ts'

export interface TestService {
  readonly issuer: string
  readonly fetch: HttpsFetch['fetch']
  /** A browser of its own, with its own cookies. */
  newUserAgent(): UserAgent
  /** What the process wrote, standard error included. */
  output(): string
  /** Ends the process and removes its files. @throws Error when it did not end in order */
  stop(): Promise<void>
}

export interface TestServiceOptions {
  /** Applied at the start; every part of it has to be accepted. */
  readonly document: OrgDocument
  /** Further settings. */
  readonly settings?: Readonly<Record<string, string>>
  /** Whether the service speaks https itself; it does unless told otherwise. */
  readonly tls?: boolean
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const startLimit = 30_000

export async function startTestService({ document, settings = {}, tls = true }: TestServiceOptions): Promise<TestService> {
  const directory = await mkdtemp(join(tmpdir(), 'symbolon-service-'))
  const { certificate, privateKey } = await createCertificate()
  const file = (name: string): string => join(directory, name)
  await Promise.all([
    writeFile(file('certificate.pem'), certificate),
    writeFile(file('private-key.pem'), privateKey, { mode: 0o600 }),
    writeFile(file('document.json'), JSON.stringify(document)),
  ])
  const port = await freePort()
  const issuer = `${tls ? 'https' : 'http'}://localhost:${port}`
  const command = ['--disable-warning=ExperimentalWarning', join(root, 'packages/symbolon/src/command.ts')]
  const child = spawn(join(root, 'node_modules/.bin/node'), command, {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      SYMBOLON_ISSUER: issuer,
      SYMBOLON_PORT: String(port),
      SYMBOLON_DATABASE_URL: `file:${file('symbolon.db')}`,
      ...(tls ? { SYMBOLON_TLS_CERT_FILE: file('certificate.pem'), SYMBOLON_TLS_KEY_FILE: file('private-key.pem') } : {}),
      SYMBOLON_APPLY: file('document.json'),
      ...settings,
    },
  })
  // A test run that is broken off must not leave the process behind.
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  const output = collectOutput(child)
  const { fetch, close } = createHttpsFetch(certificate)

  async function stop(): Promise<void> {
    close()
    await end(child)
    process.off('exit', kill)
    await rm(directory, { recursive: true, force: true })
    if (child.exitCode !== 0) throw new Error(`The service ended with ${child.exitCode ?? child.signalCode}:\n${output()}`)
  }

  try {
    await started(child, output)
    if (/^Refused:/m.test(output())) throw new Error(`The document was refused:\n${output()}`)
  } catch (error) {
    await stop().catch(() => undefined)
    throw error
  }
  return { issuer, fetch, newUserAgent: () => createUserAgent(fetch), output, stop }
}

/** @returns a port that was free a moment ago */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new TypeError('no port')
  return address.port
}

function collectOutput(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (chunk: string) => void (text += chunk))
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
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  const timer = setTimeout(() => child.kill('SIGKILL'), 15_000)
  child.kill('SIGTERM')
  await exit
  clearTimeout(timer)
}
