// The command as it is shipped: one bundle, in a separate folder, next to the dependencies that stay outside. How long it takes from the
// start of its process to its first response, and how much memory it uses when it is idle.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@symbolon/test-kit'
import { bundleCommand } from '../../scripts/bundle-command.ts'
import { onServerCore } from './server-process.ts'
import { processorTime, residentMemory } from './threads.ts'

export interface PackedCommand {
  /** Each start after the one that creates the database. */
  readonly starts: readonly Start[]
  /** Bytes, some seconds after the start; undefined where the system does not report it. */
  readonly idleMemory: number | undefined
}

/** From the start of the process to its first response. */
export interface Start {
  /** By the clock. */
  readonly milliseconds: number
  /** Of all threads, in milliseconds; undefined where the system does not report it. */
  readonly processor: number | undefined
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const starts = 7
const idleAfter = 5000

export async function measurePackedCommand(): Promise<PackedCommand> {
  const directory = await mkdtemp(join(tmpdir(), 'symbolon-bench-'))
  try {
    const command = await installCommand(directory)
    const times: Start[] = []
    let idleMemory: number | undefined
    for (let count = 0; count <= starts; count += 1) {
      const running = await start(command, directory)
      // The first start creates the database, the keys and the administrator.
      if (count > 0) times.push({ milliseconds: running.milliseconds, processor: running.processor })
      if (count === starts) {
        await sleep(idleAfter)
        idleMemory = residentMemory(running.pid)
      }
      await running.stop()
    }
    return { starts: times, idleMemory }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Lays the command out as npm does. @returns its path */
export async function installCommand(directory: string): Promise<string> {
  const folder = join(directory, 'symbolon')
  await mkdir(folder)
  await bundleCommand(join(folder, 'dist'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  await symlink(join(root, 'packages/symbolon/node_modules'), join(folder, 'node_modules'))
  return join(folder, 'dist/command.js')
}

interface Running extends Start {
  readonly pid: number | undefined
  stop(): Promise<void>
}

async function start(command: string, directory: string): Promise<Running> {
  const port = await freePort()
  const settings = { SYMBOLON_ISSUER: `http://127.0.0.1:${port}`, SYMBOLON_PORT: String(port), SYMBOLON_LOG_LEVEL: 'error' }
  const began = performance.now()
  const [program = '', ...args] = onServerCore([process.execPath, command])
  const child = spawn(program, args, {
    cwd: directory,
    stdio: ['ignore', 'ignore', 'inherit'],
    // A new installation has no compile cache.
    env: { ...process.env, ...settings, NODE_ENV: 'production', NODE_DISABLE_COMPILE_CACHE: '1' },
  })
  const ended = once(child, 'exit')
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
  }
  try {
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error('The command has ended')
      if (performance.now() - began > 60_000) throw new Error('The command does not answer')
      await sleep(2)
    }
    const milliseconds = performance.now() - began
    const processor = processorTime(child.pid)
    return { pid: child.pid, milliseconds, processor: processor === undefined ? undefined : processor.all / 1000, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function answers(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/.well-known/openid-configuration`).catch(() => undefined)
  await response?.arrayBuffer()
  return response?.status === 200
}
