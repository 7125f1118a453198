// The steps that are measured, each in a new process.
import { mkdir, readFile, rm, stat } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { join } from 'node:path'
import { settingsIn, startInstance } from './instance.ts'
import type { Instance } from './instance.ts'
import { start } from './measured-process.ts'
import type { Program } from './measured-process.ts'
import type { Reading } from './probe.ts'
import { objectsOfEach, writeSmallOrganizations } from './small-organizations.ts'
import { askForTokens } from './token-latency.ts'
import type { Latency } from './token-latency.ts'

export interface Workload {
  readonly users: number
  /** The v1 export. */
  readonly file: string
  /** The directory for databases and documents. */
  readonly directory: string
  /** The file of the command, as it ships. */
  readonly command: string
  /** The origin of a bucket that holds the file. */
  readonly bucket: string
}

export interface StepResult {
  readonly seconds: number
  readonly usersPerSecond: number
  readonly process: Reading
  /** Latencies of token requests, before the work and during it. */
  readonly tokens?: { readonly idle: Latency; readonly during: Latency }
  /** The size of the result in bytes. */
  readonly bytes: number
  /** The number of objects, where the step has a target for the processor time of each. */
  readonly objects?: number
}

const smallOrganizations = 10_000

/** How long tokens are requested before the work, milliseconds. */
const idle = 10_000

export const steps: Readonly<Record<string, (workload: Workload) => Promise<StepResult>>> = {
  async convert({ users, file, directory }) {
    const out = join(directory, 'v2.json')
    const result = await run(users, {
      file: '../../packages/migration-v1/src/command.ts',
      args: [file, '--out', out, '--report', join(directory, 'report.json')],
    })
    return { ...result, bytes: await sizeOf(out) }
  },

  async 'import, engine alone'({ users, file, directory }) {
    const database = join(directory, 'engine.db')
    return { ...(await run(users, { file: 'engine.ts', args: [file, database] })), bytes: await sizeOf(database) }
  },

  async 'import, running server'(workload) {
    const home = await folder(workload, 'server')
    const source = { endpoint: workload.bucket, bucket: 'exports', path: 'export.json', access_key_id: 'id', secret_access_key: 'secret' }
    const result = await whileTokensAreAsked(workload, home, async (instance) => {
      await instance.call('/admin/v1/import', { data_orgsv1_s3: source, timeout: '24h' })
    })
    return { ...result, bytes: await sizeOf(join(home, 'symbolon.db')) }
  },

  async 'import in the request, running server'(workload) {
    const home = await folder(workload, 'inline')
    // Created in another process than the measured one.
    const body = Buffer.concat([Buffer.from('{"timeout":"24h","data_orgsv1":'), await readFile(workload.file), Buffer.from('}')])
    const result = await whileTokensAreAsked(workload, home, async (instance) => void (await instance.call('/admin/v1/import', body)))
    return { ...result, bytes: await sizeOf(join(home, 'symbolon.db')) }
  },

  async 'export, running server'(workload) {
    return await whileTokensAreAsked(
      workload,
      await folder(workload, 'server'),
      async (instance) => await instance.call('/admin/v1/export', { with_passwords: true, with_otp: true, timeout: '24h' }),
    )
  },

  async 'import, command'(workload) {
    const home = await folder(workload, 'command')
    const args = ['import', workload.file, '--v1']
    const result = await run(workload.users, { file: workload.command, args, environment: settingsIn(home) }, [0, 2])
    const bytes = await sizeOf(join(home, 'symbolon.db'))
    // No later step uses this database, and a million users take some gigabytes.
    await rm(home, { recursive: true })
    return { ...result, bytes }
  },

  async 'import of 10,000 small organizations, command'(workload) {
    const home = await folder(workload, 'small')
    const file = join(home, 'small.json')
    await writeSmallOrganizations(file, smallOrganizations)
    const program = { file: workload.command, args: ['import', file], environment: settingsIn(home) }
    const result = await run(2 * smallOrganizations, program)
    const bytes = await sizeOf(join(home, 'symbolon.db'))
    await rm(home, { recursive: true })
    return { ...result, bytes, objects: objectsOfEach * smallOrganizations }
  },

  async 'export, command'(workload) {
    const home = await folder(workload, 'server')
    const file = join(home, 'export.json')
    const args = ['export', file, '--with-passwords', '--with-otp']
    return { ...(await run(workload.users, { file: workload.command, args, environment: settingsIn(home) })), bytes: await sizeOf(file) }
  },
}

/** Measures a command from start to end. */
async function run(users: number, program: Program, codes?: readonly number[]): Promise<Omit<StepResult, 'bytes'>> {
  const began = performance.now()
  const measured = await start(program, codes).ended
  const seconds = (performance.now() - began) / 1000
  return { seconds, usersPerSecond: users / seconds, process: measured }
}

/** Measures work of a server that answers other requests meanwhile. */
async function whileTokensAreAsked(
  { users, bucket, command }: Workload,
  home: string,
  work: (instance: Instance) => Promise<number | void>,
): Promise<StepResult> {
  const instance = await startInstance(command, home, bucket)
  try {
    await warmUp(instance)
    const before = askForTokens(instance.port)
    await pause(idle)
    const idleTokens = await before.end()
    await instance.process.read()
    const tokens = askForTokens(instance.port)
    const began = performance.now()
    const bytes = (await work(instance)) ?? 0
    const seconds = (performance.now() - began) / 1000
    const during = await tokens.end()
    return { seconds, usersPerSecond: users / seconds, process: await instance.process.read(), tokens: { idle: idleTokens, during }, bytes }
  } finally {
    await instance.process.stop()
  }
}

async function warmUp({ port }: Instance): Promise<void> {
  const tokens = askForTokens(port)
  await pause(3000)
  await tokens.end()
}

async function folder({ directory }: Workload, name: string): Promise<string> {
  const path = join(directory, name)
  await mkdir(path, { recursive: true })
  return path
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file)).size
}
