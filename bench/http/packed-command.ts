// The command as it is shipped: compiled, in a folder of its own, with its dependencies beside it. How long it takes from the start of its
// process to its first response, and how much memory it uses when it is idle.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@symbolon/test-kit'
import * as v from 'valibot'
import { onServerCore } from './server-process.ts'
import { processorTime, residentMemory } from './threads.ts'

export interface PackedCommand {
  /** Each start after the one that creates the database. */
  readonly starts: readonly Start[]
  /** Bytes, some seconds after the start; undefined where the system does not tell it. */
  readonly idleMemory: number | undefined
}

/** From the start of the process to its first response. */
export interface Start {
  /** By the clock. */
  readonly milliseconds: number
  /** Of all threads, in milliseconds; undefined where the system does not tell it. */
  readonly processor: number | undefined
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const manifestSchema = v.looseObject({
  name: v.string(),
  private: v.optional(v.boolean()),
  exports: v.optional(v.unknown()),
  publishConfig: v.optional(v.looseObject({ exports: v.optional(v.unknown()) })),
  dependencies: v.optional(v.record(v.string(), v.string()), {}),
})
const starts = 7
const idleAfter = 5000

export async function measurePackedCommand(): Promise<PackedCommand> {
  const directory = await mkdtemp(join(tmpdir(), 'symbolon-bench-'))
  try {
    const command = await install(directory)
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

/** Lays the compiled packages out as npm does. @returns the path of the command */
async function install(directory: string): Promise<string> {
  const compiled = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-b', 'packages/symbolon'], { cwd: root, stdio: 'inherit' })
  if (compiled.status !== 0) throw new Error('The packages do not compile')
  const modules = join(directory, 'node_modules')
  const linked = new Set<string>()
  for (const folder of await readdir(join(root, 'packages'))) {
    const source = join(root, 'packages', folder)
    const manifest = v.parse(manifestSchema, JSON.parse(await readFile(join(source, 'package.json'), 'utf8')))
    const target = join(modules, manifest.name)
    // A package that the command does not need may not be compiled.
    const copied = await cp(join(source, 'dist'), join(target, 'dist'), { recursive: true }).then(
      () => true,
      () => false,
    )
    if (!copied) continue
    const shipped = { ...manifest, exports: manifest.publishConfig?.exports ?? manifest.exports }
    await writeFile(join(target, 'package.json'), JSON.stringify(shipped))
    for (const dependency of Object.keys(manifest.dependencies)) {
      if (dependency.startsWith('@symbolon/') || linked.has(dependency)) continue
      linked.add(dependency)
      await mkdir(dirname(join(modules, dependency)), { recursive: true })
      await symlink(await realpath(join(source, 'node_modules', dependency)), join(modules, dependency))
    }
  }
  return join(modules, 'symbolon/dist/command.js')
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
    env: { ...process.env, ...settings, NODE_ENV: 'production' },
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
